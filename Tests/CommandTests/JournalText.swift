/// Journals as tests write them by hand, without the library: what ends each line is reckoned here a
/// second time.
enum JournalText {
  /// Lines without their checks, each with its own.
  static func sealed(_ lines: String...) -> String {
    var check: UInt32 = 0
    return lines.map { line in
      let body = line.dropLast()
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(check)
      for byte in body.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      check = UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
      let digits = String(check, radix: 16)
      let zeros = String(repeating: "0", count: 8 - digits.count)
      return body + ",\"check\":\"\(zeros)\(digits)\"}\n"
    }.joined()
  }

  static func header(_ flow: String, _ fingerprint: String = "0") -> String {
    #"{"libretto":2,"journal":"\#(flow)","fingerprint":"\#(fingerprint)","run":"r","time":0}"#
  }
}

extension String {
  /// A journal with the clock stopped, without what tells one run from another and without checks.
  var untimed: String {
    split(separator: "\n").map { line in
      var text = String(line)
      if let check = text.ranges(of: #","check":"#).last { text = text[..<check.lowerBound] + "}" }
      if let time = text.ranges(of: #""time":"#).last { text = text[..<time.upperBound] + "0}" }
      if let run = text.firstRange(of: #""run":""#) {
        text.replaceSubrange(run.upperBound..., with: text[run.upperBound...].drop { $0 != "\"" })
      }
      return text + "\n"
    }.joined()
  }
}
