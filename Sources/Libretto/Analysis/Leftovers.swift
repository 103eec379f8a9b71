/// Elements that are taken one by one: the first with a label, or the first of all. Each costs the
/// same, however many there are.
struct Leftovers<Element, Label: Hashable> {
  private let elements: [Element]
  private var isTaken: [Bool]
  private var places: [Label: ArraySlice<Int>]
  private var first = 0

  /// - Parameter label: the label of an element; nil for one without.
  init(_ elements: [Element], label: (Element) -> Label?) {
    self.elements = elements
    isTaken = Array(repeating: false, count: elements.count)
    var places: [Label: ArraySlice<Int>] = [:]
    for (place, element) in elements.enumerated() {
      if let label = label(element) { places[label, default: []].append(place) }
    }
    self.places = places
  }

  /// Takes the first element with a label, or the first of all if none has it; nil if all are taken.
  mutating func take(_ label: Label?) -> Element? {
    while let label, let place = places[label]?.popFirst() {
      if !isTaken[place] { return take(at: place) }
    }
    while first < elements.count, isTaken[first] { first += 1 }
    return first < elements.count ? take(at: first) : nil
  }

  private mutating func take(at place: Int) -> Element {
    isTaken[place] = true
    return elements[place]
  }
}
