import Libretto

struct Files {
  func list() async throws -> [String] { ["a.tmp", "b.tmp"] }
  func delete(_ files: [String]) async throws {}
}

let files = Files()

public enum Cleanup {
  public static let found = Key<[String]>("found")

  public static let flow = Flow("cleanup") {
    Load("list files", into: found) {
      try await files.list()
    } failure: { error in
      Say("The files can't be listed: \(error).")
      Finish(name: "offline")
    }
    Alert("Delete \(found)?") {
      Button("Yes", role: .destructive) {
        Do("delete files") { work in try await files.delete(work.answer(found)) }
        Say("Deleted.")
      }
      Button("No", role: .cancel)
    }
  }
}
