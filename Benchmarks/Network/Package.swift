// swift-tools-version: 6.1

import PackageDescription

/// As new packages are set up: what is called runs where its caller does, unless it says otherwise.
let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// Measures the session manager against the clients that it is chosen over.
///
/// Apart from the other benchmarks, because async-http-client alone takes minutes to build.
let package = Package(
    name: "network-benchmark",
    products: [
        .library(name: "malloc-counter", type: .dynamic, targets: ["CMallocCounter"])
    ],
    dependencies: [
        .package(name: "posthorn", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        // The peers: nginx answers the requests; this one parks requests and swallows uploads.
        .executableTarget(name: "bench-peer"),

        // Decodes items with simdjson, for the clients in C and in Swift.
        .target(name: "SIMDItems", linkerSettings: [.linkedLibrary("simdjson")]),

        // The clients. All take the same words and print the same line.
        .executableTarget(
            name: "curl-client", dependencies: ["SIMDItems"],
            linkerSettings: [.linkedLibrary("curl")]),
        .target(name: "Drive", swiftSettings: settings),
        .executableTarget(
            name: "posthorn-client",
            dependencies: [
                "Drive", "SIMDItems", .product(name: "Posthorn", package: "posthorn"),
            ], swiftSettings: settings,
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        .executableTarget(
            name: "urlsession-client", dependencies: ["Drive"], swiftSettings: settings),
        .executableTarget(
            name: "ahc-client",
            dependencies: [
                "Drive", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], swiftSettings: settings),

        // Counts allocations of any client, preloaded.
        .target(name: "CMallocCounter"),

        .executableTarget(name: "network-bench"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
