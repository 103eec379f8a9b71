/// The program of a flow, made when it is first needed.
///
/// A flow inside another one never needs it, nor does a flow that is only read and exported.
final class LazyProgram: Sendable {
  private let made = Locked<Program?>(nil)
  private let tree: Tree
  private let keys: [KeyReference]
  private let secrets: Set<String>
  private let sources: [FlowLocation]
  private let own: [OwnType]

  init(
    _ tree: Tree, _ keys: [KeyReference], _ secrets: Set<String>, _ sources: [FlowLocation],
    _ own: [OwnType]
  ) {
    self.tree = tree
    self.keys = keys
    self.secrets = secrets
    self.sources = sources
    self.own = own
  }

  var program: Program {
    made.withLock { made in
      if let made { return made }
      let program = Program(tree, keys: keys, secrets: secrets, sources: sources, own: own)
      made = program
      return program
    }
  }
}
