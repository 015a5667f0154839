// swift-tools-version: 6.1

import PackageDescription

/// A fuzzer watches which branches an input takes, so what it looks at is compiled for it.
///
/// The sources are links to the package's own: flags like these are only allowed in a root package.
let instrumented: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"]),
]

let package = Package(
    name: "fuzzing",
    products: [
        // A library, because the program's entry is libFuzzer's; `scripts/fuzz` links the two.
        .library(name: "SpecFuzz", type: .static, targets: ["SpecFuzz"])
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
    ],
    swiftLanguageModes: [.v6]
)
