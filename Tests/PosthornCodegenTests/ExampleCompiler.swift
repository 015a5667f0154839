import Foundation

/// Compiles Swift against the modules that the tests were built with, without making code of it.
///
/// A target for each example would take minutes of every build; this takes a fraction of a second.
struct ExampleCompiler {
    /// How users with strict settings compile.
    private static let flags = [
        "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
        "-enable-upcoming-feature", "ExistentialAny", "-package-name", "examples",
        "-enable-upcoming-feature", "MemberImportVisibility",
    ]

    private let folder = FileManager.default.temporaryDirectory
        .appending(component: "posthorn-example-\(UUID().uuidString)")

    private let importsInternally: Bool

    /// - Parameter importsInternally: Whether a plain import is an internal one, as strict settings have it.
    init(importsInternally: Bool = true) throws {
        self.importsInternally = importsInternally
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    func add(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: folder.appending(component: name))
    }

    /// Makes the module of which the pages take a type that is written in Swift.
    func emitMoney() throws {
        try emitModule(
            "Money",
            "public struct Amount: Codable, Hashable, Sendable { public var cents: Int }\n")
    }

    /// Makes a module of one file, which the other files can import.
    func emitModule(_ name: String, _ text: String) throws {
        let own = folder.appending(component: name)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        let source = own.appending(component: "\(name).swift")
        try Data(text.utf8).write(to: source)
        let problems = try run([
            "-emit-module", "-module-name", name, "-parse-as-library",
            "-emit-module-path", folder.appending(component: "\(name).swiftmodule").path,
            source.path,
        ])
        guard problems.isEmpty else { throw Unusable(reason: problems) }
    }

    /// What the compiler says.
    ///
    /// - Parameter module: The module that the files belong to.
    func problems(module: String = "Example") throws -> String {
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.sorted()
            .map { folder.appending(component: $0).path }
        let imports =
            importsInternally ? ["-enable-upcoming-feature", "InternalImportsByDefault"] : []
        return try run(
            ["-typecheck", "-module-name", module, "-I", folder.path, "-I", Self.modules.path]
                + ["-I", Self.curl, "-I", Self.images, "-I", Self.yaml] + Self.flags + imports
                + sources)
    }

    private struct Unusable: Error { var reason: String }

    /// The modules beside the tests' executable.
    private static let modules: URL = {
        let executable = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return executable.deletingLastPathComponent().appending(component: "Modules")
    }()

    /// The session's module names the module of libcurl, which is not made of Swift.
    private static let curl = Example.root.appending(path: "Sources/CCurl").path
    private static let yaml = Example.root.appending(path: "Sources/CYAML").path
    private static let images = Example.root.appending(path: "Sources/CImageDecoders").path

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        // It leaves an empty folder behind, which goes with ours.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["TMPDIR": folder.path]) { _, new in new }
        let output = Pipe()
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        if process.terminationStatus != 0, text.isEmpty {
            throw Unusable(reason: "status \(process.terminationStatus)")
        }
        return text
    }
}
