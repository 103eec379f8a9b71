// swift-tools-version: 6.3
import PackageDescription

// A server for bookings over PostgreSQL: what the guide “Hosting flows” describes, to be run and killed.
let package = Package(
  name: "Hosting",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Libretto", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
    .executableTarget(
      name: "Seal",
      dependencies: ["CCrypto", .product(name: "LibrettoCore", package: "Libretto")]),
    .executableTarget(
      name: "Desk",
      dependencies: ["CPostgres", .product(name: "LibrettoCore", package: "Libretto")]),
  ],
  swiftLanguageModes: [.v6]
)
