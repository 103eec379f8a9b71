/// A prompt that can stay open for a limited time.
///
/// ```swift
/// Ask("Quick: what is 6 × 7?", into: answer).timeout(.seconds(5)) { Say("Too late.") }
/// ```
public protocol TimedPrompt: Answerable {}

extension Alert: TimedPrompt {}
extension Ask: TimedPrompt {}
extension Confirm: TimedPrompt {}
extension Choose: TimedPrompt {}
extension ChooseMany: TimedPrompt {}

extension TimedPrompt {
  /// Sets how long the prompt stays open; when the time is up, the flow fails.
  ///
  /// Of an alert with fields it limits the time until a button is chosen.
  /// - Parameter duration: the time, to the millisecond; more than none. Scripts do not wait.
  public func timeout(_ duration: Duration) -> Self {
    withPrompt { $0.timeout = duration.inWholeMilliseconds }
  }

  /// Sets how long the prompt stays open, and what follows when the time is up.
  /// - Parameters:
  ///   - duration: the time, to the millisecond; more than none. Scripts do not wait.
  ///   - steps: what follows when there was no answer in time; then the flow goes on.
  public func timeout(_ duration: Duration, @FlowBuilder then steps: () -> Steps) -> Self {
    timeout(duration).with {
      $0.append(
        Branch(nil, .timedOut, component: "timed-out", at: $0.place, steps: steps()._drafts))
    }
  }

  /// Refuses work where steps belong.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public func timeout(
    _ duration: Duration, @FlowBuilder then steps: () async throws -> Steps
  ) -> Self { self }
}
