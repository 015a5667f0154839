/// The arguments of `posthorn-generate`.
struct GenerateArguments {
    static let usage =
        "usage: posthorn-generate [--root <folder>] [--report] [--server] [--without <module>] [--module <name>] "
        + "[--dependency <module> <file.yaml>] … --output <folder> <file.yaml> …"

    /// The folder to which the paths in the first lines of generated files are relative.
    var root: String?
    /// Whether to print the written files, and to warn of generated files without a spec.
    var reports = false
    /// Whether a file for the server is written even if no server is generated, because a build expects it.
    var hasServerFile = false
    /// The modules of Posthorn that the target does not depend on.
    var missing: Set<String> = []
    /// The module of the target, or `nil` if it is unknown.
    var module: String?
    /// The spec files of the target's dependencies, by their modules.
    var dependencies: [String: [String]] = [:]
    var output = ""
    /// All spec files of the service.
    var sources: [String] = []

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--root": root = rest.popFirst()
            case "--report": reports = true
            case "--server": hasServerFile = true
            case "--without": missing.insert(rest.popFirst() ?? "")
            case "--module": module = rest.popFirst()
            case "--dependency":
                guard let module = rest.popFirst(), let file = rest.popFirst() else { return nil }
                dependencies[module, default: []].append(file)
            case "--output": output = rest.popFirst() ?? ""
            default: return nil
            }
        }
        sources = Array(rest)
        guard !output.isEmpty, !sources.isEmpty else { return nil }
    }
}
