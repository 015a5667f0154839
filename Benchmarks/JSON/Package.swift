// swift-tools-version: 6.1

import PackageDescription

/// Measures generated models as a package of their users does; apart from the other benchmarks, which
/// need nothing of Posthorn.
let package = Package(
    name: "json-benchmark",
    dependencies: [.package(name: "posthorn", path: "../..")],
    targets: [
        .executableTarget(
            name: "json-bench", dependencies: [.product(name: "Posthorn", package: "posthorn")],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")])
    ],
    swiftLanguageModes: [.v6]
)
