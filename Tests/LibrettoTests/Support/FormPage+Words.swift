@testable import LibrettoCore

extension FormPage {
  /// What is wrong on the page: of itself, and field by field.
  var problems: [String] {
    (problem.map { [$0] } ?? [])
      + fields.compactMap { field in
        field.problem.map { "\(field.id): \($0)" }
      }
  }

  /// The page in a few words: the fields that are visible, with what stands in them.
  var words: [String] {
    fields.filter(\.isVisible).map { field in
      "\(field.id)=\(field.typed ?? field.given.map { $0.value.description } ?? "")"
    }
  }
}
