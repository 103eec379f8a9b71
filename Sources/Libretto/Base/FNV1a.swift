extension String {
  /// A 32-bit hash of the text: its 64-bit FNV-1a hash, folded.
  var shortForm: UInt32 {
    let hash = fnv1a(utf8)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}

/// The 64-bit FNV-1a hash of some bytes; unlike `Hasher`, it gives the same result in every
/// process.
func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return hash
}
