#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the project's performance targets, and prints a row for each.
@main
enum Benchmarks {
  /// The benchmarks in the order in which they run: memory first, while the process is small.
  static var all: [any Benchmark] {
    [
      JournalMemory(), DialogLoop(), JournalReplay(), JournalSync(), SessionBench(), RunBench(),
      JSONExport(), JSONRead(), Scale(), AheadSteps(), PatternMatch(), BuilderScopes(), PlainBody(),
      MixedBody(),
      OperationGraphs(),
      LoadOverhead(), LongChain(), WrongOperand(), ImportCost(), WarmScript(), ColdScript(),
      ConsoleStart(), ConsoleKeys(), ConsoleIdle(),
    ]
  }

  static func main() async {
    do throws(Trouble) {
      switch try Request(Array(CommandLine.arguments.dropFirst()), names: all.flatMap(\.names)) {
      case .help: print(Request.usage, terminator: "")
      case .measure(let options): try await measure(options)
      }
    } catch {
      tell("Benchmarks: \(error.message)")
      exit(error.code)
    }
  }

  private static func measure(_ options: Options) async throws(Trouble) {
    var printer = Printer(asJSON: options.isJSON)
    for benchmark in all where benchmark.names.contains(where: options.wants) {
      do {
        for row in try await benchmark.rows(options) where options.wants(row.name) {
          printer.print(row)
        }
      } catch let skipped as Skipped {
        tell("\(benchmark.names[0]): not measured: \(skipped.reason)")
      } catch let trouble as Trouble {
        throw Trouble("\(benchmark.names[0]): \(trouble.message)", code: trouble.code)
      } catch {
        throw Trouble("\(benchmark.names[0]): \(error)")
      }
    }
  }
}

/// Writes a message to standard error.
func tell(_ message: String) {
  let bytes = Array((message + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}
