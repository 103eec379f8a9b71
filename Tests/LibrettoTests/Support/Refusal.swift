@testable import LibrettoCore

/// The sentence with which something is refused, whatever its reason; nil if it isn't.
func refusal(_ body: () throws -> Void) throws -> String? {
  do {
    try body()
    return nil
  } catch let refusal as Rejection {
    return refusal.message
  }
}
