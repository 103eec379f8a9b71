import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The cache of compiled scripts")
struct CacheTests {
  let sandbox = Sandbox()
  let greeting = Run(0, "hello [\"a.swift\"]\n", "")

  @Test("A second start compiles nothing; an edited script is compiled; the old one is kept")
  func reuse() {
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    let first = sandbox.programs()
    #expect(first.count == 1)
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.programs() == first)
    sandbox.save("a.swift", script(saying: "goodbye"))
    #expect(sandbox.flow("a.swift") == Run(0, "goodbye [\"a.swift\"]\n", ""))
    let second = sandbox.programs()
    #expect(second.count == 2 && Set(second).isSuperset(of: first))
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.programs() == second)
    let modes = sandbox.shell(
      "cd xdg && ls -ld libretto libretto/[0-9a-f]*-* libretto/library-* | cut -c1-10")
    #expect(modes.output == "drwx------\n-rwx------\n-rwx------\n-rwx------\n")
  }

  @Test("A cache folder that other users can read becomes private")
  func mode() {
    sandbox.save("a.swift", script())
    #expect(sandbox.shell("chmod 755 xdg/libretto").status == 0)
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.shell("ls -ld xdg/libretto | cut -c1-10").output == "drwx------\n")
  }

  @Test("A different compiler makes a different program")
  func compiler() {
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.flow("a.swift", environment: sandbox.wrappedCompiler("")) == greeting)
    #expect(sandbox.programs().count == 2)
  }

  @Test("Eight cold starts at once compile one program, and all succeed")
  func atOnce() {
    sandbox.save("a.swift", script())
    let children = (0..<8).map { sandbox.start("exec \"$FLOW\" a.swift", outputs: "\($0)") }
    let runs = children.enumerated().map { index, child in
      Run(sandbox.wait(child), sandbox.text("\(index).out"), sandbox.text("\(index).err"))
    }
    #expect(runs == Array(repeating: greeting, count: 8))
    #expect(sandbox.programs().count == 1)
  }

  @Test("A script edited while it compiles is compiled again")
  func editedMeanwhile() {
    sandbox.save("a.swift", script())
    sandbox.save("b.swift", script(saying: "goodbye"))
    let edits = sandbox.wrappedCompiler("test -e b.swift && mv b.swift a.swift")
    #expect(sandbox.flow("a.swift", environment: edits) == Run(0, "goodbye [\"a.swift\"]\n", ""))
    #expect(sandbox.programs().count == 2)
  }

  @Test("Scripts share one library, which is linked once")
  func sharedLibrary() {
    let library = "ls -i xdg/libretto/library-*"
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    let first = sandbox.shell(library).output
    sandbox.save("b.swift", script(saying: "goodbye"))
    #expect(sandbox.flow("b.swift") == Run(0, "goodbye [\"b.swift\"]\n", ""))
    #expect(sandbox.shell(library).output == first)
    #expect(sandbox.shell("find xdg/libretto -name '[0-9a-f]*-*' -size +200k").output == "")
  }

  @Test("A program that was damaged is compiled again, and so is a library")
  func damaged() {
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    for names in ["[0-9a-f]*-*", "library-*"] {
      _ = sandbox.shell("cd xdg/libretto; for p in \(names); do : > $p; done")
      #expect(sandbox.flow("a.swift") == greeting)
      #expect(sandbox.programs().count == 1)
      // Cut in the middle, or by one byte; gone; and then a named pipe instead.
      for size in ["$(($(wc -c <$p) / 2))", "$(($(wc -c <$p) - 1))"] {
        _ = sandbox.shell(
          """
          cd xdg/libretto; for p in \(names); do
            head -c \(size) $p >cut; chmod 700 cut; mv cut $p
          done
          """)
        #expect(sandbox.flow("a.swift") == greeting)
      }
      _ = sandbox.shell("rm xdg/libretto/\(names)")
      #expect(sandbox.flow("a.swift") == greeting)
    }
    _ = sandbox.shell("cd xdg/libretto; for p in *-*; do rm $p; mkfifo $p; done")
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.programs().count == 1)
  }

  @Test("Beyond a hundred programs, the least recently used one is removed, and nothing else")
  func pruning() {
    let digits = String(repeating: "a", count: 29)
    _ = sandbox.shell(
      """
      cd xdg/libretto; mkdir build-abcdef build-mine elsewhere
      : >elsewhere/kept; ln -s elsewhere build-linked; touch -t 200001010000 build-* elsewhere
      : >notes.txt; touch -t 200001010000 notes.txt
      i=100; while test $i -lt 210; do
        : > \(digits)$i; touch -t 20000101${i%??}0${i#?} \(digits)$i; i=$((i+1))
      done 2>&-; touch -t 200101010000 \(digits)101
      """)
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.flow("a.swift") == greeting)
    let left = sandbox.shell("cd xdg/libretto; ls -d * | grep -v '^toolchain-'").output
      .split(separator: "\n")
    let others = ["build-linked", "build-mine", "elsewhere", "modules", "notes.txt"]
    #expect(left.filter { !others.contains(String($0)) }.count == 100)
    #expect(others.allSatisfy { left.contains(Substring($0)) } && !left.contains("build-abcdef"))
    #expect(sandbox.shell("ls xdg/libretto/elsewhere").output == "kept\n")
    #expect(left.contains("\(digits)101") && !left.contains("\(digits)100"))
  }

  @Test("Ctrl-C ends the compiler too, and leaves nothing behind")
  func interrupted() {
    sandbox.save("a.swift", script())
    // The pipe is open for writing in the compiler alone: its end is the compiler's.
    _ = sandbox.shell("mkfifo started")
    let slow = sandbox.wrappedCompiler("exec 3>started; echo x >&3; sleep 20; exit 1")
    let child = sandbox.start("exec \"$FLOW\" a.swift", [], slow, outputs: "flow")
    let pipe = open(sandbox.folder + "/started", O_RDONLY | O_CLOEXEC)
    var byte: UInt8 = 0
    #expect(read(pipe, &byte, 1) == 1)
    child?.kill(SIGINT)
    #expect(sandbox.wait(child) == 130)
    while read(pipe, &byte, 1) == 1 {}
    close(pipe)
    #expect(sandbox.text("flow.out") + sandbox.text("flow.err") == "")
    #expect(sandbox.programs() == [])
  }

  @Test("A killed compilation leaves a folder, which the next one removes, and no other")
  func killed() {
    sandbox.save("a.swift", script())
    sandbox.save("b.swift", script())
    // A pipe each: the compiler of a killed start may still be about to write to its own.
    _ = sandbox.shell("mkfifo a.swift.started b.swift.started")
    let slow = sandbox.wrappedCompiler(
      "case \"$*\" in *-print-target-info*) ;; *) echo x >$STARTED; sleep 60; exit 1;; esac")
    func begin(_ name: String) -> ChildProcess? {
      let child = sandbox.start(
        "export STARTED=\(name).started; exec \"$FLOW\" \(name)", [], slow, outputs: name)
      #expect(sandbox.shell("read line <\(name).started").status == 0)
      return child
    }
    func folders() -> String { sandbox.shell("ls xdg/libretto | grep -c build-").output }
    let killed = begin("a.swift")
    killed?.kill(SIGKILL)
    #expect(sandbox.wait(killed) == 128 + SIGKILL)
    let running = begin("b.swift")
    #expect(folders() == "2\n")
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(folders() == "1\n")
    running?.kill(SIGTERM)
    #expect(sandbox.wait(running) == 128 + SIGTERM)
    #expect(folders() == "0\n")
  }

  /// A build folder of its own, whose parts are links to those of the real one.
  private func makeLibrary() {
    _ = sandbox.shell(
      """
      built=${FLOW%/*}; mkdir lib
      cp "$FLOW" lib/flow
      ln -s "$built/Modules" "$built/flow.product" lib
      for module in Libretto LibrettoAnalysis LibrettoCore LibrettoKnowledge LibrettoTerminal; do
        mkdir lib/$module.build
        ln -s "$built/$module.build"/*.o lib/$module.build
      done
      """)
  }

  @Test("What a build leaves beside the library's objects compiles no script again")
  func otherFiles() {
    makeLibrary()
    sandbox.save("a.swift", script())
    #expect(sandbox.shell("lib/flow a.swift") == greeting)
    let first = sandbox.programs()
    _ = sandbox.shell(": >lib/Libretto.build/sources")
    #expect(sandbox.shell("lib/flow a.swift") == greeting)
    #expect(first.count == 1 && sandbox.programs() == first)
  }

  @Test("A library that is being replaced is waited for")
  func replaced() {
    makeLibrary()
    sandbox.save("a.swift", script())
    for part in ["Modules", "flow.product"] {
      _ = sandbox.shell("mv lib/\(part) aside")
      let child = sandbox.start("exec lib/flow a.swift", outputs: "flow")
      _ = sandbox.shell("mv aside lib/\(part)")
      #expect(sandbox.wait(child) == 0)
      #expect(sandbox.text("flow.out") + sandbox.text("flow.err") == greeting.output)
    }
  }

  @Test("A cache folder that others can write to is refused")
  func shared() {
    sandbox.save("a.swift", script())
    _ = sandbox.shell("chmod 770 xdg/libretto")
    let sentence =
      "flow: the cache folder \(sandbox.cache) can be written by other users; run `chmod 700` on "
      + "it, or set XDG_CACHE_HOME to a folder of your own\n"
    #expect(sandbox.flow("a.swift") == Run(69, "", sentence))
  }

  @Test("A script and a cache behind a symbolic link: one program, one module cache by two names")
  func linked() {
    symlink(sandbox.folder, sandbox.folder + "/link")
    let linked = Sandbox(in: sandbox.folder + "/link")
    #expect(linked.folder.hasPrefix(sandbox.folder + "/flow-tests-"))
    sandbox.save("a.swift", script())
    let environment = ["XDG_CACHE_HOME": sandbox.folder + "/link/xdg"]
    let path = sandbox.folder + "/link/a.swift"
    #expect(sandbox.flow(path, environment: environment) == Run(0, "hello [\"\(path)\"]\n", ""))
    let first = sandbox.programs()
    #expect(sandbox.flow(path) == Run(0, "hello [\"\(path)\"]\n", ""))
    #expect(first.count == 1 && sandbox.programs() == first)
    #expect(sandbox.flow("a.swift") == greeting)
    sandbox.save("a.swift", "import Libretto\n\(DiagnosticsTests.mistake)\n")
    let report = sandbox.flow(path, environment: environment)
    #expect(report.status == 65 && report.errors.hasPrefix("\(path):2:14: error: "))
  }

  @Test("A moved module cache is reported; moved programs still work")
  func moved() {
    _ = sandbox.shell("rm xdg/libretto/modules")
    sandbox.save("a.swift", script())
    #expect(sandbox.flow("a.swift") == greeting)
    _ = sandbox.shell("mv xdg moved")
    let moved = ["XDG_CACHE_HOME": sandbox.folder + "/moved"]
    #expect(sandbox.flow("a.swift", environment: moved) == greeting)
    sandbox.save("a.swift", script(saying: "goodbye"))
    let sentence =
      "flow: the compiler's module cache \(sandbox.folder)/moved/libretto/modules was moved here; "
      + "remove that folder and try again\n"
    #expect(sandbox.flow("a.swift", environment: moved) == Run(69, "", sentence))
  }

  @Test("The cache is in XDG_CACHE_HOME if absolute, otherwise under HOME, otherwise nowhere")
  func location() {
    sandbox.save("a.swift", script())
    let nowhere =
      "flow: no HOME to keep compiled scripts under; "
      + "set XDG_CACHE_HOME to a folder of your own\n"
    #expect(
      sandbox.flow("a.swift", environment: ["XDG_CACHE_HOME": "", "HOME": ""])
        == Run(69, "", nowhere))
    sandbox.save("file", "")
    let file = sandbox.folder + "/file"
    #expect(
      sandbox.flow("a.swift", environment: ["XDG_CACHE_HOME": file])
        == Run(
          69, "",
          "flow: cannot make the cache folder \(file)/libretto: not a directory; "
            + "set XDG_CACHE_HOME to a folder of your own\n"))
    let below = ["XDG_CACHE_HOME": file + "/below"]
    #expect(
      sandbox.flow("a.swift", environment: below).errors.hasPrefix(
        "flow: cannot make the cache folder \(file)/below/libretto: not a directory; "))
    let home = ["XDG_CACHE_HOME": "relative", "HOME": sandbox.folder + "/home"]
    #expect(sandbox.flow("a.swift", environment: home) == greeting)
    #if canImport(Darwin)
      let place = "home/Library/Caches/libretto"
    #else
      let place = "home/.cache/libretto"
    #endif
    #expect(sandbox.shell("ls -ld \(place) | cut -c1-10").output == "drwx------\n")
  }
}
