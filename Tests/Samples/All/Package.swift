// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "AllSample",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Libretto", path: "../../..")],
  targets: [
    .executableTarget(
      name: "AllSample", dependencies: [.product(name: "Libretto", package: "Libretto")],
      path: "Sources")
  ]
)
