/// An answer whose order is that of its data: numbers by size, text letter by letter.
///
/// Conditions and rules compare answers as data, wherever the flow is performed. An enum's own
/// `<` stands in Swift alone, so a type that conforms must order its values as its raw values are.
public protocol AnswerOrdered: AnswerValue, Comparable {}

extension String: AnswerOrdered {}
