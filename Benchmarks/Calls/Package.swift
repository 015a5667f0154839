// swift-tools-version: 6.1

import PackageDescription

/// Measures what a typed call costs over the bare call of its session; apart from the network
/// benchmark, which takes minutes to build.
let package = Package(
    name: "call-benchmark",
    dependencies: [.package(name: "posthorn", path: "../..", traits: ["ImageDecoding"])],
    targets: [
        // Counts the allocations of the process.
        .target(name: "CMallocCounter"),
        .executableTarget(
            name: "call-bench",
            dependencies: [
                "CMallocCounter", .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornTesting", package: "posthorn"),
            ],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        .executableTarget(
            name: "load-bench",
            dependencies: [
                "CMallocCounter", .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornLoading", package: "posthorn"),
                .product(name: "PosthornTesting", package: "posthorn"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
