/// A script with a load, a question with a time limit, and a form.
enum PageScript {
  static let text = """
    import Libretto

    let sizes = Key<[String]>("sizes")
    let size = Key<String>("size")
    let quick = Key<String>("quick")
    let name = Key<String>("name")
    let age = Key<Int>("age")
    await Flow("page") {
      Load("sizes", into: sizes) {
        print("loading")
        return ["S", "M"]
      } failure: { error in
        Say("No sizes: \\(error)")
        Finish(name: "closed")
      }.retry(1)
      Choose("Which size?", from: sizes, into: size)
      Ask("Quick?", into: quick).timeout(.seconds(600)) { Say("Too late.") }
      Form("Profile") {
        Ask("Name?", into: name)
        Ask("Age?", into: age).default(30)
      }
      Say("\\(size) for \\(name), \\(age)")
    }.main()

    """
}
