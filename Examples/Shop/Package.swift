// swift-tools-version: 6.2

import PackageDescription

/// The features with which generated code compiles without warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "shop",
    dependencies: [
        // Redis and SQLite are for the stores of two processes.
        .package(name: "posthorn", path: "../..", traits: ["Redis", "SQLite"]),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // The service described in YAML; the folder is a link to Specs/Shop.
        .target(
            name: "Shop",
            dependencies: [
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
            ],
            swiftSettings: strict,
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")]),
        // The program that calls it.
        .executableTarget(
            name: "shop-demo",
            dependencies: [
                "Shop",
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCache", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
                .product(name: "PosthornLoading", package: "posthorn"),
                .product(name: "PosthornOAuth", package: "posthorn"),
                .product(name: "PosthornRedis", package: "posthorn"),
                .product(name: "PosthornResilience", package: "posthorn"),
                .product(name: "PosthornSQLite", package: "posthorn"),
            ],
            swiftSettings: strict),

        // The server, which opens what the client seals with the server's half of the cipher.
        .target(
            name: "ShopService",
            dependencies: [
                .product(name: "PosthornCore", package: "posthorn"),
                .product(name: "PosthornServer", package: "posthorn"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "shop-server",
            dependencies: [
                "ShopService",
                .product(name: "PosthornCrypto", package: "posthorn"),
                .product(name: "PosthornServer", package: "posthorn"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShopServiceTests",
            dependencies: ["ShopService"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
