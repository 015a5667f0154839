/// The arguments of `posthorn-generate`.
struct GenerateArguments {
    static let usage =
        "usage: posthorn-generate [--root <folder>] [--report] [--without <module>] "
        + "--output <folder> <file.yaml> …"

    /// The folder that the generated files' first lines count the sources' paths from.
    var root: String?
    /// Whether what is written is printed, and Swift without a spec is warned of.
    var reports = false
    /// Modules of Posthorn that the target does not depend on.
    var missing: Set<String> = []
    /// The folder to write to.
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
            case "--without": missing.insert(rest.popFirst() ?? "")
            case "--output": output = rest.popFirst() ?? ""
            default: return nil
            }
        }
        sources = Array(rest)
        guard !output.isEmpty, !sources.isEmpty else { return nil }
    }
}
