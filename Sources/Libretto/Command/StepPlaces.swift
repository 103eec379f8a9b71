import LibrettoCore
import LibrettoKnowledge
import LibrettoTerminal

/// Where steps stand in the source of a script, with their columns.
///
/// A flow knows the lines of its steps. If it knew their columns too, a plain statement would cost the
/// type checker a fourth more scopes. So the column is looked up in the text of the script, where the
/// steps of a line begin with words such as `Ask`, in the order of the flow.
struct StepPlaces: Sendable {
  private let places: [FlowLocation]
  private let file: String
  private let lines: [[UInt8]]

  private static let words: Set = [
    "Alert", "Ask", "Back", "Break", "CancelOperation", "Check", "Choose", "ChooseMany", "Confirm",
    "Do", "Fail", "Field", "Finish", "Flow", "Form", "Heading", "Load", "Note", "Operation",
    "Operations", "Rate", "Repeat", "Say", "Store", "Switch", "TryAgain", "Wait", "When",
  ]

  /// - Parameter path: the script; nil if the flow isn't one, so that no column is known.
  init(_ flow: Flow, source path: String?) {
    places = flow.sources.map(\.place)
    file = path?.split(separator: "/").last.map(String.init) ?? ""
    let text = path.flatMap { try? Files.read($0) } ?? []
    lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  /// The place of a step as compilers write it: `cleanup.swift:12:3`; the path in a JSON document.
  func words(_ step: Int, _ place: FlowLocation?) -> String {
    guard let place else { return "" }
    return "\(place)" + (column(step, place).map { ":\($0)" } ?? "")
  }

  /// The column of a step, in bytes from 1; nil if it isn't known.
  func column(_ step: Int, _ place: FlowLocation) -> Int? {
    guard place.path == nil, place.file.split(separator: "/").last.map(String.init) == file,
      lines.indices.contains(place.line - 1)
    else { return nil }
    let line = lines[place.line - 1]
    let starts = Self.starts(line)
    if starts.isEmpty { return (line.firstIndex { $0 > 0x20 } ?? 0) + 1 }
    let before = places.indices.prefix { $0 < step }.count { places[$0] == place }
    return starts[before % starts.count]
  }

  /// The columns of the words of steps in a line.
  private static func starts(_ line: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var isInText = false
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "\\") { index += 1 }
      if byte == UInt8(ascii: "\"") { isInText.toggle() }
      guard !isInText, byte.isOfWord else {
        index += 1
        continue
      }
      let start = index
      while index < line.count, line[index].isOfWord { index += 1 }
      let isMember = start > 0 && line[start - 1] == UInt8(ascii: ".")
      if !isMember, words.contains(String(decoding: line[start..<index], as: UTF8.self)) {
        starts.append(start + 1)
      }
    }
    return starts
  }
}

extension UInt8 {
  fileprivate var isOfWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension JSONWriter {
  /// Writes the members for the place of a step.
  mutating func place(_ step: Int, _ place: FlowLocation?, _ places: StepPlaces) {
    if let path = place?.path {
      member("path", path)
    } else if let place {
      // What is before it is the name of the module.
      member("file", place.file.split(separator: "/").last.map(String.init) ?? "")
      member("line", place.line)
      if let column = places.column(step, place) { member("column", column) }
    }
  }
}
