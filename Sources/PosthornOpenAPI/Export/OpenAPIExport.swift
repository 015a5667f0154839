internal import PosthornFormat
package import PosthornSpec

/// An export of a service as an OpenAPI document, from which an import makes the same specs.
package enum OpenAPIExport {
    /// The document, and what to tell the user.
    package struct Result: Sendable {
        package var text: String
        /// The lines of the report: a count, and each thing that OpenAPI has no form for with its place in the specs.
        package var report: [String]
    }

    /// Converts a service.
    ///
    /// - Parameters:
    ///   - document: The checked specs.
    ///   - sources: The files of the specs.
    ///   - folder: The folder of the specs, in which the document names the files.
    ///   - isJSON: Whether the result is JSON instead of YAML.
    package static func run(
        _ document: SpecDocument, _ sources: [SourceFile], folder: String, isJSON: Bool
    ) throws(ImportFailure) -> Result {
        let layout = SpecLayout(sources, folder: folder)
        let exporter = Exporter(document)
        // What an import reads from the document alone decides what the extensions have to say.
        var root = exporter.document(nil)
        root.append(SpecMember(Extension.key, .map([])))
        let plain = try ForeignDocument(
            text: ExportText.yaml(root), path: document.service.path)
        var options = OpenAPIImport.Options(service: document.service.name)
        options.keepsName = true
        let read = try OpenAPIImport.parts(plain, options)
        let extensions = Extensions(layout, read)
        root = exporter.document(extensions)
        root += extensions.root
        let notes = exporter.notes.sorted { ($0.path, $0.mark) < ($1.path, $1.mark) }
        let count = document.files.reduce(0) { $0 + $1.endpoints.count }
        let partial = Set(notes.map { "\($0.path):\($0.owner)" }).count
        let summary =
            "\(count) endpoint\(count == 1 ? "" : "s"): "
            + (partial == 0 ? "all complete" : "\(partial) with parts that only 'x-posthorn' has")
        return Result(
            text: isJSON ? ExportText.json(root) : ExportText.yaml(root),
            report: [summary]
                + notes.map {
                    "\(oneLine($0.path)):\($0.mark.line):\($0.mark.column): \($0.text)"
                })
    }
}

/// The parts of the spec files as they are written.
struct SpecLayout {
    /// A file with its name in the folder, and the names of what it has.
    struct File {
        var name: String
        var members: [SpecMember] = []
        var hasService = false
    }

    private(set) var files: [File] = []
    /// The keys of the service.
    private(set) var service: [YAMLEntry] = []
    private(set) var endpoints: [(name: String, node: YAMLNode)] = []
    private(set) var types: [(name: String, node: YAMLNode)] = []

    init(_ sources: [SourceFile], folder: String) {
        for source in sources.sorted(by: { $0.path < $1.path }) {
            add(source.node?.entries ?? [], to: File(name: Self.name(source.path, in: folder)))
        }
    }

    /// Returns the path of a file in the folder.
    static func name(_ path: String, in folder: String) -> String {
        let folder = folder.hasSuffix("/") || folder.isEmpty ? folder : folder + "/"
        if path.hasPrefix(folder), path.utf8.count > folder.utf8.count {
            return String(path.dropFirst(folder.count))
        }
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    private mutating func add(_ entries: [YAMLEntry], to file: File) {
        var file = file
        for entry in entries {
            let own = entry.value.entries ?? []
            switch entry.key {
            case "endpoints":
                endpoints += own.map { ($0.key, $0.value) }
                file.members.append(names(entry.key, own))
            case "types":
                types += own.map { ($0.key, $0.value) }
                file.members.append(names(entry.key, own))
            case "groups": file.members.append(SpecMember("groups", .map(own.map { group($0) })))
            case "standalone": file.members.append(SpecMember(entry.key, .written(entry.value)))
            default: service.append(entry)
            }
            if entry.key == "service" { file.hasService = true }
        }
        files.append(file)
    }

    private mutating func group(_ group: YAMLEntry) -> SpecMember {
        let entries = group.value.entries ?? []
        let calls = entries["endpoints"]?.value.entries ?? entries
        endpoints += calls.map { ("\(group.key).\($0.key)", $0.value) }
        guard entries["endpoints"] != nil else { return names(group.key, calls) }
        return SpecMember(
            group.key,
            .map(
                entries.map {
                    $0.key == "endpoints"
                        ? names($0.key, calls) : SpecMember($0.key, .written($0.value))
                }))
    }

    private func names(_ key: String, _ entries: [YAMLEntry]) -> SpecMember {
        SpecMember(key, .list(entries.map { .exact($0.key) }))
    }
}
