import TestSupport
import Testing

/// The files that a flow reads and writes where others may have been before.
@Suite("Files that others may have made", .serialized)
struct FileTests {
  static let folder = ScriptFolder(
    "files",
    [
      "a.swift":
        "import Libretto\nawait Flow(\"a\") { Ask(\"Name?\", into: Key<String>(\"n\")) }.main()",
      "b.swift": """
      import Libretto
      await Flow("b") {
        Ask("Word?", into: Key<String>("word")).secret()
        Say("a\\u{1B}[2Jb")
      }.main()
      """,
    ])
  private var folder: ScriptFolder { Self.folder }

  private static let recorded = "printf 'x\\n' | $FLOW a.swift --record a.jsonl >/dev/null 2>&1"

  /// Runs a shell's script after a journal was written to `a.jsonl`.
  private func afterwards(_ script: String) throws -> Ended {
    try folder.shell("rm -f a.jsonl link.jsonl; \(Self.recorded) && \(script)")
  }

  @Test("A journal that isn't a regular file is refused at once")
  func fifo() throws {
    let run = try folder.shell(
      "rm -f fifo; mkfifo fifo; exec $FLOW a.swift --resume fifo")
    #expect(
      run == Ended(65, "", "a.swift: fifo is not a regular file, so it can't hold a journal\n"))
  }

  @Test("A journal that others can write to is refused")
  func writable() throws {
    let run = try afterwards("chmod 664 a.jsonl; exec $FLOW a.swift --resume a.jsonl")
    #expect(
      run
        == Ended(
          65, "",
          "a.swift: a.jsonl can be written by other users; if it is as you left it, run "
            + "`chmod go-w` on it\n"))
  }

  @Test("A journal of another user is refused", .enabled(if: isRoot))
  func owner() throws {
    let run = try afterwards("chown 65534 a.jsonl; exec $FLOW a.swift --resume a.jsonl")
    #expect(
      run
        == Ended(
          65, "",
          "a.swift: a.jsonl belongs to another user; resume a copy of your own if you trust it\n"))
  }

  private static var isRoot: Bool { (try? folder.shell("test $(id -u) = 0").status) == 0 }

  @Test("A journal of another flow stays as it is, and nothing is asked")
  func foreign() throws {
    let run = try afterwards(
      """
      printf '{"answ' >>a.jsonl; cp a.jsonl before
      printf 'x\\n' | $FLOW b.swift --resume a.jsonl; echo $?; cmp a.jsonl before
      """)
    #expect(run.status == 0 && run.output == "65\n")
    #expect(run.errors.hasPrefix("b.swift: a.jsonl: ") && !run.errors.contains("Word?"))
  }

  @Test("A transcript isn't written through a symbolic link, and holds nothing but text")
  func transcript() throws {
    folder.save("b.json", #"{"word": "x"}"#)
    let test = "$FLOW test b.swift b.json"
    let linked = try folder.shell(
      "echo mine >target; ln -sf target b.transcript; \(test) --update >/dev/null; cat target")
    #expect(
      linked
        == Ended(
          0, "mine\n",
          "b.swift: b.transcript is a symbolic link, which isn't followed; remove it, and write it "
            + "again\n"))
    let plain = try folder.shell(
      "rm b.transcript; \(test) --update 2>/dev/null >/dev/null; cat b.transcript; \(test)")
    #expect(plain.status == 0 && plain.output.contains("a\u{241B}[2Jb\n"))
    #expect(!plain.output.contains("\u{1B}"))
  }
}
