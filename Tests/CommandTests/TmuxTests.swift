import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A person in front of tmux, which is a terminal of its own.
@Suite(
  "The rich console in tmux",
  .enabled(if: isInstalled, "tmux isn't installed here"))
struct TmuxTests {
  static let folder = ScriptFolder(
    "tmux",
    [
      "plan.swift": """
      import Libretto
      let name = Key<String>("name")
      let plan = Key<String>("plan")
      await Flow("plan") {
        Ask("名前?", into: name)
        Choose("Plan?", into: plan) {
          Option("Free")
          Option("Paid")
        }
        Say("\\(name): \\(plan)")
      }.main()

      """
    ])

  @Test("Answers, a step back and the end are seen as at any terminal")
  func performs() throws {
    let seen = try Self.folder.shell(
      """
      "$FLOW" plan.swift --version >/dev/null
      tmux="tmux -f /dev/null -S $PWD/socket"
      LANG=en_US.UTF-8 $tmux -u new-session -d -x 60 -y 12 \
        "LANG=en_US.UTF-8 $FLOW plan.swift; echo ended \\$?; cat"
      until_shown() {
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          $tmux capture-pane -p | grep -q "$1" && return
          sleep 0.2
        done
        echo "no $1"
      }
      until_shown "enter accept"
      $tmux send-keys 漢字 Enter
      until_shown "Paid"
      $tmux send-keys Escape
      until_shown "F1 help"
      $tmux send-keys Enter
      until_shown "Paid"
      $tmux send-keys Down Enter
      until_shown "ended"
      $tmux capture-pane -p
      $tmux kill-server
      """)
    #expect(
      seen.output.split(separator: "\n").joined(separator: "\n") == """
        ✓ 名前?                 漢字
        ✓ Plan?                 Paid
        漢字: Paid
        ended 0
        """)
  }
}

private let paths: [String] = [
  "/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux",
]

private let isInstalled = paths.contains { (path: String) in access(path, X_OK) == 0 }
