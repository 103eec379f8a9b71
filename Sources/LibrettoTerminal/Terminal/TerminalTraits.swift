/// What a terminal can show, and what the person wants of it, as the environment says.
struct TerminalTraits: Hashable, Sendable {
  /// Whether it is the log of a build server, which sets `CI`.
  var isBuild: Bool
  /// Whether prompts can be drawn anew in place.
  var isRich: Bool
  var hasColors: Bool
  /// Whether signs beyond ASCII are shown.
  var hasUnicode: Bool
  /// Whether signs that are ambiguous in East Asia may take two columns.
  var hasWideSigns: Bool
  /// How long Esc waits for the rest of a sequence, in milliseconds.
  var escapeDelay: Int32
  /// Whether the terminal says where a paste begins and ends.
  var bracketsPastes: Bool
  /// Whether the terminal breaks rows anew when its width changes.
  var reflows: Bool
  /// Whether the terminal is known to lead to the addresses of links (OSC 8).
  var followsLinks: Bool
  /// The theme that the person wants; nil for that of the program.
  var theme: Theme?

  /// - Parameter environment: returns the value of a variable; nil if it isn't set.
  init(_ environment: (String) -> String?) {
    func isSet(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
    func isOn(_ name: String) -> Bool {
      environment(name).map { !["", "0", "false"].contains($0) } ?? false
    }
    let kind = environment("TERM") ?? ""
    isBuild = isOn("CI")
    isRich = !["", "dumb", "unknown"].contains(kind) && !isOn("ACCESSIBLE") && !isOn("CI")
    if isSet("FORCE_COLOR") {
      hasColors = isOn("FORCE_COLOR")
    } else {
      hasColors = !isSet("NO_COLOR")
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment).first { !$0.isEmpty } ?? ""
    // In a container or a service, there is often no locale, and the terminal shows UTF-8 all the same.
    let charset = locale.split(separator: ".").dropFirst().first.map { $0.prefix { $0 != "@" } }
    let isUTF8 = charset.map { ["UTF-8", "UTF8"].contains($0.uppercased()) }
    hasUnicode = (isUTF8 ?? !["C", "POSIX"].contains(locale)) && kind != "linux"
    // There, the circle and the line may take two columns.
    hasWideSigns = ["zh", "ja", "ko"].contains { locale.hasPrefix($0) }
    theme = environment("LIBRETTO_THEME").flatMap(Theme.named)
    if isSet("FORCE_HYPERLINK") {
      followsLinks = isOn("FORCE_HYPERLINK")
    } else {
      let program = environment("TERM_PROGRAM") ?? ""
      followsLinks =
        ["iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper", "rio"].contains(program)
        || ["xterm-kitty", "xterm-ghostty", "foot", "alacritty"].contains { kind.hasPrefix($0) }
        || (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= 5000
        || isSet("KONSOLE_VERSION") || isSet("WT_SESSION")
    }
    let isMultiplexed = kind.hasPrefix("tmux") || kind.hasPrefix("screen")
    let isRemote = isSet("SSH_TTY") || isSet("SSH_CONNECTION")
    // A multiplexer may leave them out, whatever terminal it runs in.
    if isMultiplexed || isSet("TMUX") { followsLinks = isOn("FORCE_HYPERLINK") }
    escapeDelay = isMultiplexed || isRemote ? 100 : 30
    bracketsPastes = kind != "linux" && (!kind.hasPrefix("screen") || isSet("TMUX"))
    let doesNotReflow =
      ["linux", "rxvt", "xterm-mono"].contains { kind.hasPrefix($0) } || isSet("XTERM_VERSION")
    reflows = !doesNotReflow
  }
}
