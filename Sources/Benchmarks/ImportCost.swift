/// The cost of importing Libretto in a file whose comparisons don't use it.
///
/// The library overloads `<`, `>`, `&&` and `||`; that once made such a file eighty times slower.
struct ImportCost: Benchmark {
  let names = ["builder.compile.import"]

  func rows(_ options: Options) throws -> [Row] {
    let plain = (0..<60).map(Self.function).joined(separator: "\n") + "\n"
    let times = try TypeChecking.medians(
      rounds: 5, [(plain, nil), ("import Libretto\n" + plain, nil)])
    return [Row(names[0], times[1] / times[0], "× without", .atMost(3))]
  }

  private static func function(_ index: Int) -> String {
    """
    func compare\(index)(_ a: Int, _ b: Double, _ c: [Int]) -> Bool {
      let few = a + \(index) * 2 < c.count - 1 && b * 2.5 + Double(a) > 3.0 - b / 2
      return few || c.filter { $0 < 10 && $0 > \(index) }.count < a && a < b.hashValue
    }
    """
  }
}
