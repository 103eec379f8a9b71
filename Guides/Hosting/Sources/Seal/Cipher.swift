import CCrypto

/// AES-256-GCM by OpenSSL: a number used once, what is sealed, and a tag that shows any change.
struct Cipher: Sendable {
  struct Refused: Error {}

  /// 32 bytes that the database doesn't have.
  let key: [UInt8]

  func seal(_ content: [UInt8], _ id: String) throws -> [UInt8] {
    let once = (0..<12).map { _ in UInt8.random(in: .min ... .max) }
    let (sealed, tag) = try perform(content, once, id, tag: nil)
    return once + sealed + tag
  }

  func open(_ bytes: [UInt8], _ id: String) throws -> [UInt8] {
    guard bytes.count >= 28 else { throw Refused() }
    let sealed = Array(bytes[12..<(bytes.count - 16)])
    return try perform(sealed, Array(bytes[..<12]), id, tag: Array(bytes.suffix(16))).bytes
  }

  private func perform(
    _ input: [UInt8], _ once: [UInt8], _ id: String, tag known: [UInt8]?
  ) throws -> (bytes: [UInt8], tag: [UInt8]) {
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    var bytes = [UInt8](repeating: 0, count: input.count)
    var rest = [UInt8](repeating: 0, count: 16)
    var tag = known ?? rest
    var count: Int32 = 0
    // The id is authenticated: what was sealed for one conversation doesn't open as another's.
    guard
      EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, once, known == nil ? 1 : 0) == 1,
      EVP_CipherUpdate(context, nil, &count, Array(id.utf8), Int32(id.utf8.count)) == 1,
      EVP_CipherUpdate(context, &bytes, &count, input, Int32(input.count)) == 1,
      known == nil || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
      EVP_CipherFinal_ex(context, &rest, &count) == 1,
      known != nil || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { throw Refused() }
    return (bytes, tag)
  }
}
