import Foundation

/// Writes the service as a user's package.
///
/// The target `Big` is the service. The target `Warm` is a service of one endpoint: building it
/// builds the runtime and the tool, so that a build of `Big` after it is `Big` alone.
struct ServicePackage {
    let folder: URL
    let checkout: URL

    func write() throws {
        try write(manifest, to: "Package.swift")
        try write(
            "service: WarmAPI\nendpoints:\n  ping:\n    GET: /ping\n",
            to: "Sources/Warm/WarmAPI.yaml")
        for target in ["Big", "Warm"] {
            try write("// The rest is YAML.\n", to: "Sources/\(target)/\(target).swift")
        }
        try write(
            """
            service: BigAPI
            doc: A service of a thousand endpoints that nobody offers.
            server: https://api.example.com/v1
            access: internal
            common:
              headers:
                X-App-Version: String = 4.2
            types:
              Problem:
                code: Int
                message: String
                details?: [String: String]

            """, to: "Sources/Big/BigAPI.yaml")
        var random = RandomSource(seed: 20_26)
        var known: [String] = []
        for qualifier in Vocabulary.qualifiers {
            for noun in Vocabulary.nouns {
                var file = ResourceFile(name: qualifier + noun, known: known)
                try write(file.text(&random), to: "Sources/Big/\(file.name).yaml")
                known += file.types
            }
        }
    }

    private func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // An untouched file keeps its date, so that writing the service again builds nothing.
        if let old = try? Data(contentsOf: file), old == Data(text.utf8) { return }
        try Data(text.utf8).write(to: file)
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.1

        import PackageDescription

        let posthorn: Target.Dependency = .product(name: "Posthorn", package: "posthorn")
        let plugin: Target.PluginUsage = .plugin(name: "PosthornPlugin", package: "posthorn")
        let package = Package(
            name: "service",
            dependencies: [.package(name: "posthorn", path: "\(checkout.path)")],
            targets: [
                .target(name: "Big", dependencies: [posthorn], plugins: [plugin]),
                .target(name: "Warm", dependencies: [posthorn], plugins: [plugin]),
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }
}
