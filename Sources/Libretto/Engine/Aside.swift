/// A value kept beside its owner, and only where it is needed: to copy the owner costs one reference
/// for it.
///
/// It is a value all the same: a copy that changes does not change the others.
struct Aside<Content: Sendable>: Sendable {
  /// Only changed where one holder has it.
  final class Box: @unchecked Sendable {
    var content: Content
    init(_ content: Content) { self.content = content }
  }

  /// Nil as long as nothing has been changed.
  private(set) var box: Box?

  /// What is kept, to be changed.
  /// - Parameter initial: what it is as long as nothing has been changed.
  subscript(or initial: @autoclosure () -> Content) -> Content {
    get { box?.content ?? initial() }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box?.content ?? initial()) }
      yield &box!.content
    }
  }
}
