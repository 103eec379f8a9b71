/// A fingerprint of bytes and numbers that, unlike `Hasher`, is the same in every process.
///
/// Two lanes of 64 bits: FNV-1a, and a variant with another multiplier and a shift that also
/// carries high bits down. Together they protect against accidental collisions; the cache belongs
/// to its owner alone, so nobody can plant collisions.
struct Hash {
  private var a: UInt64 = 0xCBF2_9CE4_8422_2325
  private var b: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func combine(_ bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    var a = a
    var b = b
    // A pointer loop: in a debug build, an iterator costs ten times as much for each byte.
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = UInt64(truncatingIfNeeded: buffer[index])
        a = (a ^ byte) &* 0x0000_0100_0000_01B3
        b = (b ^ byte) &* 0xFF51_AFD7_ED55_8CCD
        b ^= b &>> 29
        index &+= 1
      }
    }
    self.a = a
    self.b = b
  }

  mutating func combine(_ text: String) { combine(Array(text.utf8)) }

  mutating func combine(_ number: UInt64) {
    a = (a ^ number) &* 0x0000_0100_0000_01B3
    a ^= a &>> 32
    b = (b ^ number) &* 0xFF51_AFD7_ED55_8CCD
    b ^= b &>> 29
  }

  /// 32 hexadecimal digits.
  var digits: String { Hash.hexadecimal(a) + Hash.hexadecimal(b) }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
