import Cleanup
import Libretto
import XCTest

final class CleanupXCTests: XCTestCase {
  func testNoDeletesNothing() async throws {
    let script = Scripted(["No"], byID: ["found": ["a.tmp", "b.tmp"]])
    do {
      let result = try await Cleanup.flow.run(with: script)
      XCTAssertEqual(result.outcome, .finished)
      XCTAssertEqual(result.performed, ["list files"])
    } catch let error as ScriptedError {
      // XCTest shows it at the line of the script.
      guard let place = error.location else { throw error }
      XCTFail("\(error)", file: place.filePath, line: UInt(place.line))
    }
  }
}
