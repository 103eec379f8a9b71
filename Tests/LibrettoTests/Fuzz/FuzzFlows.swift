@testable import LibrettoCore

/// The flows for which the fuzz targets read tokens and journals, and what stands around an input.
enum FuzzFlows {
  static let name = Key<String>("name")
  static let age = Key<Int>("age")
  static let pin = Key<String>("pin")
  static let code = Key<String>("code")

  static let all = [plain, parallel]

  /// Questions of every shape, and work of every kind.
  static let plain = Flow("fuzz") {
    Ask("Name?", into: name)
    Ask("Age?", into: age).validate(.range(0...130))
    Ask("PIN?", into: pin).secret()
    Repeat(while: age < 18) {
      Do("save") {
        $0[age, default: 0] += 18
      }.undo { _ in
      }
      Ask("Age of \(name)?", into: age).id("again").timeout(.seconds(1)) { Say("Late.") }
    }
    Do("log in") { $0[code] = "sesame" }.reads(pin).timeout(.seconds(1))
    ChooseMany("Which?", into: Key<[String]>("which")) {
      Option("a")
      Option("b")
    }
    Alert("Careful!")
    Wait(.seconds(1))
    Load("prices", into: Key<[Int]>("prices")) {
      [1]
    } data: {
      Confirm("Buy?") { Finish(name: "bought") }
    } empty: {
      Say("Nothing.")
    } failure: { _ in
      TryAgain()
    }
    .retry(1, backoff: .seconds(1))
    Choose("Size?", into: Key<String>("size")) {
      Option("Small")
      Option("Large") { Back() }
    }
  }

  /// Operations, of which one cancels another.
  static let parallel = Flow("fuzz together") {
    Ask("Name?", into: name)
    Operations {
      Operation("a") {
        Do("work") {
          _ = $0[name]
        }.undo { _ in
        }
        Ask("PIN?", into: pin).secret()
        Do("log in") { _ = $0[pin] }
      }
      Operation("b") {
        Ask("Age?", into: age).timeout(.seconds(1))
        CancelOperation("a")
      } failure: { _ in
        Say("Too late.")
      }
    }
    Confirm("Done?") {
      Say("Good.")
    } otherwise: {
      Back()
    }
  }

  // MARK: Tokens

  /// What stands before the lines of a token, without which no reader comes to them.
  static func head(_ flow: Flow) -> [UInt8] {
    guard let run = try? Run(flow, id: "r"), let number = try? flow.fingerprintNumber else {
      return []
    }
    return Array(SessionToken.bytes(run, number).dropLast(4))
  }

  /// A token of a flow with these lines.
  static func token(_ lines: [UInt8], _ flow: Flow) -> [UInt8] {
    var writer = TokenWriter()
    for byte in head(flow) + lines { writer.byte(byte) }
    writer.seal()
    return writer.bytes
  }

  // MARK: Journals

  /// A journal of a flow with these lines, which have no checks: no reader would take them otherwise.
  static func journal(_ lines: [UInt8], _ flow: Flow, _ fingerprint: String) -> [UInt8] {
    var journal = JournalLines()
    var text = Array(journal.header(flow.name, fingerprint, run: "r", time: 0).utf8)
    var check = journal.check
    let isWhole = lines.last == 0x0A
    for line in (isWhole ? lines.dropLast() : lines[...]).split(
      separator: 0x0A, omittingEmptySubsequences: false)
    {
      guard line.last == UInt8(ascii: "}") else {
        text += line + [0x0A]
        continue
      }
      let body = line.dropLast()
      check = JournalLines.check(body, after: check)
      text += body + Array(",\"check\":\"\(JournalLines.hex(check))\"}\n".utf8)
    }
    return text
  }

  /// Where a run stands, as two of them are compared.
  static func state(_ run: Run) -> String {
    "\(run.needs.map { "\($0.kind) \($0.name)" }) \(run.answers) \(String(describing: run.outcome))"
  }
}
