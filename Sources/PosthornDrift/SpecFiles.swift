internal import FoundationEssentials
internal import PosthornSpec

/// The spec files in a folder, read as the build reads them.
enum SpecFiles {
    /// Reads and checks the service in a folder.
    ///
    /// - Parameter service: The name of one of several services; `nil` for the only one.
    static func document(
        in folder: URL, service: String?
    ) throws(DriftObserver.InvalidSpec) -> SpecDocument {
        let read = SpecReader.read(try sources(in: folder), modules: modules(beside: folder))
        let errors = read.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw invalid(errors.map(\.description)) }
        let documents = read.documents.filter { !$0.service.name.isEmpty }
        let names = documents.map(\.service.name)
        let found =
            service.map { name in documents.filter { $0.service.name == name } } ?? documents
        guard found.count == 1, let document = found.first else {
            let place = oneLine(folder.path)
            throw invalid([
                "\(place): a folder has the service of the client; found \(quotedList(names)); "
                    + "write \(names.isEmpty ? "the folder of a service" : "its name as 'service'")"
            ])
        }
        return document
    }

    private static func invalid(_ diagnostics: [String]) -> DriftObserver.InvalidSpec {
        DriftObserver.InvalidSpec(diagnostics: diagnostics)
    }

    private static func sources(
        in folder: URL
    ) throws(DriftObserver.InvalidSpec) -> [SourceFile] {
        let paths = paths(below: folder.path)
        guard !paths.isEmpty else {
            throw invalid([
                "\(oneLine(folder.path)): a spec is a folder with '*.yaml'; found none; write its path"
            ])
        }
        var sources: [SourceFile] = []
        for path in paths {
            guard let data = try? Data(contentsOf: URL(filePath: path)),
                data.count <= SourceFile.sizeLimit
            else {
                throw invalid([
                    "\(oneLine(path)): a spec file can be read, and has at most 4 MiB; "
                        + "found another one; write it where it can be read"
                ])
            }
            sources.append(SourceFile(path: path, bytes: Array(data)))
        }
        return sources
    }

    /// Returns the sorted paths of spec files; hidden files and links to folders are skipped, as in builds.
    private static func paths(below folder: String) -> [String] {
        let manager = FileManager.default
        let names = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
            let lowercased = name.lowercased()
            if lowercased.hasSuffix(".yaml") || lowercased.hasSuffix(".yml") { return [path] }
            let type = try? manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            return type == .typeDirectory ? paths(below: path) : []
        }.sorted()
    }

    private static func modules(beside folder: URL) -> OtherModules {
        let parent = folder.standardizedFileURL.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        return OtherModules(names: names.filter { !$0.hasPrefix(".") }.sorted()) { name in
            (try? sources(in: parent.appending(path: name))) ?? []
        }
    }
}
