/// A value stored apart from its owner, and only if it is needed: a copy of the owner copies one
/// reference for it.
///
/// It still behaves as a value: changing one copy doesn't change the others.
struct Aside<Content: Sendable>: Sendable {
  /// Changed only while it has a single owner.
  final class Box: @unchecked Sendable {
    var content: Content
    init(_ content: Content) { self.content = content }
  }

  /// Nil until something has been changed.
  private(set) var box: Box?

  /// The content, for changing it.
  /// - Parameter initial: the content if nothing has been changed yet.
  subscript(or initial: @autoclosure () -> Content) -> Content {
    _read {
      if let box { yield box.content } else { yield initial() }
    }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box?.content ?? initial()) }
      yield &box!.content
    }
  }
}

extension Aside: Equatable where Content: Equatable {
  /// Whether both have the same content, or none.
  static func == (some: Aside, other: Aside) -> Bool { some.box?.content == other.box?.content }
}

extension Aside: Hashable where Content: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(box?.content) }
}
