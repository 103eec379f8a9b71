// The few types of SwiftUI that the guide's view uses, so that it is type-checked where SwiftUI is
// missing. They draw nothing.

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError("nothing is drawn") }
}

/// A view that has no views in it.
public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { return fatalError("nothing is drawn") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Stub { Stub() }
  public static func buildBlock(_ content: Stub...) -> Stub { Stub() }
  public static func buildEither(first: Stub) -> Stub { first }
  public static func buildEither(second: Stub) -> Stub { second }
  public static func buildOptional(_ content: Stub?) -> Stub { Stub() }
}

/// A view that draws nothing.
public struct Stub: Primitive {
  public nonisolated init() {}
}

public struct Text: Primitive {
  public init(_ text: String) {}
}

public struct Button: Primitive {
  public init(_ title: String, action: @escaping @MainActor () -> Void) {}
}

public struct Form<Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct ProgressView: Primitive {
  public init(_ title: String) {}
}

public struct TextField: Primitive {
  public init(_ title: String, text: Binding<String>) {}
}

public struct SecureField: Primitive {
  public init(_ title: String, text: Binding<String>) {}
}

extension View {
  public func id(_ name: some Hashable) -> Stub { Stub() }
}

public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
}

@MainActor @propertyWrapper public struct State<Value> {
  private let value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> {
    let value = wrappedValue
    return Binding {
      value
    } set: { _ in
    }
  }
}
