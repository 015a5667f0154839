// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "quick-start",
    dependencies: [
        // In your own package: .package(url: "…/posthorn", branch: "main")
        // `package:` below is the last part of the URL, without ".git".
        .package(name: "posthorn", path: "../..")
    ],
    targets: [
        // The plugin generates Swift for this target from the YAML in Sources/Weather.
        .executableTarget(
            name: "Weather",
            dependencies: [.product(name: "Posthorn", package: "posthorn")],
            plugins: [.plugin(name: "PosthornPlugin", package: "posthorn")])
    ],
    swiftLanguageModes: [.v6]
)
