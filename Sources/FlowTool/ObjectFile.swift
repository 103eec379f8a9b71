#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `flow` reads from a compiled object: the symbols it names and the libraries it asks for.
struct ObjectFile {
  private let bytes: [UInt8]

  init(_ path: String) throws(SystemError) { bytes = try readFile(path) }

  /// The symbol of `Flow.main()`, up to its parameters. After `exec`, nobody can report that a
  /// script performs nothing, so this is checked here. A search for the bytes is enough: it works
  /// for ELF and Mach-O alike, because both store undefined symbols unchanged in their string
  /// tables.
  static let flowMain = "$s8Libretto4FlowV4main"

  func mentions(_ symbol: String) -> Bool {
    let wanted = Array(symbol.utf8)
    return bytes.withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        guard let start = bytes.baseAddress, let symbol = wanted.baseAddress else { return false }
        var offset = 0
        while bytes.count - offset >= wanted.count {
          let places = bytes.count - offset - wanted.count + 1
          guard let found = memchr(start + offset, Int32(wanted[0]), places) else { return false }
          if memcmp(found, symbol, wanted.count) == 0 { return true }
          offset = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }

  /// The linker options in an ELF object (`-lFoundation` for an import); nil if it isn't such a
  /// file.
  func autolinkEntries() -> [String]? {
    // ELF, 64 bits, little-endian; the numbers are offsets in Elf64_Ehdr of the System V ABI.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    guard let table = number(at: 0x28, size: 8), let entrySize = number(at: 0x3A, size: 2),
      let count = number(at: 0x3C, size: 2), let namesIndex = number(at: 0x3E, size: 2),
      let nameTable = number(at: table + namesIndex * entrySize + 0x18, size: 8)
    else { return nil }
    for index in 0..<count {
      let header = table + index * entrySize
      guard let name = number(at: header, size: 4),
        let start = number(at: header + 0x18, size: 8),
        let size = number(at: header + 0x20, size: 8)
      else { return nil }
      guard string(at: nameTable + name) == ".swift1_autolink_entries" else { continue }
      guard start + size <= bytes.count else { return nil }
      return bytes[start..<start + size].split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    return []
  }

  private func number(at offset: Int, size: Int) -> Int? {
    ObjectFile.number(in: bytes[...], at: offset, size: size)
  }

  private static func number(in bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    var value: UInt64 = 0
    for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    // A file is smaller than this; larger numbers would overflow the sums above.
    return value < 1 << 48 ? Int(value) : nil
  }

  /// Whether the end of an ELF program is missing, as after a power failure: linkers write the table
  /// of sections last, and its place and size are in the first bytes.
  ///
  /// The kernel refuses a file without these bytes. A Mac's kernel refuses any program that has been
  /// cut, because its signature is at its end.
  static func isCut(_ program: Int32, size: Int) -> Bool {
    var head = [UInt8](repeating: 0, count: 64)
    guard pread(program, &head, head.count, 0) == head.count,
      head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table = number(in: head[...], at: 0x28, size: 8),
      let entrySize = number(in: head[...], at: 0x3A, size: 2),
      let count = number(in: head[...], at: 0x3C, size: 2)
    else { return false }
    return table + count * entrySize > size
  }

  private func string(at offset: Int) -> String? {
    guard offset < bytes.count else { return nil }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
