import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A reviewer in front of the storyboards: a headless Chromium presses their buttons.
///
/// One page has a frame for each storyboard. A script that is added to each presses, test by test, the
/// buttons that the test takes, and hands out what the page then says.
@Suite("Storyboards in a browser", .browser)
struct BrowserTests {
  static let folder = ScriptFolder("browser")

  @Test("Every test of each Playground flow is walked to its end, with the texts of its transcript")
  func walked() throws {
    let names = PlaygroundTests.scripts.keys.sorted()
    var frames = ""
    for name in names {
      let made = try Self.folder.shell(
        """
        cd "$1" && "$FLOW" storyboard "Playground/$2.swift" -o "$3/$2.html" &&
        "$FLOW" test "Playground/$2.swift" "$3/$2" --generate
        """, [PlaygroundTests.package, name, Self.folder.path])
      try #require(made.status == 0, "\(made.errors)")
      // At the end, so that the page is as a reviewer gets it.
      let page = Self.folder.text("\(name).html")
      Self.folder.save("\(name).html", page + Self.walker(name))
      frames += "<iframe src=\"\(name).html\" width=\"1200\" height=\"800\"></iframe>\n"
    }
    Self.folder.save("all.html", Self.outside(frames, names.count))
    let browser = try #require(Browser.path)
    let run = try Subprocess.run(
      browser,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=60000", "--dump-dom",
        "file://\(Self.folder.path)/all.html",
      ], environment: ScriptFolder.environment, within: .seconds(120))
    var walks = Walk.all(in: run.standardOutput)
    #expect(Set(walks.map(\.flow)) == Set(names))
    for name in names {
      let files = try Self.folder.shell("ls \(name)/*.json").output.split(separator: "\n")
      #expect(walks.count { $0.flow == name } == files.count, "\(name)")
      for file in files {
        let stem = String(file.dropLast(".json".count))
        let place = try #require(
          walks.firstIndex { $0.flow == name && stem.hasSuffix("-" + $0.test) }, "\(file)")
        let walk = walks.remove(at: place)
        let problem = walk.difference(from: Self.folder.text(stem + ".transcript"))
        #expect(problem == nil, "\(file): \(problem ?? "")\n\(walk)")
      }
    }
  }

  /// The pictures stay beside the build, in `.build/storyboards`; that of the wizard, at the alert that
  /// follows when its work fails, is the README's.
  @Test("A picture of each storyboard is drawn and kept")
  func drawn() throws {
    let folder = PlaygroundTests.package + "/.build/storyboards"
    let browser = try #require(Browser.path)
    for name in PlaygroundTests.scripts.keys.sorted() {
      let drawn = try Self.folder.shell(
        """
        mkdir -p "$1/.build/storyboards" && cd "$1/.build/storyboards" && rm -f "$2.png" &&
        "$FLOW" storyboard "$1/Playground/$2.swift" -o "$2.html" &&
        "$3" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1200,780 \
          --virtual-time-budget=3000 --screenshot="$2.png" \
          "file://$PWD/$2.html#$4" >/dev/null 2>&1 && head -c 4 "$2.png" | tail -c 3
        """, [PlaygroundTests.package, name, browser, name == "wizard" ? "0-0-0-1" : ""])
      #expect(drawn.status == 0 && drawn.output == "PNG", "\(name): \(drawn)")
    }
    if PicturesTests.updates {
      let copied = try Self.folder.shell(
        "cp \"$1/wizard.png\" \"$2/storyboard.png\"", [folder, PicturesTests.resources])
      #expect(copied.status == 0, "\(copied)")
    }
  }

  /// Presses the buttons of each test, and tells what was said, a line each: the kind, what is shown,
  /// and the text with its placeholders.
  private static func walker(_ name: String) -> String {
    """
    <script>addEventListener('load',()=>{const out=[];for(const t of D.tests){
    $('#again').click();let stuck='';
    while(trail.length<t[1].length){const n=trail.length,b=$('#answers').children[t[1][n]];
    if(b&&!b.disabled)b.click();if(trail.length<=n){stuck='\\nstuck\\t'+n;break}}
    const shown=[...document.querySelectorAll('#log li span')].map(x=>x.textContent);
    const steps=trail.map(([s])=>node(s)).filter(n=>!['when','step','page'].includes(n.k));
    const line=x=>(x??'').split('\\n')[0];
    out.push('test\\t\(name)\\t'+t[0]+'\\n'+steps.map((n,i)=>n.k+'\\t'+line(shown[i])+'\\t'+line(n.t)+'\\n').join('')
    +'end\\t'+$('#dialog h2').textContent.split('\\n')[0]+'\\t'+node(now()).k+stuck)}
    parent.postMessage(out.join('\\n'),'*')})</script>

    """
  }

  private static func outside(_ frames: String, _ count: Int) -> String {
    """
    <!doctype html><meta charset="utf-8"><pre id="walked"></pre>
    <script>addEventListener('message',e=>{document.getElementById('walked').textContent+=e.data+'\\n'})</script>
    \(frames)
    """
  }

  /// What a page said on the way of a test.
  struct Walk: CustomStringConvertible {
    struct Line {
      let kind: String
      let shown: String
      let template: String
    }

    let flow: String
    let test: String
    var lines: [Line] = []
    var end = ""

    var description: String {
      lines.map { "\($0.kind) \($0.shown)" }.joined(separator: "\n") + "\n\(end)"
    }

    /// Reads what the pages handed out, as it stands in the document.
    static func all(in document: String) -> [Walk] {
      var walks: [Walk] = []
      let start = document.firstRange(of: "id=\"walked\">")?.upperBound ?? document.startIndex
      for line in document[start...].split(separator: "\n") {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map {
          String($0).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&amp;", with: "&")
        }
        guard parts.count >= 2 else { continue }
        if parts[0] == "test" {
          walks.append(Walk(flow: parts[1], test: parts[2]))
        } else if !walks.isEmpty, parts[0] == "end" {
          walks[walks.count - 1].end = parts[1]
        } else if !walks.isEmpty {
          let last = parts.count > 2 ? parts[2] : ""
          walks[walks.count - 1].lines.append(Line(kind: parts[0], shown: parts[1], template: last))
        }
      }
      return walks
    }

    /// The words of a transcript for what a page shows; a dismissed alert and a pause are said.
    private static let words = [
      "SAY": "say", "HEADING": "say", "NOTE": "say", "WAIT": "say", "ASK": "ask", "RATE": "rate",
      "CONFIRM": "confirm", "ALERT": "alert", "FORM": "review", "ACTION": "do", "LOAD": "load",
    ]

    /// What the page said otherwise than a transcript; nil if nothing.
    func difference(from transcript: String) -> String? {
      var expected: [(kind: String, text: String)] = []
      var isFailed = false
      var end = ""
      for line in transcript.split(separator: "\n") where !line.hasPrefix(" ") {
        let word = String(line.prefix { $0 != " " })
        let text = String(line.dropFirst(word.count).drop { $0 == " " })
        if word == "FAILED" { isFailed = true }
        if word == "END" { end = text }
        guard let kind = Self.words[word] ?? (word == "CHOOSE" ? "choose" : nil) else { continue }
        // Further tries of work are one step.
        if isFailed, word == "ACTION" || word == "LOAD",
          let last = expected.last(where: { $0.text != "" }), last == (kind, text)
        {
          // With the pause before it.
          if expected.last?.text == "" { expected.removeLast() }
          continue
        }
        isFailed = isFailed && word == "WAIT"
        expected.append((kind, word == "WAIT" ? "" : text))
      }
      if lines.contains(where: { $0.kind == "stuck" }) { return "it is stuck" }
      if lines.count != expected.count {
        return "\(lines.count) steps in place of \(expected.count):\n\(transcript)"
      }
      for (line, wanted) in zip(lines, expected) {
        let isKind =
          line.kind == wanted.kind || line.kind == "chooseMany" && wanted.kind == "choose"
          || line.kind == "say" && wanted.kind == "alert"
        if !isKind || !line.fits(wanted.text) {
          return "“\(line.shown)” (\(line.kind)) in place of “\(wanted.text)” (\(wanted.kind))"
        }
      }
      let hasFinished = self.end.hasPrefix("Finished")
      if hasFinished != end.hasPrefix("finished") { return "“\(self.end)” in place of “\(end)”" }
      if hasFinished, self.end.dropFirst(8) != end.dropFirst(8) {
        return "“\(self.end)” in place of “\(end)”"
      }
      return nil
    }
  }
}

extension BrowserTests.Walk.Line {
  /// Whether what is shown is a text of a transcript, but for answers: a page shows an example of each
  /// class of them.
  func fits(_ text: String) -> Bool {
    if kind == "say", template.isEmpty || text.isEmpty { return true }
    return Self.fits(template, text) && Self.fits(template, shown)
  }

  /// Whether a text is a template with something in its placeholders.
  private static func fits(_ template: String, _ text: String) -> Bool {
    var literals = [""]
    var isInside = false
    for character in template.replacing("{{", with: "\u{1}").replacing("}}", with: "\u{2}") {
      switch character {
      case "{":
        isInside = true
        literals.append("")
      case "}": isInside = false
      case "\u{1}" where !isInside: literals[literals.count - 1] += "{"
      case "\u{2}" where !isInside: literals[literals.count - 1] += "}"
      default: if !isInside { literals[literals.count - 1].append(character) }
      }
    }
    guard text.hasPrefix(literals[0]) else { return false }
    if literals.count == 1 { return text == literals[0] }
    var rest = text.dropFirst(literals[0].count)
    for literal in literals.dropFirst().dropLast() where !literal.isEmpty {
      guard let range = rest.firstRange(of: literal) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(literals[literals.count - 1])
  }
}

/// A headless Chromium, which takes longer than all that `swift test` should wait for.
enum Browser {
  /// Whether tests in a browser were asked for, as `.ci/run` does.
  static let isAsked = getenv("LIBRETTO_BROWSER") != nil

  /// The path of a Chromium, if there is one.
  static let path: String? = {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let found = try? Subprocess.run(
      "/bin/sh", ["-c", "for name; do command -v \"$name\" && exit; done", "sh"] + names,
      environment: ScriptFolder.environment)
    if let path = found?.standardOutput.split(separator: "\n").first { return String(path) }
    let bundle = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    return access(bundle, X_OK) == 0 ? bundle : nil
  }()
}

extension Trait where Self == ConditionTrait {
  /// What needs a browser is tested where one is asked for and installed.
  static var browser: Self {
    let reason =
      Browser.isAsked
      ? "Chromium isn't installed here" : ".ci/run tests this, with LIBRETTO_BROWSER=1"
    return .enabled(Comment(rawValue: reason)) { Browser.isAsked && Browser.path != nil }
  }
}
