/// An answer with the order of its data: numbers by size, text letter by letter.
///
/// Conditions and rules compare answers as data, wherever the flow is performed. An enum's own `<`
/// exists only in Swift, so a type that conforms must order its values as its raw values are.
public protocol AnswerOrdered: AnswerValue, Comparable {}

extension String: AnswerOrdered {}
