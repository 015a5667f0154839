// swift-tools-version: 6.1

import PackageDescription

/// A package of its own, so that nobody who uses Posthorn resolves or builds it.
let package = Package(
    name: "benchmarks",
    targets: [
        // Writes the synthetic service that is measured.
        .executableTarget(name: "bench-service"),
        // Runs the tool and the compiler on it, and prints what they took.
        .executableTarget(name: "bench"),
    ],
    swiftLanguageModes: [.v6]
)
