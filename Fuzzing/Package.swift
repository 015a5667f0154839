// swift-tools-version: 6.1

import PackageDescription

/// The fuzzer observes which branches an input takes, so the modules are compiled with its instrumentation.
///
/// The sources are links to the package's own: flags like these are only allowed in a root package.
let instrumented: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]),
]

let structuredFields = Target.Dependency.product(
    name: "RawStructuredFieldValues", package: "swift-http-structured-headers")

let crypto: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto"),
    .product(name: "CryptoExtras", package: "swift-crypto"),
]

let package = Package(
    name: "fuzzing",
    products: [
        // Libraries, because the program's entry is libFuzzer's; `scripts/fuzz` links the two.
        .library(name: "SpecFuzz", type: .static, targets: ["SpecFuzz"]),
        .library(name: "CryptoFuzz", type: .static, targets: ["CryptoFuzz"]),
        .library(name: "ImageFuzz", type: .static, targets: ["ImageFuzz"]),
        .library(name: "JSONFuzz", type: .static, targets: ["JSONFuzz"]),
        .library(name: "DocumentFuzz", type: .static, targets: ["DocumentFuzz"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    ],
    targets: [
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "PosthornSpec", dependencies: ["CYAML"], swiftSettings: instrumented),
        .target(
            name: "PosthornCodegen", dependencies: ["PosthornSpec"], swiftSettings: instrumented),
        .target(
            name: "SpecFuzz", dependencies: ["PosthornCodegen", "PosthornSpec"],
            swiftSettings: instrumented),

        // Readers of descriptions of APIs and of traffic.
        .target(
            name: "PosthornForeign", dependencies: ["PosthornSpec"], swiftSettings: instrumented),
        .target(
            name: "PosthornFormat", dependencies: ["CYAML", "PosthornSpec"],
            swiftSettings: instrumented),
        .target(
            name: "PosthornOpenAPI",
            dependencies: ["CYAML", "PosthornForeign", "PosthornFormat", "PosthornSpec"],
            swiftSettings: instrumented),
        .target(
            name: "PosthornInference",
            dependencies: ["PosthornForeign", "PosthornFormat", "PosthornSpec"],
            swiftSettings: instrumented),
        .target(
            name: "DocumentFuzz",
            dependencies: [
                "PosthornFormat", "PosthornInference", "PosthornOpenAPI", "PosthornSpec",
            ],
            swiftSettings: instrumented),

        // Readers of sealed and signed messages, with the modules that they use.
        .target(name: "PosthornSupport", swiftSettings: instrumented),
        .target(
            name: "PosthornHTTP",
            dependencies: [
                "PosthornSupport", structuredFields,
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: instrumented),
        .target(
            name: "PosthornJSON", dependencies: ["PosthornSupport"], swiftSettings: instrumented),
        .target(name: "JSONFuzz", dependencies: ["PosthornJSON"], swiftSettings: instrumented),
        .target(
            name: "PosthornCore", dependencies: ["PosthornHTTP", "PosthornJSON"],
            swiftSettings: instrumented),
        .target(
            name: "PosthornKeys",
            dependencies: [
                "PosthornCore", .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + crypto,
            swiftSettings: instrumented),
        .target(
            name: "PosthornJOSE", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: instrumented),
        .target(
            name: "PosthornAWS", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: instrumented),
        .target(
            name: "PosthornLegacy", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: instrumented),
        .target(
            name: "PosthornMessageSignatures",
            dependencies: ["PosthornCore", "PosthornKeys", structuredFields] + crypto,
            swiftSettings: instrumented),
        .target(
            name: "PosthornCrypto",
            dependencies: [
                "PosthornAWS", "PosthornCore", "PosthornJOSE", "PosthornKeys", "PosthornLegacy",
                "PosthornMessageSignatures",
            ] + crypto,
            swiftSettings: instrumented),
        .systemLibrary(
            name: "CImageDecoders", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev", "libpng-dev", "libwebp-dev", "libgif-dev"])]),
        .target(
            name: "PosthornImages", dependencies: ["PosthornCore"], swiftSettings: instrumented),
        .target(
            name: "PosthornImageDecoding",
            dependencies: ["CImageDecoders", "PosthornCore", "PosthornImages"],
            swiftSettings: instrumented),
        .target(
            name: "ImageFuzz", dependencies: ["PosthornImageDecoding", "PosthornImages"],
            swiftSettings: instrumented),
        .target(
            name: "CryptoFuzz",
            dependencies: [
                "PosthornCore", "PosthornCrypto", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: instrumented),
    ],
    swiftLanguageModes: [.v6]
)
