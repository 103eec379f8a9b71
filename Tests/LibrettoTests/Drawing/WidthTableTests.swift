// Only Foundation knows the Unicode data, and reads XML.
#if canImport(Foundation)
  import Foundation
  import Testing

  @testable import LibrettoTerminal

  @Suite("Table of widths") struct WidthTableTests {
    /// `LIBRETTO_UPDATE_WIDTHS=1 swift test --filter WidthTableTests` writes the table anew.
    ///
    /// Another toolchain, and the ICU of another system, know another version of Unicode: there the
    /// table can't be made again, and nothing is wrong with it.
    @Test(
      "The table is what the Unicode data of this toolchain makes",
      .enabled(
        if: isUpdate || WidthTableSource.isOfThisVersion,
        "the table is of another version of Unicode"))
    func source() throws {
      let made = WidthTableSource.make()
      // Not with ==, which would print both texts.
      let isSame = try Data(contentsOf: WidthTableSource.file) == Data(made.utf8)
      if isUpdate { try Data(made.utf8).write(to: WidthTableSource.file) }
      #expect(isSame)
    }

    @Test("Runs are in order, and each has another width than the one before")
    func order() {
      let runs = WidthTable.runs
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0 >> 4 < $1 >> 4 })
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0 & 0xF != $1 & 0xF })
      #expect(runs.allSatisfy { $0 & 0xF <= 2 && $0 >> 4 <= 0x10FFFF })
      #expect(runs.last.map { $0 & 0xF } == 1)
    }
  }

  private let isUpdate = ProcessInfo.processInfo.environment["LIBRETTO_UPDATE_WIDTHS"] == "1"

  /// Makes the source of the table of widths.
  private enum WidthTableSource {
    static let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../../..")
      .appendingPathComponent("Sources/LibrettoTerminal/Drawing/WidthTable.swift").standardized

    /// The words of the file's header, which name the versions.
    private static let versions =
      "of Unicode \(UnicodeData.newestAge), with the East Asian widths of \(UnicodeData.ageOfICU)"

    /// Whether the file was made from the versions that are here.
    static var isOfThisVersion: Bool {
      (try? String(contentsOf: file, encoding: .utf8))?.contains("\(versions).\n") ?? false
    }

    static func make() -> String {
      """
      // Generated from the data \(versions).
      // `LIBRETTO_UPDATE_WIDTHS=1 swift test --filter WidthTableTests` writes it anew.

      /// The widths of all scalars.
      enum WidthTable {
        /// Where the width changes: the scalar, and behind it in the last digit the width from there on.
        // swift-format-ignore
        static let runs: [UInt32] = [
      \(rows(of: runs()))
        ]
      }

      """
    }

    /// The scalars where the width changes, each with its new width in the last four bits.
    ///
    /// Below U+0300 nobody asks the table.
    private static func runs() -> [UInt32] {
      let wide = UnicodeData.scalars(matching: "[\\p{ea=W}\\p{ea=F}]")
      let visible = UnicodeData.scalars(matching: "\\p{Prepended_Concatenation_Mark}")
      var runs: [UInt32] = []
      var width: UInt32 = 1
      for scalar in UnicodeData.all where scalar.value >= 0x300 {
        let next: UInt32 =
          if scalar.isZeroWidth && !visible.contains(scalar) {
            0
          } else if wide.contains(scalar) || scalar.isWideEmoji {
            2
          } else {
            1
          }
        if next != width { runs.append(scalar.value << 4 | next) }
        width = next
      }
      return runs
    }

    private static func rows(of runs: [UInt32]) -> String {
      stride(from: 0, to: runs.count, by: 9).map { start in
        let numbers = runs[start..<min(start + 9, runs.count)].map { run in
          let digits = String(run, radix: 16, uppercase: true)
          return "0x" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ","
        }
        return "    " + numbers.joined(separator: " ")
      }.joined(separator: "\n")
    }
  }

  /// What the standard library and ICU know of the scalars.
  private enum UnicodeData {
    static let all = (0...UInt32(0x10FFFF)).compactMap(Unicode.Scalar.init)

    /// The version of the standard library's data.
    static let newestAge: String = {
      let ages = all.compactMap(\.properties.age)
      let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
      return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }()

    /// The version of ICU's data: that of the newest scalar which ICU calls assigned.
    static let ageOfICU: String = {
      let assigned = scalars(matching: "\\P{Cn}")
      let ages = assigned.compactMap(\.properties.age)
      let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
      return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }()

    private static let text: String = {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: all)
      return String(text)
    }()

    /// The scalars that a class of ICU's regular expressions contains.
    static func scalars(matching pattern: String) -> Set<Unicode.Scalar> {
      guard let expression = try? NSRegularExpression(pattern: "\(pattern)+") else { return [] }
      let units = Array(text.utf16)
      var found: Set<Unicode.Scalar> = []
      let range = NSRange(location: 0, length: units.count)
      for match in expression.matches(in: text, range: range) {
        guard let place = Range(match.range) else { continue }
        found.formUnion(String(decoding: units[place], as: UTF16.self).unicodeScalars)
      }
      return found
    }
  }

  extension Unicode.Scalar {
    /// Whether it never takes a column of its own: what combines, formats, or isn't shown at all.
    fileprivate var isZeroWidth: Bool {
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: true
      case .lineSeparator, .paragraphSeparator: true
      case .unassigned where properties.isDefaultIgnorableCodePoint: true
      // The vowels and final consonants of Hangul, which join the consonant before them.
      default: (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
      }
    }

    /// Whether it is an emoji without further signs; the letters of flags are in pairs only.
    fileprivate var isWideEmoji: Bool {
      properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(value)
    }
  }
#endif
