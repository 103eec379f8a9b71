import LibrettoCore

// Systems of inequalities: Fourier–Motzkin elimination, with rows of whole numbers tightened by their
// greatest common divisor, and values found by going back through the eliminated variables. Everything
// is checked for overflow.

/// A fraction; its denominator is positive.
struct Ratio: Hashable, Sendable {
  let top: Int
  let bottom: Int

  init(_ whole: Int) { (top, bottom) = (whole, 1) }

  /// The fraction that a number means as it is written; nil for one with too many digits.
  init?(_ number: Double) {
    guard number.isFinite else { return nil }
    let text = number.description
    guard !text.contains("e") else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    guard digits.count <= 9, let whole = Int(String(parts[0]) + digits), abs(whole) < 1 << 50
    else { return nil }
    let scale = digits.reduce(1) { scale, _ in scale * 10 }
    guard let ratio = try? Ratio(whole, over: scale) else { return nil }
    self = ratio
  }

  init(_ top: Int, over bottom: Int) throws(Overflow) {
    let divisor = gcd(top, bottom) * (bottom < 0 ? -1 : 1)
    guard bottom != 0, top != .min, bottom != .min else { throw Overflow() }
    (self.top, self.bottom) = (top / divisor, bottom / divisor)
  }

  var isWhole: Bool { bottom == 1 }
  var floor: Int { floorDivided(top, bottom) }
  var ceiling: Int { -floorDivided(-top, bottom) }
  var number: Double { Double(top) / Double(bottom) }

  func plus(_ other: Ratio, times factor: Int) throws(Overflow) -> Ratio {
    try Ratio(
      LibrettoKnowledge.plus(
        times(top, other.bottom), times(times(other.top, bottom), factor)),
      over: times(bottom, other.bottom))
  }

  func isLess(_ other: Ratio) throws(Overflow) -> Bool {
    try times(top, other.bottom) < times(other.top, bottom)
  }
}

func gcd(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (abs(a), abs(b))
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

func floorDivided(_ a: Int, _ b: Int) -> Int {
  let quotient = a / b
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
}

/// What a system or a conjunction has: values, none for certain, or an answer that isn't known.
enum Verdict<Values: Sendable>: Sendable {
  case yes(Values)
  case no
  case unknown(String)
}

/// A system of inequalities over terms.
struct Inequalities {
  /// The most rows that elimination may make.
  static let mostRows = 2_500
  /// The most values that are tried when going back.
  static let mostTries = 400
  /// The most systems that differences are split into.
  static let mostSplits = 60

  /// Whether a term has whole numbers only.
  let isWhole: (Int) -> Bool
  /// A value that a term should have if it can.
  let wish: (Int) -> Ratio?

  /// Solves a system; differences are split only where the values found break one.
  func solve(_ rows: [Row]) -> Verdict<[Int: Ratio]> {
    var splits = 0
    do throws(Overflow) {
      return try split(narrowed(rows), 0, &splits)
    } catch {
      return .unknown("numbers that are too large")
    }
  }

  /// Rows in which a whole number that differs from its bound has a closer bound.
  private func narrowed(_ rows: [Row]) -> [Row] {
    let excluded = excluded(rows)
    if excluded.isEmpty { return rows }
    return rows.map { row in
      guard row.relation == .atMost, let own = row.alone, let numbers = excluded[own.code] else {
        return row
      }
      var row = row
      while numbers.contains(row.bound * row.terms[0].factor) { row.bound -= 1 }
      return row
    }
  }

  /// The whole numbers that a term must differ from.
  private func excluded(_ rows: [Row]) -> [Int: Set<Int>] {
    var excluded: [Int: Set<Int>] = [:]
    for row in rows where row.relation == .unequal {
      guard let own = row.alone, isWhole(own.code) else { continue }
      excluded[own.code, default: []].insert(own.bounds.low)
    }
    return excluded
  }

  private func split(
    _ rows: [Row], _ depth: Int, _ splits: inout Int
  ) throws(Overflow) -> Verdict<[Int: Ratio]> {
    splits += 1
    var values: [Int: Ratio]
    let bounds = rows.filter { $0.relation != .unequal }
    let excluded = excluded(rows)
    var verdict = try linear(bounds, excluded)
    // If the next numbers lead nowhere, only a split can show why.
    if case .unknown = verdict, !excluded.isEmpty { verdict = try linear(bounds, [:]) }
    switch verdict {
    case .yes(let found): values = found
    case .no: return .no
    case .unknown(let why): return .unknown(why)
    }
    let differences = rows.filter { $0.relation == .unequal }
    for term in differences.flatMap(\.terms) where values[term.code] == nil {
      var number = wish(term.code) ?? Ratio(1)
      while let others = excluded[term.code], number.isWhole, others.contains(number.top) {
        number = Ratio(number.top + 1)
      }
      values[term.code] = number
    }
    for row in differences {
      var sum = Ratio(-row.bound)
      for term in row.terms {
        if let value = values[term.code] { sum = try sum.plus(value, times: term.factor) }
      }
      if sum.top != 0 { continue }
      if depth > 12 || splits > Self.mostSplits { return .unknown("too many differences") }
      let rest = rows.filter { $0 != row }
      var unknown: String?
      for var side in [row, row.mirrored] {
        side.relation = .below
        switch try split(rest + [side], depth + 1, &splits) {
        case .yes(let found): return .yes(found)
        case .no: break
        case .unknown(let why): unknown = why
        }
      }
      return unknown.map { .unknown($0) } ?? .no
    }
    return .yes(values)
  }

  private func tightened(_ row: Row) -> Row {
    if row.terms.allSatisfy({ isWhole($0.code) }) { return row.tightened }
    let common = row.terms.reduce(row.bound) { gcd($0, $1.factor) }
    if common < 2 { return row }
    var row = row
    for index in row.terms.indices { row.terms[index].factor /= common }
    row.bound /= common
    return row
  }

  private func linear(
    _ system: [Row], _ excluded: [Int: Set<Int>]
  ) throws(Overflow) -> Verdict<[Int: Ratio]> {
    var rows: [Row] = []
    for row in system {
      guard abs(row.bound) <= Row.mostBound else { throw Overflow() }
      if row.relation == .equal {
        let divisor = row.terms.reduce(0) { gcd($0, $1.factor) }
        if divisor == 0
          ? row.bound != 0 : row.terms.allSatisfy({ isWhole($0.code) }) && row.bound % divisor != 0
        {
          return .no
        }
        for var side in [row, row.mirrored] {
          side.relation = .atMost
          rows.append(tightened(side))
        }
      } else {
        rows.append(tightened(row))
      }
    }
    var left = Set(rows.flatMap { $0.terms.map(\.code) }).sorted()
    var stages: [(code: Int, rows: [Row])] = []
    while true {
      guard let strongest = strongest(rows) else { return .no }
      rows = strongest
      if left.isEmpty { break }
      if rows.count > Self.mostRows { return .unknown("too many sums") }
      let code = cheapest(left, rows)
      left.removeAll { $0 == code }
      var (ups, downs, rest): ([Row], [Row], [Row]) = ([], [], [])
      for row in rows {
        guard let factor = row.terms.first(where: { $0.code == code })?.factor else {
          rest.append(row)
          continue
        }
        if factor > 0 { ups.append(row) } else { downs.append(row) }
      }
      stages.append((code, ups + downs))
      if ups.count * downs.count > 4 * Self.mostRows { return .unknown("too many sums") }
      for up in ups {
        for down in downs { rest.append(try combined(up, down, code)) }
      }
      rows = rest
    }
    var tries = Self.mostTries
    var values: [Int: Ratio] = [:]
    return try assign(stages, stages.count - 1, excluded, &values, &tries)
      ? .yes(values) : .unknown("no whole numbers found")
  }

  /// The strongest row of each direction; nil if a row contradicts itself.
  private func strongest(_ rows: [Row]) -> [Row]? {
    var kept: [Row] = []
    var places: [[Term]: Int] = [:]
    for row in rows {
      if row.terms.isEmpty {
        if row.bound < 0 || row.isBelow && row.bound <= 0 { return nil }
        continue
      }
      // In few rows, looking through them is faster than hashing.
      let place =
        rows.count < 32 ? kept.firstIndex { $0.terms == row.terms } : places[row.terms]
      if let place {
        let old = kept[place]
        if row.bound < old.bound || row.bound == old.bound && row.isBelow { kept[place] = row }
      } else {
        if rows.count >= 32 { places[row.terms] = kept.count }
        kept.append(row)
      }
    }
    return kept
  }

  /// The term whose elimination makes the fewest rows.
  private func cheapest(_ left: [Int], _ rows: [Row]) -> Int {
    var counts: [Int: (up: Int, down: Int)] = [:]
    for row in rows {
      for term in row.terms {
        if term.factor > 0 {
          counts[term.code, default: (0, 0)].up += 1
        } else {
          counts[term.code, default: (0, 0)].down += 1
        }
      }
    }
    return left.min { one, other in
      let (a, b) = (counts[one] ?? (0, 0), counts[other] ?? (0, 0))
      return (a.up * a.down - a.up - a.down, one) < (b.up * b.down - b.up - b.down, other)
    } ?? 0
  }

  private func combined(
    _ up: Row, _ down: Row, _ code: Int
  ) throws(Overflow) -> Row {
    let a = up.terms.first { $0.code == code }?.factor ?? 1
    let b = -(down.terms.first { $0.code == code }?.factor ?? -1)
    let sum = try Linear().adding(Linear(terms: up.terms, constant: up.bound), times: b)
      .adding(Linear(terms: down.terms, constant: down.bound), times: a)
    guard abs(sum.constant) <= Row.mostBound else { throw Overflow() }
    let isBelow = up.isBelow || down.isBelow
    return tightened(
      Row(terms: sum.terms, relation: isBelow ? .below : .atMost, bound: sum.constant))
  }

  private func assign(
    _ stages: [(code: Int, rows: [Row])], _ stage: Int, _ excluded: [Int: Set<Int>],
    _ values: inout [Int: Ratio], _ tries: inout Int
  ) throws(Overflow) -> Bool {
    if stage < 0 { return true }
    let code = stages[stage].code
    var (low, high): (Ratio?, Ratio?) = (nil, nil)
    var (isAbove, isBelow) = (false, false)
    for row in stages[stage].rows {
      var rest = Ratio(row.bound)
      var factor = 1
      for term in row.terms {
        if term.code == code {
          factor = term.factor
        } else if let value = values[term.code] {
          rest = try rest.plus(value, times: -term.factor)
        }
      }
      let bound = try Ratio(rest.top, over: times(rest.bottom, factor))
      if factor > 0 {
        if try high.map({ h throws(Overflow) in try bound.isLess(h) }) ?? true {
          (high, isBelow) = (bound, row.isBelow)
        } else if bound == high, row.isBelow {
          isBelow = true
        }
      } else {
        if try low.map({ l throws(Overflow) in try l.isLess(bound) }) ?? true {
          (low, isAbove) = (bound, row.isBelow)
        } else if bound == low, row.isBelow {
          isAbove = true
        }
      }
    }
    let wished = wish(code) ?? Ratio(1)
    var picks: [Ratio] = []
    if isWhole(code) {
      let least = low.map { isAbove && $0.isWhole ? $0.top + 1 : $0.ceiling }
      let most = high.map { isBelow && $0.isWhole ? $0.top - 1 : $0.floor }
      if let least, let most, least > most { return false }
      var numbers = [wished.floor]
      if let least { numbers += [least, least + 1, least + 2] }
      if let most { numbers += [most, most - 1] }
      if let least, let most {
        numbers.append(least + (most - least) / 2)
        if most - least <= 60 { numbers += Array(least...most) }
      }
      if least == nil { numbers += [0, 1, 2, 10].map { (most ?? 0) - $0 } }
      if most == nil { numbers += [0, 1, 2, 3, 10].map { (least ?? 0) + $0 } }
      let taken = excluded[code] ?? []
      // Not all of the next numbers are excluded.
      if !taken.isEmpty {
        if let most { numbers += (0...taken.count).map { most - $0 } }
        numbers += (0...taken.count).map { (least ?? wished.floor) + $0 }
      }
      var seen = taken
      picks = numbers.filter {
        $0 >= least ?? .min && $0 <= most ?? .max && seen.insert($0).inserted
      }.map(Ratio.init)
    } else {
      var numbers = [wished]
      if let low, let high {
        let sum = try low.plus(high, times: 1)
        numbers += [try Ratio(sum.top, over: times(sum.bottom, 2)), low, high]
      } else if let low {
        numbers += [low, try low.plus(Ratio(1), times: 1)]
      } else if let high {
        numbers += [high, try high.plus(Ratio(1), times: -1)]
      }
      for number in numbers {
        if let low, try number.isLess(low) || isAbove && number == low { continue }
        if let high, try high.isLess(number) || isBelow && number == high { continue }
        picks.append(number)
      }
    }
    for pick in picks {
      tries -= 1
      if tries < 0 { return false }
      values[code] = pick
      if try assign(stages, stage - 1, excluded, &values, &tries) { return true }
    }
    values[code] = nil
    return false
  }
}
