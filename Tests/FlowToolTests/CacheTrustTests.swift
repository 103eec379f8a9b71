import Testing

@Suite("Whom the cache trusts")
struct CacheTrustTests {
  let sandbox = Sandbox()
  let greeting = Run(0, "hello [\"a.swift\"]\n", "")

  init() { sandbox.save("a.swift", script()) }

  private func flow(cachedIn folder: String) -> Run {
    sandbox.flow("a.swift", environment: ["XDG_CACHE_HOME": "\(sandbox.folder)/\(folder)"])
  }

  @Test("A folder above it that others can write to is refused, unless it is sticky")
  func parents() {
    _ = sandbox.shell("mkdir -p open/own; chmod 777 open; chmod 700 open/own")
    let sentence =
      "flow: the folder \(sandbox.folder)/open, which contains the cache, can be written by other "
      + "users; run `chmod go-w` on it, or set XDG_CACHE_HOME to a folder of your own\n"
    #expect(flow(cachedIn: "open/own") == Run(69, "", sentence))
    _ = sandbox.shell("chmod 720 open")
    #expect(flow(cachedIn: "open/own") == Run(69, "", sentence))
    _ = sandbox.shell("chmod 1777 open")
    #expect(flow(cachedIn: "open/own") == greeting)
  }

  static let isRoot = Sandbox().shell("id -u").output == "0\n"

  @Test("A folder above it that belongs to another user is refused", .enabled(if: isRoot))
  func owner() {
    _ = sandbox.shell("mkdir -p theirs/own; chmod 755 theirs; chown 65534 theirs")
    let sentence =
      "flow: the folder \(sandbox.folder)/theirs, which contains the cache, belongs to another "
      + "user; set XDG_CACHE_HOME to a folder of your own\n"
    #expect(flow(cachedIn: "theirs/own") == Run(69, "", sentence))
  }

  @Test("Behind a symbolic link, the folder is checked, but left as it is")
  func linked() {
    _ = sandbox.shell("mkdir -m 700 linked; mkdir -m 755 target; ln -s ../target linked/libretto")
    #expect(flow(cachedIn: "linked") == greeting)
    #expect(sandbox.shell("ls -ld target | cut -c1-10").output == "drwxr-xr-x\n")
    _ = sandbox.shell("chmod 777 target")
    #expect(flow(cachedIn: "linked").status == 69)
  }

  @Test("A link, or a file that others can write to, in place of a program isn't started")
  func replaced() {
    sandbox.save("other", "#!/bin/sh\necho other\n")
    #expect(sandbox.flow("a.swift") == greeting)
    let place = "cd xdg/libretto; for p in [0-9a-f]*-* library-*; do"
    _ = sandbox.shell("\(place) ln -sf \"$FOLDER/other\" $p; done")
    #expect(sandbox.flow("a.swift") == greeting)
    _ = sandbox.shell("\(place) cp \"$FOLDER/other\" $p; chmod 777 $p; done")
    #expect(sandbox.flow("a.swift") == greeting)
  }

  @Test(
    "A script that is compiled starts without a compiler",
    .enabled(if: Sandbox().shell("test -e /usr/bin/swiftc").status == 1))
  func noCompiler() {
    #expect(sandbox.flow("a.swift") == greeting)
    #expect(sandbox.flow("a.swift", environment: ["PATH": "/usr/bin:/bin"]) == greeting)
  }

  @Test("Behind a proxy, another compiler makes another program, and so does one that has moved")
  func proxy() {
    _ = sandbox.shell("mkdir -p one/bin two/bin; : >one/bin/swift-frontend; echo one >current")
    _ = sandbox.shell("cp one/bin/swift-frontend two/bin")
    let proxy = sandbox.wrappedCompiler(
      #"""
      if test "$1" = -print-target-info; then
        echo '{"paths": {"runtimeResourcePath":' "\"$FOLDER/$(cat $FOLDER/current)\\/lib/swift\"}}"
        exit
      fi
      """#)
    #expect(sandbox.flow("a.swift", environment: proxy) == greeting)
    let first = sandbox.programs()
    #expect(first.count == 1)
    #expect(sandbox.flow("a.swift", environment: proxy) == greeting)
    #expect(sandbox.programs() == first)
    _ = sandbox.shell("rm -r one; echo two >current")
    #expect(sandbox.flow("a.swift", environment: proxy) == greeting)
    #expect(sandbox.programs().count == 2)
  }
}
