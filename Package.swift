// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Libretto",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    // Flows and all that performs them, without a terminal and without a command line.
    .library(name: "LibrettoCore", targets: ["LibrettoCore"]),
    // A flow as an observable model, for the views of an app.
    .library(name: "LibrettoApp", targets: ["LibrettoApp"]),
    // Everything, under one import.
    .library(name: "Libretto", targets: ["Libretto"]),
    .executable(name: "flow", targets: ["FlowTool"]),
  ],
  targets: [
    .target(name: "LibrettoCore", swiftSettings: strict),
    .target(name: "LibrettoApp", dependencies: ["LibrettoCore"], swiftSettings: strict),
    .target(name: "LibrettoTerminal", dependencies: ["LibrettoCore"], swiftSettings: strict),
    .target(name: "LibrettoAnalysis", dependencies: ["LibrettoCore"], swiftSettings: strict),
    .target(name: "LibrettoKnowledge", dependencies: ["LibrettoCore"], swiftSettings: strict),
    .target(
      name: "Libretto",
      dependencies: ["LibrettoCore", "LibrettoTerminal", "LibrettoAnalysis", "LibrettoKnowledge"],
      swiftSettings: strict),
    .executableTarget(
      name: "FlowTool",
      dependencies: ["Libretto"],
      swiftSettings: strict,
      // The launcher stands between a person and every script: 1.5 ms to start instead of 3.8. SwiftPM
      // 6.3 takes this option from a dependency, too.
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))]
    ),
    .executableTarget(
      name: "Benchmarks", dependencies: ["Libretto", "TestSupport"], swiftSettings: strict),
    .executableTarget(
      name: "TerminalFixture", dependencies: ["Libretto"], path: "Tests/TerminalFixture",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["LibrettoCore"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // The judge of the engine, and what walks at random beside it. One file imports the core, so that
    // the judge shares no names with what it judges.
    .executableTarget(
      name: "Oracle", dependencies: ["LibrettoCore", "TestSupport"], path: "Tests/Oracle",
      swiftSettings: strict + [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(
      name: "LibrettoTests",
      dependencies: [
        "AppView", "ChatBot", "Libretto", "LibrettoApp", "Oracle", "TerminalFixture", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GuidesTests", dependencies: ["Libretto", "LibrettoApp", "TestSupport"],
      exclude: ["Preludes", "Surface.txt"],
      swiftSettings: strict),
    .testTarget(
      name: "KnowledgeTests", dependencies: ["LibrettoKnowledge", "TestSupport"],
      exclude: ["Model"], swiftSettings: strict),
    // The example of Testing.md, which GuidesTests compares with it.
    .target(
      name: "Cleanup", dependencies: ["Libretto"], path: "Tests/Example/Sources",
      swiftSettings: strict),
    .testTarget(
      name: "CleanupTests", dependencies: ["Cleanup", "Libretto"], path: "Tests/Example/Tests",
      swiftSettings: strict),
    // The interpreter of WritingAnInterpreter.md, which GuidesTests compares with it too.
    .target(
      name: "ChatBot", dependencies: ["Libretto"], path: "Tests/Example/ChatBot",
      swiftSettings: strict),
    // The views of InAnApp.md, which GuidesTests compares with it; where SwiftUI is missing, one of them
    // is checked against stubs.
    .target(name: "ViewStubs", path: "Tests/ViewStubs", swiftSettings: strict),
    .target(
      name: "AppView", dependencies: ["LibrettoApp", "ViewStubs"], path: "Tests/Example/AppView",
      swiftSettings: strict),
    // These two perform the built `flow`. They must not depend on it: its static runtime would be
    // linked into the tests beside the dynamic one.
    .testTarget(name: "FlowToolTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["Libretto", "TestSupport"], exclude: ["Screens.txt"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
