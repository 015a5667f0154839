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
        .executableTarget(
            name: "crypto-bench",
            dependencies: [
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornCrypto", package: "posthorn"),
                .product(name: "PosthornCurl", package: "posthorn"),
                .product(name: "PosthornTesting", package: "posthorn"),
                .product(name: "Crypto", package: "swift-crypto"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
