internal import FoundationEssentials
internal import PosthornCodegen
internal import PosthornDiff
internal import PosthornOpenAPI
internal import PosthornSpec

/// A side of a comparison on disk: the specs of a target, or an OpenAPI document.
enum DiffSource {
    case specs([DiffedSpec], folder: String?)
    case document(String)

    /// Reads both sides.
    ///
    /// - Parameters:
    ///   - overlays: The overlays of documents; with none, that beside the folder of the other side.
    ///   - service: The only service to compare, or `nil` for all.
    static func read(
        _ old: String, _ new: String, overlays: [String], service: String?
    ) throws(ToolFailure) -> (old: [DiffedSpec], new: [DiffedSpec]) {
        switch (try find(old, service), try find(new, service)) {
        case (.specs(let specs, let folder), .document(let path)):
            (specs, [try imported(path, specs, folder, overlays)])
        case (.document(let path), .specs(let specs, let folder)):
            ([try imported(path, specs, folder, overlays)], specs)
        case (.specs(let before, _), .specs(let after, _)): (before, after)
        case (.document(let before), .document(let after)):
            (
                [try imported(before, [], nil, overlays)],
                [try imported(after, [], nil, overlays)]
            )
        }
    }

    private static func find(
        _ side: String, _ service: String?
    ) throws(ToolFailure) -> DiffSource {
        if SpecFolder.files(below: side) == nil {
            let data = (try? Data(contentsOf: URL(filePath: side))) ?? Data()
            if OpenAPIImport.isDocument(Array(data)) {
                // Annotations name files without './'.
                return .document(
                    side.hasPrefix("./") && side.count > 2 ? String(side.dropFirst(2)) : side)
            }
        }
        let target = try SpecTarget([side])
        return .specs(
            try target.documents(of: service).map { DiffedSpec($0) }, folder: target.folder)
    }

    /// Returns the paths of overlays: first that beside the folder, if there is one, unless it is named too.
    static func overlays(beside folder: String, and others: [String]) -> [String] {
        let path = URL(filePath: folder).standardizedFileURL.path
        let own = (path.hasSuffix("/") ? String(path.dropLast()) : path) + ".overlay.yaml"
        let isNamed = others.contains { URL(filePath: $0).standardizedFileURL.path == own }
        guard !isNamed, FileManager.default.fileExists(atPath: own) else { return others }
        let current = FileManager.default.currentDirectoryPath + "/"
        let isBelow = !folder.hasPrefix("/") && own.hasPrefix(current)
        return [isBelow ? String(own.dropFirst(current.count)) : own] + others
    }

    /// Imports a document in memory, with the client's name and the overlay of the other side.
    private static func imported(
        _ path: String, _ others: [DiffedSpec], _ folder: String?, _ overlays: [String]
    ) throws(ToolFailure) -> DiffedSpec {
        guard others.count < 2 else {
            let names = others.map(\.document.service.name)
            throw ToolFailure(
                .usage,
                "posthorn: \(path) is one service; found \(names.joined(separator: ", ")) on the other "
                    + "side; write '--service \(names[0])'")
        }
        let isNamed = !overlays.isEmpty
        let overlays = folder.map { Self.overlays(beside: $0, and: overlays) } ?? overlays
        var options = OpenAPIImport.Options(
            service: others.first?.document.service.name ?? "ServiceAPI")
        // An overlay that is not named belongs to the document of the other side.
        options.allowsUnknown = !isNamed
        let plain = try imported(path, options, overlays, folder)
        guard plain.hasShapes, !others.isEmpty else { return plain.spec }
        // The other side may come from an import with '--recognise'.
        options.recognises = true
        let count = { (spec: DiffedSpec) in Comparison.changes(from: others, to: [spec]).count }
        let least = count(plain.spec)
        guard least > 0 else { return plain.spec }
        let recognised = try imported(path, options, overlays, folder).spec
        return count(recognised) < least ? recognised : plain.spec
    }

    /// Imports a document, beside the own files of a folder with an import, and returns whether it has recognised shapes.
    private static func imported(
        _ path: String, _ options: OpenAPIImport.Options, _ overlays: [String],
        _ folder: String?
    ) throws(ToolFailure) -> (spec: DiffedSpec, hasShapes: Bool) {
        let result: OpenAPIImport.Result
        let places: DocumentPlaces
        do throws(ImportFailure) {
            result = try OpenAPIImport.run(path, options, overlays: overlays)
            places = try DocumentPlaces(path, overlays: overlays)
        } catch {
            throw ToolFailure(error)
        }
        let isImport =
            folder.flatMap { SpecFolder.files(below: $0) }?.contains(where: Import.isImported)
            ?? false
        let read =
            if isImport, let folder {
                result.read(beside: result.ownSources(in: folder), in: folder)
            } else {
                SpecReader.read(result.files.map { SourceFile(path: $0.name, text: $0.text) })
            }
        guard let document = read.document else {
            let errors = read.diagnostics.filter { $0.severity == .error }
            throw ToolFailure(.brokenSpec, result.located(errors))
        }
        let spec = DiffedSpec(document) { part in
            let place: DocumentPlaces.Place =
                switch part {
                case .service: places.start
                case .endpoint(let endpoint, let member):
                    places.endpoint(endpoint.method.rawValue, endpoint.path, member: member)
                case .type(let name, let member): places.type(name, member: member)
                }
            return Change.Place(path: place.path, mark: place.mark)
        }
        return (spec, !result.report.recognised.isEmpty)
    }
}
