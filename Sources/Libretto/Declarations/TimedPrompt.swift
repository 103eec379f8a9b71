/// A prompt that can have a time limit.
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
  /// Sets a time limit; the flow fails when the time is up.
  ///
  /// For an alert with fields, it limits the time until the person chooses a button.
  /// - Parameter duration: the time in whole milliseconds; positive. Scripted runs don't wait.
  public func timeout(_ duration: Duration) -> Self {
    withPrompt { $0.timeout = duration.inWholeMilliseconds }
  }

  /// Sets a time limit, and the steps to perform when the time is up.
  /// - Parameters:
  ///   - duration: the time in whole milliseconds; positive. Scripted runs don't wait.
  ///   - steps: the steps if there was no answer in time; then the flow continues.
  public func timeout(_ duration: Duration, @FlowBuilder then steps: () -> Steps) -> Self {
    timeout(duration).with {
      $0.append(
        DraftBranch(.steps(.timedOut), component: "timed-out", at: $0.place, steps: steps()._drafts)
      )
    }
  }

  /// Refuses a body that performs work instead of declaring steps.
  @available(
    *, unavailable,
    message: "a flow describes steps, it does not run them; put the work in Do(\"name\") { … }"
  )
  public func timeout(
    _ duration: Duration, @FlowBuilder then steps: () async throws -> Steps
  ) -> Self { self }
}
