import Testing

@testable import LibrettoCore
@testable import LibrettoTerminal

@Suite("Typed answers of one line or several")
struct TypedAnswerTests {
  private func answer(_ reads: LineRead..., maximum: Int = 1000) -> [TypedAnswer?] {
    var lines = TypedLines(maximum: maximum)
    return reads.map { lines.take($0) }
  }

  @Test("Several lines end with a full stop alone; two at the beginning stand for one")
  func dots() {
    #expect(
      answer(
        .line("one"), .line(""), .line(".."), .line("...x"), .line(".x"), .line(" ."), .line("?"),
        .line(".")
      ).last == .reply(.text("one\n\n.\n..x\n.x\n .\n?")))
  }

  @Test("A full stop at once gives no text, so the default applies; empty lines are an answer")
  func empty() {
    #expect(answer(.line(".")) == [.reply(.text(""))])
    #expect(answer(.line(""), .line("."))[1] == .reply(.given("")))
    #expect(answer(.line(""), .line(""), .line("."))[2] == .reply(.given("\n")))
  }

  @Test("A question mark asks for help only at the beginning, where \\? stands for it")
  func help() {
    #expect(answer(.line(" ? ")) == [.help])
    #expect(answer(.line("\\?"), .line("\\?"), .line("."))[2] == .reply(.text("?\n\\?")))
  }

  @Test("The end of the input is never the end of an answer")
  func end() {
    #expect(answer(.endOfInput) == [.reply(.endOfInput)])
    #expect(answer(.line("one"), .endOfInput) == [nil, .unended])
  }

  @Test("Input that isn't text or is too long is refused as a whole, when it has ended")
  func refused() {
    #expect(
      answer(.invalidUTF8, .line("one"), .line(".")) == [
        nil, nil,
        .problem(Sentence(.notText)),
      ])
    #expect(
      answer(.line("four"), .line("five"), .line("."), maximum: 8)[2]
        == .problem(Sentence(.answerTooLong, 9, 8)))
    #expect(
      answer(.line("four"), .line("ive"), .line("."), maximum: 8)[2]
        == .reply(.text("four\nive")))
  }
}
