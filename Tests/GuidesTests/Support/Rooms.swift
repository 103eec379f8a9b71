/// Which room of the library uses names of which: the sources, read as text.
///
/// Counted are top-level types and functions, and members that extensions of one room declare and
/// no other room does. Names that several rooms declare say nothing and are left out, and so do
/// those of functions that the standard library has too.
struct Rooms {
  /// A use of a name of one room in another.
  struct Arrow: Hashable, Comparable {
    let from: String
    let to: String
    let name: String
    let file: String

    static func < (left: Arrow, right: Arrow) -> Bool {
      (left.from, left.to, left.name, left.file) < (right.from, right.to, right.name, right.file)
    }
  }

  /// Functions of the standard library with overloads here.
  private static let standard: Set<String> = ["min", "max"]

  private struct Source {
    let room: String
    let file: String
    let lines: [Substring]
  }

  private var sources: [Source] = []
  private var types: [String: Set<String>] = [:]
  private var functions: [String: Set<String>] = [:]
  /// Nested types by the rooms that declare them: there the name may mean these.
  private var nested: [String: Set<String>] = [:]
  /// Members that extensions declare, and all members, by the rooms that declare them.
  private var extended: [String: Set<String>] = [:]
  private var members: [String: Set<String>] = [:]

  /// - Parameter files: the texts of the files by their paths, `Engine/Run.swift`.
  init(_ files: [String: String]) {
    for (path, text) in files {
      let parts = path.split(separator: "/")
      let code = Self.code(of: text)
      let source = Source(
        room: String(parts[0]), file: String(parts[parts.count - 1]),
        lines: code.split(separator: "\n", omittingEmptySubsequences: false))
      sources.append(source)
      declare(source)
    }
  }

  private mutating func declare(_ source: Source) {
    var depth = 0
    var isExtension = false
    for line in source.lines {
      let words = Self.words(of: line)
      func name(after keywords: Set<Substring>, isType: Bool) -> String? {
        guard let place = words.firstIndex(where: { keywords.contains($0.text) && !$0.isMember }),
          place + 1 < words.count, words[place + 1].isType == isType
        else { return nil }
        return String(words[place + 1].text)
      }
      let isHidden = words.contains {
        $0.text == "fileprivate" || $0.text == "private" && !$0.isCalled
      }
      let opens = words.prefix(4).contains { $0.text == "extension" }
      if opens {
        if depth == 0 { isExtension = !isHidden }
      } else if let type = name(after: Self.types, isType: true) {
        if depth == 0, !isHidden {
          types[type, default: []].insert(source.room)
        } else {
          nested[type, default: []].insert(source.room)
        }
        if depth == 0 { isExtension = false }
      } else if depth == 0, let function = name(after: ["func"], isType: false), !isHidden {
        if Self.standard.contains(function) { continue }
        functions[function, default: []].insert(source.room)
      }
      if let member = name(after: ["func", "var", "let"], isType: false) {
        members[member, default: []].insert(source.room)
        if depth == 1, isExtension, !isHidden { extended[member, default: []].insert(source.room) }
      }
      if words.first?.text == "case", words.count > 1 {
        members[String(words[1].text), default: []].insert(source.room)
      }
      for letter in line.utf8 {
        if letter == UInt8(ascii: "{") { depth += 1 }
        if letter == UInt8(ascii: "}") { depth -= 1 }
      }
    }
  }

  private static let types: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]

  /// The uses of other rooms’ names.
  var arrows: Set<Arrow> {
    var arrows: Set<Arrow> = []
    for source in sources {
      for word in source.lines.flatMap({ Self.words(of: $0) }) {
        let name = String(word.text)
        var rooms: Set<String>?
        if word.isMember {
          rooms = members[name]?.count == 1 ? extended[name] : nil
        } else if word.isType {
          rooms = nested[name]?.contains(source.room) == true ? nil : types[name]
        } else if word.isCalled {
          rooms = members[name]?.contains(source.room) == true ? nil : functions[name]
        }
        guard let rooms, rooms.count == 1, let to = rooms.first, to != source.room else { continue }
        arrows.insert(Arrow(from: source.room, to: to, name: name, file: source.file))
      }
    }
    return arrows
  }

  private struct Word {
    let text: Substring
    /// Whether it stands behind a full stop; whether a parenthesis follows.
    let isMember: Bool
    let isCalled: Bool

    var isType: Bool { text.utf8.first.map { (65...90).contains($0) } ?? false }
  }

  private static func words(of line: Substring) -> [Word] {
    var words: [Word] = []
    let bytes = line.utf8
    var place = bytes.startIndex
    var before: UInt8 = 0
    while place < bytes.endIndex {
      let start = place
      while place < bytes.endIndex, isOfWord(bytes[place]) { place = bytes.index(after: place) }
      if start == place {
        before = bytes[place]
        place = bytes.index(after: place)
        continue
      }
      let isCalled = place < bytes.endIndex && bytes[place] == UInt8(ascii: "(")
      words.append(
        Word(
          text: line[start..<place], isMember: before == UInt8(ascii: "."), isCalled: isCalled))
      before = 0
    }
    return words
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 95: true
    default: byte >= 0x80
    }
  }

  // MARK: Code without words

  /// Swift without its comments and the words of its strings; what is interpolated stays.
  static func code(of text: String) -> String {
    var letters = Array(text.utf8)[...]
    var code: [UInt8] = []
    take(&letters, until: nil, into: &code)
    return String(decoding: code, as: UTF8.self)
  }

  /// Takes code, up to the parenthesis that closes an interpolation.
  private static func take(
    _ letters: inout ArraySlice<UInt8>, until end: UInt8?, into code: inout [UInt8]
  ) {
    var open = 0
    while let letter = letters.first {
      if letters.starts(with: "//".utf8) {
        letters = letters.drop { $0 != UInt8(ascii: "\n") }
        continue
      }
      if letter == UInt8(ascii: "\"") || letter == UInt8(ascii: "#") {
        let hashes = letters.prefix { $0 == UInt8(ascii: "#") }.count
        if letters.dropFirst(hashes).first == UInt8(ascii: "\"") {
          letters = letters.dropFirst(hashes)
          takeString(&letters, hashes, into: &code)
          continue
        }
      }
      letters = letters.dropFirst()
      if letter == UInt8(ascii: "(") { open += 1 }
      if letter == UInt8(ascii: ")") {
        if open == 0, end != nil { return }
        open -= 1
      }
      code.append(letter)
    }
  }

  private static func takeString(
    _ letters: inout ArraySlice<UInt8>, _ hashes: Int, into code: inout [UInt8]
  ) {
    let marks = letters.starts(with: "\"\"\"".utf8) ? 3 : 1
    letters = letters.dropFirst(marks)
    let sharp = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: marks) + sharp
    let escape = [UInt8(ascii: "\\")] + sharp
    code.append(UInt8(ascii: " "))
    while let letter = letters.first {
      if letters.starts(with: end) {
        letters = letters.dropFirst(end.count)
        return
      }
      if letters.starts(with: escape + [UInt8(ascii: "(")]) {
        letters = letters.dropFirst(escape.count + 1)
        code.append(UInt8(ascii: " "))
        take(&letters, until: UInt8(ascii: ")"), into: &code)
        code.append(UInt8(ascii: " "))
      } else if letters.starts(with: escape) {
        letters = letters.dropFirst(escape.count + 1)
      } else {
        if letter == UInt8(ascii: "\n") { code.append(letter) }
        letters = letters.dropFirst()
      }
    }
  }
}
