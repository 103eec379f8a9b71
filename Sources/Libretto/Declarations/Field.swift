/// A text field of an alert, read together with the others when a button is chosen.
///
/// ```swift
/// Alert("Sign in") {
///   Field("User name", into: user)
///   Field("Password", into: password).secret()
///   Button("OK")
///   Button("Cancel", role: .cancel)
/// }
/// ```
///
/// A button that cancels reads no fields.
public struct Field: AlertContent, TypedQuestion {
  /// A field holds text.
  public typealias Answer = String

  /// The draft that the declaration fills.
  public var _draft: Draft

  /// Declares a text field.
  /// - Parameters:
  ///   - title: what the person reads beside it.
  ///   - key: where the text is kept; its name makes the field's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, into key: Key<String>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(
      .prompt(Prompt(.ask, title, key: key.reference)),
      component: Slug.name(key.name), at: Place(fileID, line))
  }

  /// The field itself, as the content of an alert.
  public var _buttons: Buttons { Buttons(_parts: [branch]) }

  /// The alert's branch of fields, with this one in it.
  var branch: Branch { Branch(nil, .fields([nil]), at: _draft.place, steps: [_draft]) }
}
