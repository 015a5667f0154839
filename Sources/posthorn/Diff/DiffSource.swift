internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornDiff
internal import PosthornOpenAPI
internal import PosthornSpec

/// A side of a comparison on disk: spec files, or an OpenAPI document.
enum DiffSource {
    case files([String], folder: String?)
    case document(String)

    /// The reasons why a side cannot be compared.
    struct Failure: Error {
        var lines: [String]
    }

    /// Reads both sides.
    static func read(
        _ old: String, _ new: String, overlay: String?
    ) throws(Failure) -> (old: DiffedSpec, new: DiffedSpec) {
        let sources = (try find(old), try find(new))
        switch sources {
        case (.files(let files, let folder), .document(let path)):
            let spec = try specs(files, folder)
            return (spec, try imported(path, spec, overlay ?? ownOverlay(old)))
        case (.document(let path), .files(let files, let folder)):
            let spec = try specs(files, folder)
            return (try imported(path, spec, overlay ?? ownOverlay(new)), spec)
        case (.files(let before, let oldFolder), .files(let after, let newFolder)):
            return (try specs(before, oldFolder), try specs(after, newFolder))
        case (.document(let before), .document(let after)):
            return (try imported(before, nil, overlay), try imported(after, nil, overlay))
        }
    }

    private static func find(_ side: String) throws(Failure) -> DiffSource {
        // Annotations name files without './'.
        let path = side.hasPrefix("./") && side.count > 2 ? String(side.dropFirst(2)) : side
        if let files = SpecFolder.files(below: path) {
            guard !files.isEmpty else {
                throw Failure(lines: ["posthorn: there is no *.yaml in \(path)"])
            }
            return .files(files, folder: path)
        }
        let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return isOpenAPI(String(decoding: data, as: UTF8.self))
            ? .document(path) : .files([path], folder: nil)
    }

    /// Returns whether a text has the key that every OpenAPI document has.
    private static func isOpenAPI(_ text: String) -> Bool {
        if text.first(where: { !$0.isWhitespace }) == "{" { return true }
        return text.split(whereSeparator: \.isNewline).contains { line in
            let line = line.drop { $0 == "\"" || $0 == "'" }
            return line.hasPrefix("openapi") || line.hasPrefix("swagger")
        }
    }

    /// Returns the path of the overlay beside a folder, if there is one.
    private static func ownOverlay(_ folder: String) -> String? {
        let path = URL(filePath: folder).standardizedFileURL.path
        let overlay = (path.hasSuffix("/") ? String(path.dropLast()) : path) + ".overlay.yaml"
        return FileManager.default.fileExists(atPath: overlay) ? overlay : nil
    }

    private static func specs(
        _ files: [String], _ folder: String?
    ) throws(Failure) -> DiffedSpec {
        let specs = SpecFolder(files: files)
        guard specs.unreadable.isEmpty else {
            throw Failure(lines: specs.unreadable.map(\.description))
        }
        let modules = folder.map { OtherModules(beside: $0) } ?? OtherModules()
        return DiffedSpec(try document(specs.sources, modules))
    }

    private static func document(
        _ sources: [SourceFile], _ modules: OtherModules = OtherModules()
    ) throws(Failure) -> SpecDocument {
        let result = SpecReader.read(sources, modules: modules)
        guard let document = result.document else {
            let errors = result.diagnostics.filter { $0.severity == .error }
            throw Failure(lines: errors.map(\.description))
        }
        guard result.documents.count == 1 else {
            let names = result.documents.map(\.service.name).joined(separator: ", ")
            throw Failure(lines: [
                "posthorn: a side is one service; found \(names); compare the folder of each"
            ])
        }
        return document
    }

    /// Imports a document in memory, with the client's name of the other side.
    private static func imported(
        _ path: String, _ other: DiffedSpec?, _ overlay: String?
    ) throws(Failure) -> DiffedSpec {
        let options = OpenAPIImport.Options(service: other?.document.service.name ?? "ServiceAPI")
        let files: [(name: String, text: String)]
        let places: DocumentPlaces
        do throws(ImportFailure) {
            files = try OpenAPIImport.run(path, options, overlay: overlay).files
            places = try DocumentPlaces(path)
        } catch {
            throw Failure(lines: error.diagnostics.map(\.description))
        }
        let document = try document(files.map { SourceFile(path: $0.name, text: $0.text) })
        return DiffedSpec(document) { part in
            let place: DocumentPlaces.Place =
                switch part {
                case .service: places.start
                case .endpoint(let endpoint, let member):
                    places.endpoint(endpoint.method.rawValue, endpoint.path, member: member)
                case .type(let name, let member): places.type(name, member: member)
                }
            return Change.Place(path: place.path, mark: place.mark)
        }
    }
}
