// swift-tools-version: 6.2

import PackageDescription

/// The features with which generated code compiles without warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "depot",
    dependencies: [
        .package(name: "posthorn", path: "../.."),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        // Client and server of the same spec.
        .target(
            name: "Depot",
            dependencies: [
                .product(name: "PosthornCore", package: "posthorn"),
                .product(name: "PosthornServer", package: "posthorn"),
            ],
            swiftSettings: strict,
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        .executableTarget(
            name: "depot-server",
            dependencies: [
                "Depot",
                .product(name: "PosthornCore", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
                .product(name: "PosthornServer", package: "posthorn"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .executableTarget(
            name: "depot-client",
            dependencies: [
                "Depot",
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
