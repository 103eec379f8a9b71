// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CoreSample",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  dependencies: [.package(name: "Libretto", path: "../../..")],
  targets: [
    .executableTarget(
      name: "CoreSample", dependencies: [.product(name: "LibrettoCore", package: "Libretto")],
      path: "Sources")
  ]
)
