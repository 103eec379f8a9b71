#if DEBUG
  import TestSupport
  import Testing

  @Suite("One conversation in several processes")
  struct SessionProcessTests {
    @Test("Each step in a separate process, which knows only the token")
    func conversation() throws {
      let fixture = builtProduct("TerminalFixture")
      var token: [String] = []
      var shown: [String] = []
      for answer in [[], ["name", "Zoë"], ["size", "l"], ["pay", "yes"]] {
        let ended = try Subprocess.run(fixture, ["session"] + token + answer)
        #expect(ended.standardError == "")
        let lines = ended.standardOutput.split(separator: "\n").map(String.init)
        token = Array(lines.prefix(1))
        shown += lines.dropFirst()
      }
      #expect(
        shown == [
          "name: Name?", "size: Size, Zoë?", "Large it is.; pay: 6 euros?", "Thank you, Zoë.",
          "finished [name: “Zoë”, pay: true, size: “Large”, total: 6]",
        ])
    }
  }
#endif
