// swift-tools-version: 6.1

import PackageDescription

/// Measures the ciphers beside the primitives that they are made of.
let package = Package(
    name: "crypto-benchmark",
    dependencies: [
        .package(name: "posthorn", path: "../.."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(name: "Usage"),
        .executableTarget(
            name: "crypto-stream",
            dependencies: [
                "Usage",
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
            ]),
        .executableTarget(
            name: "crypto-bench",
            dependencies: [
                "Usage",
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
                .product(name: "PosthornServer", package: "posthorn"),
                .product(name: "PosthornTesting", package: "posthorn"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
