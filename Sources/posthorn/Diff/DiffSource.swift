internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornDiff
internal import PosthornOpenAPI
internal import PosthornSpec

/// A side of a comparison on disk: spec files, or an OpenAPI document.
enum DiffSource {
    case files([String])
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
        case (.files(let files), .document(let path)):
            let spec = try specs(files)
            return (spec, try imported(path, spec, overlay ?? ownOverlay(old)))
        case (.document(let path), .files(let files)):
            let spec = try specs(files)
            return (try imported(path, spec, overlay ?? ownOverlay(new)), spec)
        case (.files(let before), .files(let after)):
            return (try specs(before), try specs(after))
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
            return .files(files)
        }
        let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return isOpenAPI(String(decoding: data, as: UTF8.self)) ? .document(path) : .files([path])
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

    private static func specs(_ files: [String]) throws(Failure) -> DiffedSpec {
        let folder = SpecFolder(files: files)
        guard folder.unreadable.isEmpty else {
            throw Failure(lines: folder.unreadable.map(\.description))
        }
        return DiffedSpec(try document(folder.sources))
    }

    private static func document(_ sources: [SourceFile]) throws(Failure) -> SpecDocument {
        let result = SpecReader.read(sources)
        guard let document = result.document else {
            let errors = result.diagnostics.filter { $0.severity == .error }
            throw Failure(lines: errors.map(\.description))
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
