/// The arguments of `posthorn-openapi`.
struct OpenAPIArguments {
    static let usage =
        "usage: posthorn-openapi [--root <folder>] [--server] [--without <module>] … --module <name> "
        + "--files <number> --output <folder> <document> [<posthorn.yaml>]"

    /// The folder to which the paths in the first lines of generated files are relative.
    var root: String?
    /// Whether a file for the server is written even if no server is generated, because a build expects it.
    var hasServerFile = false
    /// The modules of Posthorn that the target does not depend on.
    var missing: Set<String> = []
    /// The module of the target.
    var module = ""
    /// The number of Swift files.
    var files = 0
    var output = ""
    var document = ""
    /// The path of the name, the filters and the changes.
    var changes: String?

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.first, option.hasPrefix("--") {
            rest.removeFirst()
            switch option {
            case "--root": root = rest.popFirst()
            case "--server": hasServerFile = true
            case "--without": missing.insert(rest.popFirst() ?? "")
            case "--module": module = rest.popFirst() ?? ""
            case "--files": files = rest.popFirst().flatMap { Int($0) } ?? 0
            case "--output": output = rest.popFirst() ?? ""
            default: return nil
            }
        }
        document = rest.popFirst() ?? ""
        changes = rest.popFirst()
        let isComplete = !module.isEmpty && files > 0 && !output.isEmpty && !document.isEmpty
        guard isComplete, rest.isEmpty else { return nil }
    }
}
