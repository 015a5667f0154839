// swift-tools-version: 6.1

import PackageDescription

// Posthorn with its trait CodableXML, as a package that wants XMLCoder uses it; the tests of PosthornXML
// once more, those of Codable types among them.
let package = Package(
    name: "xml",
    dependencies: [
        .package(name: "posthorn", path: "../..", traits: ["CodableXML"])
    ],
    targets: [
        .testTarget(
            name: "PosthornXMLTests",
            dependencies: [
                .product(name: "Posthorn", package: "posthorn"),
                .product(name: "PosthornTesting", package: "posthorn"),
                .product(name: "PosthornXML", package: "posthorn"),
            ],
            swiftSettings: [.define("CodableXML")])
    ],
    swiftLanguageModes: [.v6]
)
