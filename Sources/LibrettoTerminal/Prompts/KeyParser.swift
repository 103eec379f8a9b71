/// Turns the bytes of a terminal into keys, however they are cut into pieces.
///
/// An escape sequence that isn't known is swallowed whole. An Esc that nothing follows for a moment
/// is shown as begun, and counts once something else is typed, or a longer moment has passed; a
/// sequence whose rest comes late is none. ``flush()`` says that the moment has passed.
struct KeyParser: Sendable {
  private enum State: Sendable {
    case ground
    /// After Esc.
    case escape
    /// After Esc, when nothing has followed at once, with what may be the rest of a sequence.
    case begunEscape([UInt8])
    /// After Esc [, with what has come since.
    case sequence([UInt8])
    /// After Esc O.
    case single
    /// After Esc [ [, with which the Linux console begins F1 to F5.
    case consoleFunction
    /// In a text that ends with BEL or Esc \, which nobody reads.
    case string(endsAfterEscape: Bool)
    case paste
    /// In a character of several bytes.
    case character([UInt8], Int)
  }

  /// The longest paste in bytes.
  private let maximum: Int
  /// Whether the terminal says where a paste begins and ends.
  private let hasBrackets: Bool
  private var state = State.ground
  /// What has been pasted, and the number of its bytes that were dropped.
  private var pasted: [UInt8] = []
  private var dropped = 0
  private var keys: [KeyPress] = []
  private var next = 0
  /// Whether a sequence was given up a moment ago, whose rest may still come.
  private var mayHaveTail = false

  /// - Parameters:
  ///   - maximum: the longest paste in bytes; a longer one is dropped and reported.
  ///   - hasBrackets: whether the terminal says where a paste begins and ends. Otherwise, several
  ///     characters that come at once are one: a person who types as fast over a slow line presses Return
  ///     once more, but what nobody meant for a button presses none.
  init(maximum: Int = 1_048_576, hasBrackets: Bool = true) {
    (self.maximum, self.hasBrackets) = (maximum, hasBrackets)
  }

  /// What time decides about the bytes that have come.
  enum Waiting: Sendable {
    /// Whether an Esc begins a sequence, whose rest comes at once.
    case sequence
    /// Whether an Esc counts, or a sequence that has begun is one: over a slow line, its rest comes in
    /// pieces.
    case escape
    /// Whether what comes next is a late rest.
    case tail
    /// Whether a paste has been broken off.
    case paste
  }

  /// What waits; nil if the bytes that have come mean the same whatever comes next.
  var waiting: Waiting? {
    switch state {
    case .escape: .sequence
    case .begunEscape, .sequence, .single, .consoleFunction, .string: .escape
    case .paste: .paste
    case .ground, .character: mayHaveTail ? .tail : nil
    }
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    var bytes = Array(bytes)[...]
    if case .begunEscape(let rest) = state, !bytes.isEmpty {
      bytes = rest + bytes
      switch bytes.tail {
      case .whole: state = .escape
      case .begun:
        state = .begunEscape(Array(bytes))
        return
      case nil:
        // What a person types after Esc.
        add(.escape)
        state = .ground
      }
    }
    if !hasBrackets, case .ground = state, let text = bytes.pastedText {
      add(.paste(String(decoding: text, as: UTF8.self).replacingLineEnds))
      return
    }
    for byte in bytes { take(byte) }
  }

  /// The next key; nil if there is none yet.
  mutating func pop() -> KeyPress? {
    guard next < keys.count else { return nil }
    defer {
      next += 1
      if next == keys.count { (keys, next) = ([], 0) }
    }
    return keys[next]
  }

  /// Forgets all keys and what has begun.
  mutating func drop() { self = KeyParser(maximum: maximum, hasBrackets: hasBrackets) }

  /// Takes what waits for its rest as it is, because nothing has followed.
  mutating func flush() {
    switch state {
    case .escape:
      add(.escapeBegun)
      state = .begunEscape([])
      return
    case .begunEscape(let rest):
      add(.escape)
      state = .ground
      for byte in rest { take(byte) }
      return
    case .sequence(let bytes):
      // A tail that comes late must not be typed.
      mayHaveTail = true
      if bytes.isEmpty { add(.alt("[")) }
    case .single: add(.alt("O"))
    case .paste: endPaste(pasted[...])
    case .ground, .character: mayHaveTail = false
    case .consoleFunction, .string: break
    }
    if case .character = state {} else { state = .ground }
  }

  private mutating func add(_ key: KeyPress) {
    keys.append(key)
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: ground(byte)
    case .escape: escape(byte)
    // What follows it is taken whole.
    case .begunEscape: break
    case .sequence(var bytes):
      bytes.append(byte)
      if byte == 0x1B {
        state = .escape
      } else if (0x40...0x7E).contains(byte) {
        state = .ground
        sequence(bytes)
      } else if byte < 0x20 || byte >= 0x7F {
        // What can't be a part of a sequence ends it, and means what it means: Ctrl-C above all.
        state = .ground
        take(byte)
      } else if bytes.count > 64 {
        state = .ground
        mayHaveTail = true
      } else {
        state = .sequence(bytes)
      }
    case .single:
      state = .ground
      single(byte)
    case .consoleFunction:
      state = .ground
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "E"): add(.function(Int(byte) - 0x40))
      case 0x20...0x7E: break
      default: take(byte)
      }
    case .string(let endsAfterEscape):
      if byte == 0x07 || endsAfterEscape && byte == 0x5C {
        state = .ground
      } else {
        state = .string(endsAfterEscape: byte == 0x1B)
      }
    case .paste: paste(byte)
    case .character(let bytes, let rest): character(byte, bytes, rest)
    }
  }

  private mutating func ground(_ byte: UInt8) {
    if mayHaveTail {
      // Digits, semicolons and one final letter or tilde are the rest of a sequence.
      if byte >= 0x30 && byte <= 0x3B { return }
      mayHaveTail = false
      if byte == 0x7E || byte >= 0x41 && byte <= 0x5A { return }
    }
    switch byte {
    case 0x1B: state = .escape
    case 0x0A, 0x0D: add(.enter)
    case 0x09: add(.tab)
    case 0x08, 0x7F: add(.backspace)
    case 0x00: break
    case 0x01...0x1A: add(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x1C...0x1F: break
    case 0x20...0x7E: add(.text(String(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .character([byte], 1)
    case 0xE0...0xEF: state = .character([byte], 2)
    case 0xF0...0xF4: state = .character([byte], 3)
    default: add(.text("\u{FFFD}"))
    }
  }

  private mutating func character(_ byte: UInt8, _ bytes: [UInt8], _ rest: Int) {
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      add(.text("\u{FFFD}"))
      return take(byte)
    }
    if rest > 1 {
      state = .character(bytes + [byte], rest - 1)
    } else {
      state = .ground
      add(.text(String(decoding: bytes + [byte], as: UTF8.self)))
    }
  }

  private mutating func escape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x1B:
      add(.escape)
      state = .escape
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string(endsAfterEscape: false)
    case 0x0A, 0x0D: add(.alt("\n"))
    case 0x7F, 0x08: add(.alt("\u{8}"))
    case UInt8(ascii: "b"): add(.wordLeft)
    case UInt8(ascii: "f"): add(.wordRight)
    case 0x20...0x7E: add(.alt(Character(Unicode.Scalar(byte))))
    default:
      add(.escape)
      take(byte)
    }
  }

  private mutating func single(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): add(.up)
    case UInt8(ascii: "B"): add(.down)
    case UInt8(ascii: "C"): add(.right)
    case UInt8(ascii: "D"): add(.left)
    case UInt8(ascii: "H"): add(.home)
    case UInt8(ascii: "F"): add(.end)
    case UInt8(ascii: "M"): add(.enter)
    case UInt8(ascii: "P")...UInt8(ascii: "S"): add(.function(Int(byte) - 0x4F))
    case 0x20...0x7E: break
    default: take(byte)
    }
  }

  /// - Parameter bytes: the parameters and the final byte.
  private mutating func sequence(_ bytes: [UInt8]) {
    let parameters = bytes.dropLast().split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    let first = parameters.first ?? 0
    let hasModifier = parameters.count > 1 && parameters[1] > 1
    switch bytes.last.map({ Character(Unicode.Scalar($0)) }) {
    case "A": add(.up)
    case "B": add(.down)
    case "C": add(hasModifier ? .wordRight : .right)
    case "D": add(hasModifier ? .wordLeft : .left)
    case "H": add(.home)
    case "F": add(.end)
    case "Z": add(.backTab)
    case "P" where bytes.count == 1: add(.function(1))
    case "[" where bytes.count == 1: state = .consoleFunction
    case "~": tilde(first)
    default: break
    }
  }

  private mutating func tilde(_ number: Int) {
    switch number {
    case 1, 7: add(.home)
    case 3: add(.delete)
    case 4, 8: add(.end)
    case 5: add(.pageUp)
    case 6: add(.pageDown)
    case 11...15: add(.function(number - 10))
    case 17...21: add(.function(number - 11))
    case 200:
      (pasted, dropped) = ([], 0)
      state = .paste
    default: break
    }
  }

  private mutating func endPaste(_ bytes: ArraySlice<UInt8>) {
    let size = dropped + bytes.count
    if size > maximum {
      add(.tooLong(size))
    } else {
      add(.paste(String(decoding: bytes, as: UTF8.self).replacingLineEnds))
    }
    pasted = []
  }

  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  private mutating func paste(_ byte: UInt8) {
    pasted.append(byte)
    if byte == 0x7E, pasted.suffix(6).elementsEqual(Self.endOfPaste) {
      state = .ground
      endPaste(pasted.dropLast(6))
    } else if pasted.count > maximum + 65_536 {
      // Only what may be a part of the end is kept.
      dropped += pasted.count - 5
      pasted = Array(pasted.suffix(5))
    }
  }
}

/// A key, as a person presses it at a terminal.
enum KeyPress: Hashable, Sendable {
  case text(String)
  /// Text that was pasted, with its lines.
  case paste(String)
  case enter, tab, backTab, escape, backspace, delete
  /// Esc was pressed, and may be the beginning of another key.
  case escapeBegun
  case up, down, left, right, home, end, pageUp, pageDown
  case wordLeft, wordRight
  /// A letter with Ctrl, in lower case.
  case control(Character)
  /// A character after Esc or with Alt.
  case alt(Character)
  /// F1 and its like.
  case function(Int)
  /// The terminal was closed, or its input has ended.
  case endOfInput
  /// A paste that is too long, with its size in bytes.
  case tooLong(Int)
}

extension ArraySlice<UInt8> {
  fileprivate enum Tail { case whole, begun }

  /// Whether they are, or begin with, the rest of a sequence of keys without its Esc; nil if they are
  /// something else.
  fileprivate var tail: Tail? {
    guard let first, first == UInt8(ascii: "[") || first == UInt8(ascii: "O") else { return nil }
    // Arrows, Home, End, Shift-Tab, F1 to F4, and what has a number.
    let finals = first == UInt8(ascii: "[") ? "ABCDFHPQRSZ~" : "ABCDFHMPQRS"
    guard let last = dropFirst().first(where: { $0 < 0x30 || $0 > 0x3B }) else { return .begun }
    return finals.utf8.contains(last) ? .whole : nil
  }

  /// Several characters without the last line's end, as they come from a terminal that doesn't say where
  /// a paste begins and ends; nil if there is only one, or something else.
  var pastedText: ArraySlice<UInt8>? {
    let isEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let lines = isEnd(last ?? 0) ? dropLast() : self
    let isText = lines.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || isEnd($0) }
    // Tab is a key where nothing else says that it is text.
    let isSeveral =
      lines.contains(where: isEnd)
      ? !lines.allSatisfy(isEnd) : !lines.contains(0x09) && lines.count { $0 & 0xC0 != 0x80 } > 1
    return isText && isSeveral ? lines : nil
  }
}

extension String {
  /// Terminals send a line end in a paste as CR.
  var replacingLineEnds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      if byte == 0x0D {
        bytes.append(0x0A)
      } else if byte != 0x0A || !isAfterReturn {
        bytes.append(byte)
      }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
