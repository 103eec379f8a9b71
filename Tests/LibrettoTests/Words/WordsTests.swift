import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

/// The table of the product's own sentences, and a whole second one.
@Suite("Words in another language")
struct WordsTests {
  // MARK: The table

  @Test("The German table is whole, and each of its sentences has the values of the English one")
  func german() throws {
    #expect(Words.german.entries.count == Words.english.entries.count)
    #expect(Words.german(.exactlyCharacters, 1) == "genau 1 Zeichen")
    #expect(Words.german(.leastValues, 1) == "mindestens 1 Wert")
    #expect(Words.german(.leastValues, 2) == "mindestens 2 Werte")
    // Names of two letters are read, as they are shown.
    let thursday = CalendarDay("2026-11-26")
    #expect(CalendarDay(word: "so", today: thursday, Words.german.read) == "2026-11-29")
  }

  private func problems(_ change: (inout [String: String]) -> Void) -> [String] {
    var entries = Words.english.entries
    change(&entries)
    do throws(InvalidWords) {
      _ = try Words(entries)
      return []
    } catch {
      return error.problems
    }
  }

  @Test("A table that lacks sentences, or has others, is refused with all that is wrong")
  func refused() {
    #expect(problems { _ in } == [])
    #expect(
      problems {
        $0["needed"] = nil
        $0["months"] = "Januar, Februar"
        $0["neded"] = "Es fehlt."
        $0["isNot"] = "{answer} ist nicht {typ}."
        $0["quote"] = "„{text“"
        $0["seconds"] = "{count} {count:Sekunde}"
        $0["done"] = "{what}"
      } == [
        "there is no sentence “neded”; did you mean “needed”?",
        "missing: needed",
        "“quote” has a brace without its other one",
        "“months” has 2 parts between its commas instead of 12",
        "“seconds” has 1 form for {count}; the language has 2",
        "“isNot” names the value {typ}; it has {answer}, {type}",
        "“done” names the value {what}; it has none",
      ])
    #expect(problems { $0["yes"] = $0["no"] } == ["“yes” and “no” are both “no”"])
    let few = problems { $0 = ["yes": "ja"] }.first ?? ""
    #expect(
      few.hasSuffix("… (\(Words.english.entries.count - 1); “flow words” writes all)"), "\(few)")
    #expect(
      problems {
        $0["keyYes"] = "N"
        $0["keysOfSeveral"] = "x, x, y"
        $0["readYes"] = ""
        $0["give"] = "Gib."
        $0["done"] = ""
        $0["none"] = "all"
      } == [
        "“readYes” is empty",
        "“give” lacks the value {what}",
        "“done” is empty",
        "“keysOfSeveral” has a part twice, so that one of them can't be meant",
        "“keyYes” and “keyNo” are both “n”",
        "“all” and “none” are both “all”",
      ])
    #expect(problems { $0["keyNo"] = "nein" } == ["“keyNo” isn't a key, which is one character"])
    #expect(
      problems { $0["plurals"] = "many" } == [
        "“plurals” is “many”, not one of “other”, “one other”, “zero-one other”, “one few other”, "
          + "“one few many”, “ends-in-one few many”"
      ])
  }

  @Test(
    "JSON that isn't a table is refused",
    arguments: [
      ("[]", "a table of words is a JSON object: {\"code\": \"sentence\"}"),
      ("{\"yes\": 1}", "“yes” isn't a text"),
    ])
  func json(_ text: String, _ problem: String) {
    #expect(throws: InvalidWords(problems: [problem])) { try Words(json: text) }
  }

  @Test("A language has as many forms for numbers as it needs")
  func plurals() throws {
    var entries = Words.english.entries
    entries["plurals"] = "ends-in-one few many"
    for (code, template) in entries {
      entries[code] = template.replacing(/\{(\w+):(\w+)\|(\w+)\}/) { match in
        "{\(match.output.1):\(match.output.2)|few|\(match.output.3)}"
      }
    }
    entries["seconds"] = "{count} {count:секунда|секунды|секунд}"
    let words = try Words(entries)
    let numbers = [0, 1, 2, 5, 11, 12, 21, 22, 111]
    #expect(
      numbers.map { words(.seconds, $0) } == [
        "0 секунд", "1 секунда", "2 секунды", "5 секунд", "11 секунд", "12 секунд", "21 секунда",
        "22 секунды", "111 секунд",
      ])
  }

  // MARK: Days

  @Test(
    "Days are read in German",
    arguments: [
      ("heute", "2026-11-26"), ("jetzt", "2026-11-26"), ("Morgen", "2026-11-27"),
      ("übermorgen", "2026-11-28"), ("vorgestern", "2026-11-24"), ("+3", "2026-11-29"),
      ("in zwei Wochen", "2026-12-10"), ("in einer Woche", "2026-12-03"),
      ("vor 3 Tagen", "2026-11-23"), ("nächsten Freitag", "2026-11-27"),
      ("am Freitag", "2026-11-27"), ("letzten Freitag", "2026-11-20"),
      ("nächste Woche", "2026-12-03"), ("nächstes Jahr", "2027-11-26"), ("24. Dez", "2026-12-24"),
      ("3. März", "2027-03-03"), ("24.12.", "2026-12-24"), ("tomorrow", nil), ("in two weeks", nil),
    ])
  func days(_ text: String, _ day: String?) {
    let found = CalendarDay(word: text, today: "2026-11-26", Words.german.read)
    #expect(found?.description == day)
  }

  @Test("Yes and no, and times, are read in German")
  func others() throws {
    let read = Words.german.read
    #expect(["Ja", "j", "nein", "yes"].map(read.boolean) == [true, true, false, nil])
    #expect(ValueType.time.value(parsing: "Mittag", read) == "12:00")
    #expect(ValueType.time.value(parsing: "9:30 abends", read) == "21:30")
    #expect(ValueType.day.value(parsing: "3. Oktober 2027", read) == "2027-10-03")
  }

  // MARK: Sessions

  private let name = Key<String>("name")
  private let day = Key<CalendarDay>("day")
  private let member = Key<Bool>("member")

  private var booking: Flow {
    Flow("booking") {
      Ask("Name?", into: name).validate(.length(2...))
      Ask("Wann?", into: day).validate(.daysFromToday(1...))
      Confirm("Mitglied?", into: member)
      Say("Mitglied: \(member).")
      Choose("Zimmer?", from: ["Einzel", "Doppel"], into: Key<String>("room"))
    }
  }

  private func problem(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("A page has all of its problems at once, in the language of the session; so has the end")
  func page() async throws {
    let flow = Flow("f") {
      Form("Seite") {
        Ask("Tag?", into: day).validate(.daysFromToday(0...))
        Ask("Datei?", into: Key<String>("file")).validate(.path(.file))
        Ask("Wer?", into: name).validate(.length(2...))
      }.id("page")
      Finish(name: "fertig")
    }
    var session = try Session(flow, words: .german)
    session.today = .day("2026-11-26")
    var given: [String: SessionResolution] = [
      "page/day": .text("2020-01-01"), "page/file": .text("/nichts"), "page/name": .text("x"),
    ]
    let late = "Erlaubt: heute oder später."
    #expect(try session.page("page", with: given)["page/day"]?.problem == late)
    let first = try await session.submit("page", with: given)
    #expect(first?.fields.map(\.problem) == [late, nil, "Erlaubt: mindestens 2 Zeichen."])
    given["page/day"] = .text("morgen")
    given["page/name"] = .text("Ann")
    // The disk is asked when all else is right.
    let second = try await session.submit("page", with: given)
    #expect(
      second?.fields.map(\.problem) == [nil, "Erlaubt: der Pfad einer Datei, die es gibt.", nil])
    let outcome = Outcome.finished("fertig")
    #expect(outcome.words(in: .german) == "beendet: fertig")
  }

  @Test("A session speaks the language it is given; its token goes to another one")
  func session() throws {
    var session = try Session(booking, words: .german)
    session.today = .day("2026-11-26")
    #expect(session.needs[0].question?.rules == ["Erlaubt: mindestens 2 Zeichen."])
    #expect(
      problem { try session.resolve("name", with: .text("")) } == "Eine Antwort wird gebraucht.")
    #expect(
      problem { try session.resolve("name", with: .text("x")) } == "Erlaubt: mindestens 2 Zeichen.")
    #expect(
      problem { try session.resolve("nam", with: .text("x")) }
        == "Auf „nam“ wird nicht gewartet, sondern auf „name“.")
    #expect(
      problem { try session.goBack() } == "Das ist die erste Frage; davor gibt es nichts.")
    try session.resolve("name", with: .text("Ann"))
    #expect(
      problem { try session.resolve("day", with: .text("bald")) }
        == "„bald“ passt nicht; erwartet: ein Tag wie 2026-11-27.")
    try session.resolve("day", with: .text("übermorgen"))
    #expect(session.needs[0].question?.choices.map(\.title) == ["Ja", "Nein"])
    #expect(
      problem { try session.resolve("member", with: .text("yes")) }
        == "„yes“ ist weder ja noch nein.")
    try session.resolve("member", with: .text("ja"))
    #expect(session.said == ["Mitglied: ja."])
    var english = try Session(booking, token: session.token)
    #expect(english.said == ["Mitglied: yes."])
    #expect(english[day] == "2026-11-28")
    #expect(
      problem { try english.resolve("room", with: .text("Suite")) }
        == "“Suite” is not one of the answers: Einzel, Doppel.")
    english.words = .german
    #expect(
      problem { try english.resolve("room", with: .text("Suite")) }
        == "„Suite“ steht nicht zur Wahl: Einzel, Doppel.")
    #expect(session.token == english.token)
  }

  @Test("A decision, a remark and a failure are in the language too")
  func decisions() async throws {
    let flow = Flow("pay") {
      Ask("Name?", into: name)
      Do("Zahlen") { _ in }.reads(name).timeout(.seconds(2))
      Ask("Ende?", into: Key<String>("end"))
    }
    var session = try Session(flow, words: .german)
    try session.resolve("name", with: .text("Ann"))
    try session.begin("zahlen")
    let restored = try Session(flow, token: session.token, words: .german)
    let question = try #require(restored.needs[0].question)
    #expect(
      question.title
        == "„Zahlen“ wurde unterbrochen oder dauerte länger als 2 Sekunden, und ist vielleicht "
        + "geschehen.")
    #expect(question.message == "Sehen Sie nach, ob es geschehen ist.")
    #expect(question.choices.map(\.title) == ["Noch einmal ausführen", "Es ist geschehen"])
    try session.resolve("zahlen", with: .failed("kein Netz"))
    #expect(
      "\(try #require(session.outcome))"
        == "failed: „Zahlen“ ist gescheitert: kein Netz")
    let without = Flow("pay") { Ask("Ende?", into: Key<String>("end")) }
    let other = try Session(without, token: session.token, words: .german)
    #expect(
      other.remarks.map(\.description) == [
        "„name“ gehört nicht mehr zum Ablauf; die Antwort wird nicht benutzt",
        "eine ausgeführte Handlung gehört nicht mehr zum Ablauf; was es bewirkt hat, bleibt",
      ])
  }

  @Test("A conversation that has failed speaks the language of whoever looks at it")
  func failed() async throws {
    let flow = Flow("pay") {
      Ask("Name?", into: name)
      Do("Zahlen") { _ in throw Declined() }.reads(name)
    }
    let store = MemoryStore()
    let german = Conversations(flow, in: store, words: .german)
    let view = try await german.start("c")
    let failed = try await german.answer("c", "name", with: .text("Ann"), at: view.step)
    guard case .failed(let failure) = failed.outcome else { throw Declined() }
    #expect(failure.message == "„Zahlen“ ist gescheitert: kein Geld")
    let english = try await Conversations(flow, in: store).view("c")
    guard case .failed(let failure) = english.outcome else { throw Declined() }
    #expect(failure.message == "the action “Zahlen” failed: kein Geld")
    #expect(failure.reason == .action && failure.step == "zahlen")
    guard case .failed(let failure) = try await german.view("c").outcome else { throw Declined() }
    #expect(failure.message == "„Zahlen“ ist gescheitert: kein Geld")
  }

  private struct Declined: Error, CustomStringConvertible {
    var description: String { "kein Geld" }
  }

  // MARK: Line mode

  @Test("A whole conversation in German, line by line")
  func lines() async throws {
    let size = Key<[String]>("sizes")
    let flow = Flow("Bestellung") {
      Ask("Name?", into: name).help("Wie auf der Karte.")
      Ask("Wie viele?", into: Key<Int>("count")).validate(.range(1...9)).default(1)
      Confirm("Geschenk?", into: member)
      ChooseMany("Größen", from: ["S", "M", "L"], into: size).atLeast(1)
      Alert("Löschen?", message: "Alles.") {
        Button("Weg damit", role: .destructive)
        Button("Lassen", role: .cancel)
      }
      Form("Adresse") {
        Ask("Straße", into: Key<String>("street"))
        Ask("Ort", into: Key<String>("town"))
      }
      Say("\(name): \(member).")
    }
    let run = try await PipedConsole.perform(
      flow, input: "?\nAnn\n12\n\nvielleicht\nj\nXL\nnichts\nalle\n9\n2\nA 1\nB\n<\nC\n\n",
      words: .german)
    #expect(run.error == expected)
    #expect(run.output == "Ann: ja.\n")
  }

  private let expected = """
    Name? (? für Hilfe): 
    Wie auf der Karte.
    Geben Sie Ihre Antwort ein.
    Ist Ihre Antwort nur ein Fragezeichen, geben Sie \\? ein.
    Name? (? für Hilfe): 
    Wie viele? (1 bis 9; Eingabetaste für 1): 
    Erlaubt: 1 bis 9.
    Wie viele? (1 bis 9; Eingabetaste für 1): 1
    Geschenk? (ja oder nein): 
    „vielleicht“ ist weder ja noch nein.
    Geschenk? (ja oder nein): 
    Größen
      1) S
      2) M
      3) L
    Nummern oder Antworten, durch Kommas getrennt (mindestens 1): 
    „XL“ steht nicht zur Wahl: S, M, L.
    Nummern oder Antworten, durch Kommas getrennt (mindestens 1): 
    Wählen Sie mindestens 1.
    Nummern oder Antworten, durch Kommas getrennt (mindestens 1): 
    Löschen?
    Alles.
      1) Weg damit (löscht)
      2) Lassen
    1 bis 2, oder eine Antwort: 
    „9“ steht nicht zur Wahl: Weg damit, Lassen.
    1 bis 2, oder eine Antwort: 
    Adresse
    Straße: 
    Ort: 
    Adresse
      1) Straße: A 1
      2) Ort: B
    Eingabetaste zum Absenden, oder die Nummer einer Antwort, um sie zu ändern: 
    Ort (Eingabetaste für B): 
    Adresse
      1) Straße: A 1
      2) Ort: C
    Eingabetaste zum Absenden, oder die Nummer einer Antwort, um sie zu ändern: 

    """
}

extension Words {
  /// The second table, beside the tests.
  static let german: Words = {
    let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    do {
      let bytes = try Files.read("/\(tests)/Words/German.json")
      return try Words(json: String(decoding: bytes, as: UTF8.self))
    } catch {
      Issue.record(error)
      return .english
    }
  }()
}
