internal import ArgumentParser
internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornSpec

/// The subcommand that writes a package with a spec.
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Writes a package with a spec, a program, tests and a workflow, that builds at once.",
        discussion: """
            The package has a target for the service, a program that calls it, and tests with a \
            stub. With --openapi, the build generates the service from a copy of the document.

            Exit codes: 0 if the package was written, 1 if the document has an error, 64 for wrong \
            arguments, 66 if the document cannot be read, 73 if a file cannot be written.
            """)

    @Argument(help: "The name of the package and of its folder, as in 'Weather'.")
    var name: String

    @Option(
        help: "An OpenAPI document of the service.",
        completion: .documents)
    var openapi: String?

    @Option(
        help: "A clone of Posthorn to depend on; by default that which built the tool.",
        completion: .directory)
    var path: String?

    @Option(help: "The URL of the repository of Posthorn to depend on.")
    var url: String?

    @Option(help: "The least version at the URL; by default, its branch 'main'.")
    var from: String?

    /// Modules that the package imports, and those that Swift has.
    private static let taken: Set<String> = [
        "Foundation", "FoundationEssentials", "Package", "Swift", "Testing", "XCTest",
    ]

    func validate() throws {
        let near = NearName.type(name).map { name in
            name.hasSuffix("API") && name != "API" ? String(name.dropLast(3)) : name
        }
        guard SwiftName.isType(name), !ReservedNames.types.contains(name),
            !Self.taken.contains(name),
            !name.hasSuffix("API"), !name.hasPrefix("Posthorn"), name.utf8.count <= 100
        else {
            let isFree = near.map { SwiftName.isType($0) && !Self.taken.contains($0) && $0 != name }
            throw ValidationError(
                "a package is named like a Swift type, without 'API' at its end, and not like a module of Swift or "
                    + "Posthorn; found \(quoted(name)); write \(quoted(isFree == true ? near ?? "" : "Weather"))"
            )
        }
        guard url == nil || path == nil else {
            throw ValidationError("Posthorn is at a URL or in a folder; found both; write one")
        }
        guard from == nil || url != nil else {
            throw ValidationError(
                "a version is one of a URL; found '--from' alone; write '--url' too")
        }
    }

    func run() throws {
        let contents = try? FileManager.default.contentsOfDirectory(atPath: name)
        guard !FileManager.default.fileExists(atPath: name) || contents?.isEmpty == true else {
            throw ToolFailure(
                .unwritable,
                "posthorn: a new package has a new or an empty folder; found \(quoted(name)) with files; "
                    + "write another name, or move the folder")
        }
        let dependency = try dependency()
        let package = try NewPackage(name: name, dependency: dependency, document: openapi)
        for (file, bytes) in package.files {
            try ToolFailure.write(bytes, to: "\(name)/\(file)", makesFolder: true)
            print("wrote \(name)/\(file)")
        }
        print("\nNext: cd \(name) && swift test")
    }

    /// Returns the dependency on Posthorn, as a manifest has it.
    private func dependency() throws -> NewPackage.Dependency {
        if let url { return .url(url, from: from) }
        guard let folder = path ?? Self.ownPackage() else {
            throw ValidationError(
                "a package names where Posthorn is; found neither a URL nor a folder; write '--url URL' of the "
                    + "repository, or '--path FOLDER' of a clone")
        }
        let whole = URL(filePath: folder).standardizedFileURL.path
        guard Self.isPosthorn(whole) else {
            throw ValidationError(
                "'--path' is a clone of Posthorn; found \(quoted(folder)), which has no such Package.swift; "
                    + "write the folder of a clone")
        }
        return .path(whole)
    }

    /// Returns the package that built this tool, which lies in its folder `.build`.
    private static func ownPackage() -> String? {
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            if isPosthorn(folder.path) { return folder.path }
        }
        return nil
    }

    private static func isPosthorn(_ folder: String) -> Bool {
        let files = ["Package.swift", "Sources/PosthornCore", "Plugins/PosthornPlugin"]
        return files.allSatisfy { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
    }
}
