// What the JSON reader takes is written and read back the same, and nothing makes it crash.

@testable import LibrettoCore

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let value = try? JSONReader.read(bytes) else { return 0 }
  for isPretty in [false, true] {
    var writer = JSONWriter(pretty: isPretty)
    writer.value(value)
    guard let again = try? JSONReader.read(writer.bytes), again == value else {
      fatalError("not read back: \(writer.text)")
    }
  }
  return 0
}
