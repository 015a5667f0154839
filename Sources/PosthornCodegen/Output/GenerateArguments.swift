/// The arguments of `posthorn-generate`.
struct GenerateArguments {
    static let usage =
        "usage: posthorn-generate [--root <folder>] --output <file.swift> "
        + "--source <file.yaml> --all <file.yaml> …"

    /// The folder that the generated file's first line counts the source's path from.
    var root: String?
    /// The file to write.
    var output = ""
    /// The spec file to generate from.
    var source = ""
    /// All spec files of the service, the source among them.
    var all: [String] = []

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--root": root = rest.popFirst()
            case "--output": output = rest.popFirst() ?? ""
            case "--source": source = rest.popFirst() ?? ""
            case "--all":
                all = Array(rest)
                rest = []
            default: return nil
            }
        }
        guard !output.isEmpty, !source.isEmpty, all.contains(source) else { return nil }
    }

    /// The source as the generated file names it: the same on every machine.
    var shownSource: String {
        if let root {
            let prefix = root.hasSuffix("/") ? root : root + "/"
            if source.hasPrefix(prefix) { return String(source.dropFirst(prefix.count)) }
        }
        guard source.hasPrefix("/") else { return source }
        return source.split(separator: "/").last.map(String.init) ?? source
    }
}
