internal import PosthornSpec

/// The files whose types the services of a target share.
struct SharedTypes {
    let files: [SpecFile]
    let tables: GeneratorContext.Tables

    /// Creates the value, or returns `nil` if there is no such file.
    init?(_ documents: [SpecDocument], _ tables: [GeneratorContext.Tables]) {
        guard var document = documents.first else { return nil }
        var files: [String: SpecFile] = [:]
        for file in documents.lazy.flatMap(\.files) where file.isShared {
            // Each service keeps the types that it uses.
            files[file.path, default: file].addTypes(of: file)
        }
        guard !files.isEmpty else { return nil }
        document.service.access = AccessLevel.widest(of: documents)
        document.files = files.values.sorted { $0.path < $1.path }
        document.nestedTypes = []
        self.files = document.files
        self.tables = GeneratorContext.Tables(document).shared(by: tables)
    }
}

extension AccessLevel {
    /// Returns the widest level of some services.
    static func widest(of documents: [SpecDocument]) -> AccessLevel {
        let levels = Set(documents.map(\.service.access))
        return allCases.first(where: levels.contains) ?? .public
    }
}

extension SpecFile {
    fileprivate mutating func addTypes(of other: SpecFile) {
        let names = Set(types.map(\.name))
        types = (types + other.types.filter { !names.contains($0.name) })
            .sorted { $0.mark < $1.mark }
    }
}
