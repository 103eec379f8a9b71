/// A flow that gives its secrets away wherever it can. The first argument names how it quotes them.
enum HuntScript {
  static let text = """
    import Libretto

    struct Quoting: Error, CustomStringConvertible { let description: String }

    let plain = Key<String>("plain"), quoted = Key<String>("quoted"), short = Key<String>("short")
    let long = Key<String>("long"), prefix = Key<String>("prefix"), old = Key<String>("old")
    let number = Key<Int>("number"), name = Key<String>("name")
    let mail = Key<[String]>("mail"), isRight = Key<Bool>("isRight")

    func quote(_ text: String) -> String {
      let bytes = Array(text.utf8)
      return switch Flow.arguments.first {
      case "debug": text.debugDescription
      case "percent": bytes.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
      case "hex": bytes.map { String($0, radix: 16) }.joined()
      case "reversed": String(text.reversed())
      case "spaced": text.map(String.init).joined(separator: " ")
      case "upper": text.uppercased() + "!"
      case "escaped": text.replacing("\\\\", with: "\\\\\\\\").replacing("\\"", with: "\\\\\\"")
      default: text
      }
    }

    func all(_ work: Work) -> Quoting {
      let secrets = [plain, quoted, short, long, prefix, old].compactMap { work[$0] }
      return Quoting(description: (secrets + ["\\(work[number] ?? 0)"]).map(quote).joined(separator: "; "))
    }

    await Flow("hunt") {
      Ask("Plain?", into: plain).secret().validate(.length(3...))
      Ask("Quoted?", into: quoted).secret()
      Ask("Short?", into: short).secret().validate(.matches("[^0-9].*"))
      Ask("Long?", into: long).secret()
      Ask("Prefix?", into: prefix).secret()
      Ask("Old?", into: old).secret()
      Ask("Number?", into: number).secret().validate(.range(1...99999999))
      Ask("Name?", into: name)
      Load("mail", into: mail) { work in throw all(work) } failure: { error in
        Say("No mail: \\(error)")
      }
      Check("right", into: isRight) { work in
        if Flow.arguments.last == "check" { throw all(work) }
        return true
      }
      Operations {
        Operation("one") {
          Do("sign in") { work in throw all(work) }
        } failure: { error in
          Say("Failed: \\(error)")
        }
      }
      Do("change") { work in work[old] = String((work[old] ?? "").map { $0 == "9" ? "0" : $0 == "0" ? "1" : $0 }) }
      Do("fail") { work in throw all(work) }
    }.main()

    """

  /// The secrets by the ids of their questions, in order, and what an action makes of one.
  static let secrets = [
    ("plain", "correct-horse-battery"), ("quoted", "o'brien\"44\\back/slash"), ("short", "§7"),
    ("long", "sesame-street"), ("prefix", "sesame"), ("old", "90817263"), ("number", "58213377"),
  ]
  static let changed = "01817263"

  /// How the script quotes them, by its argument, and in addition how Libretto itself might.
  static let quotes: [(name: String, quote: @Sendable (String) -> String)] = [
    ("plain", { $0 }), ("debug", { String($0.debugDescription.dropFirst().dropLast()) }),
    ("percent", { $0.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined() }),
    ("hex", { $0.utf8.map { String($0, radix: 16) }.joined() }),
    ("reversed", { String($0.reversed()) }),
    ("spaced", { $0.map(String.init).joined(separator: " ") }),
    ("upper", { $0.uppercased() + "!" }),
    ("escaped", { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }),
  ]

  /// Every form of every secret.
  ///
  /// Six hexadecimal digits, which the shortest has, stand in the checks of some journal by chance.
  static let forms = Set(
    (secrets.map(\.1) + [changed]).flatMap { secret in quotes.map { $0.quote(secret) } }
  ).filter { $0.count > 6 || !$0.allSatisfy(\.isHexDigit) }.sorted()
}
