// Whatever bytes a terminal sends, in whatever pieces: they give the same keys, and a prompt keeps to
// the screen and replies only what can be answered. The first bytes are the prompt and the screen.

@testable import LibrettoCore
@testable import LibrettoTerminal

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.count > 3,
    var prompt = try? FuzzPrompt(FuzzPrompts.all[Int(bytes[0]) % FuzzPrompts.all.count])
  else { return 0 }
  let size = QuestionView.Size(columns: max(1, Int(bytes[1])), rows: max(1, Int(bytes[2])))
  var (whole, parts) = (KeyParser(maximum: 4_096), KeyParser(maximum: 4_096))
  let typed = bytes[3...].prefix(4_096)
  whole.feed(typed)
  var wanted: [KeyPress] = []
  while let key = whole.pop() { wanted.append(key) }
  var rest = typed
  var keys: [KeyPress] = []
  while let first = rest.first {
    parts.feed(rest.prefix(Int(first) % 7 + 1))
    rest = rest.dropFirst(Int(first) % 7 + 1)
    while let key = parts.pop() { keys.append(key) }
  }
  guard keys == wanted else { fatalError("cut, the keys are \(keys) and not \(wanted)") }
  parts.flush()
  while let key = parts.pop() { keys.append(key) }
  prompt.checkFocus()
  prompt.draw(size, .unicode)
  for (number, key) in keys.enumerated() {
    prompt.press(key)
    if number % 8 == 0 { prompt.draw(size, .ascii) }
  }
  prompt.draw(size, .unicode)
  if !prompt.problems.isEmpty { fatalError("\(prompt.problems)") }
  return 0
}
