// swift-tools-version: 6.1

import PackageDescription

// The demo's server stands apart on purpose: it knows Posthorn only by the bytes on the wire, so
// what the client seals is opened here by an implementation of its own.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "shop-server",
    products: [.executable(name: "shop-server", targets: ["shop-server"])],
    dependencies: [
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(
            name: "ShopService",
            dependencies: ["FlyingFox", .product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict),
        .executableTarget(
            name: "shop-server",
            dependencies: [
                "ShopService", "FlyingFox", .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ShopServiceTests",
            dependencies: [
                "ShopService", "FlyingFox", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
