internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornOpenAPI
internal import PosthornSpec

extension Import {
    /// Returns whether a file comes from an import, by its first line.
    static func isImported(_ path: String) -> Bool {
        let data = try? Data(contentsOf: URL(filePath: path))
        return data?.starts(with: Data(OpenAPIImport.header.utf8)) ?? false
    }
}

extension OpenAPIImport.Result {
    /// The specs as they stand in a folder.
    func sources(in folder: String) -> [SourceFile] {
        files.map { SourceFile(path: "\(folder)/\($0.name)", text: $0.text) }
    }

    /// The specs of the folder that the user has written.
    func ownSources(in folder: String) -> [SourceFile] {
        let names = Set(sources(in: folder).map(\.path))
        let files = (SpecFolder.files(below: folder) ?? []).filter {
            !names.contains($0) && !Import.isImported($0)
        }
        return SpecFolder(files: files).sources
    }

    /// Reads the specs in a folder together with those of the user.
    func read(beside own: [SourceFile], in folder: String) -> SpecReader.Result {
        SpecReader.read(
            sources(in: folder) + own, modules: OtherModules(beside: folder),
            path: [URL(filePath: folder).standardizedFileURL.lastPathComponent])
    }
}
