/// A text field of an alert. All fields are read when the person chooses a button.
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
/// A cancel button doesn't read the fields.
public struct Field: AlertContent, TypedQuestion {
  /// The type of the answer.
  public typealias Answer = String

  /// The draft that this declaration fills.
  public var _draft: Draft

  /// Declares a text field.
  /// - Parameters:
  ///   - title: the label of the field.
  ///   - key: the key for the text; its name becomes the field's id.
  ///   - fileID: the file of the declaration.
  ///   - line: the line of the declaration.
  public init(
    _ title: Text, into key: Key<String>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    _draft = Draft(
      .prompt(Prompt(.ask, title, key: key.reference)),
      component: Slug.name(key.name), at: FlowLocation(fileID, line))
  }

  /// A list of this field alone.
  public var _buttons: Buttons { Buttons(_parts: [branch]) }

  /// A branch of fields with only this one.
  var branch: DraftBranch { DraftBranch(.questions([nil]), at: _draft.place, steps: [_draft]) }
}
