internal import PosthornForeign
internal import PosthornFormat
internal import PosthornSpec

/// An import of an OpenAPI document as spec files.
package enum OpenAPIImport {
    /// What to import.
    package struct Options: Sendable {
        /// Tags, `operationId`s and paths, of which an operation has one each; empty for all.
        package var tags: [String] = []
        package var operations: [String] = []
        package var paths: [String] = []
        /// The name of the service's client.
        package var service: String
        /// Whether the service keeps this name in an import of what an export wrote, and beside a name in the overlay.
        package var keepsName = false
        /// The number of files over which the import is spread, or `nil` for a file for each tag.
        package var files: Int?
        /// Whether the keys of recognised shapes are written, and not proposed in comments.
        package var recognises = false

        package init(service: String) { self.service = service }

        /// Whether overlays may change what the document does not have, such as an operation that it has lost.
        package var allowsUnknown = false

        /// Whether only some operations are imported.
        var isFiltered: Bool { !tags.isEmpty || !operations.isEmpty || !paths.isEmpty }

        /// Adds what an overlay selects, unless the options say it.
        mutating func add(_ selection: OverlaySelection) {
            if let name = selection.name, !keepsName { (service, keepsName) = (name, true) }
            if tags.isEmpty { tags = selection.tags }
            if operations.isEmpty { operations = selection.operations }
            if paths.isEmpty { paths = selection.paths }
        }
    }

    /// The spec files with their names, and what to tell the user.
    package struct Result: Sendable {
        package var files: [(name: String, text: String)] = []
        package var report = ImportReport()
        /// The parts of overlays from which parts of the files come.
        var origins = OverlayOrigins()
    }

    /// The beginning of the names of files over which an import is spread.
    package static let spreadName = "OpenAPI"

    /// The first words of each file that an import wrote.
    package static let header = "# Imported from "

    /// Returns whether a file is an OpenAPI document rather than a spec.
    package static func isDocument(_ bytes: [UInt8]) -> Bool { DocumentScan.isDocument(bytes) }

    /// Converts a document.
    ///
    /// - Parameters:
    ///   - path: The path of the document.
    ///   - overlays: The paths of the overlays, in the order of their changes; none by default.
    package static func run(
        _ path: String, _ options: Options, overlays: [String] = []
    ) throws(ImportFailure) -> Result {
        let document = try ForeignDocument(path)
        let changes = try document.applyOverlays(overlays)
        let overlay = try Overlay(
            changes.others, document, allowsUnknown: options.allowsUnknown)
        var options = options
        options.add(overlay.selection)
        let parts = try self.parts(document, options, overlay)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let header =
            "\(header)\(oneLine(name)) by posthorn. Change the document or the overlay, and import again.\n"
        var result = Result()
        var own = parts.endpoints
        var files = self.files(of: parts)
        if let restoration = Restoration(document, options) {
            files = try restoration.files(parts, overlay)
            own.removeAll { restoration.has($0.draft) }
        }
        if let count = options.files {
            files = FileSpread(files.map(\.members), over: count).named
        }
        result.files = files.map { ($0.name, header + SpecPrinter.text(of: $0.members)) }
        result.report = ImportReport(
            own.map(\.draft), parts.operations, others: parts.webhooks, notes: parts.notes,
            sent: parts.sent, document)
        result.report.warnings = changes.warnings
        result.report.recognised = parts.recognised
        result.report.writesRecognised = options.recognises
        result.origins = OverlayOrigins(overlay, parts, document)
        return result
    }

    /// What an import makes of a document, before it stands in files.
    struct Parts {
        var name: String
        /// The number of operations.
        var operations: Int
        var service: [SpecMember]
        var endpoints: [(draft: EndpointDraft, file: String, member: SpecMember)]
        /// The types, with the file that uses each; `nil` for several.
        var types: [(file: String?, member: SpecMember)]
        /// The names of the types of schemas.
        var schemaTypes: [String: String]
        /// The messages that the service sends.
        var webhooks: [EndpointDraft]
        /// What is said of no single operation.
        var notes: Draft
        /// The types of requests.
        var sent: Set<ObjectIdentifier>
        /// The number of recognised shapes.
        var recognised: [RecognisedShape: Int]
    }

    static func parts(
        _ document: ForeignDocument, _ options: Options, _ overlay: Overlay = Overlay()
    ) throws(ImportFailure) -> Parts {
        let all = try Operation.all(in: document)
        let operations = try chosen(all, options, document).filter {
            overlay.operation($0)?.isSkipped != true
        }
        let importer = try Importer(document, service: options.service, overlay, all)
        let security = try SecurityDraft(document)
        let servers = ServersDraft(document, operations)
        // What an export wrote has its own keys.
        let isExport = document.root[Extension.key] != nil
        let hasWebhooks = !isExport && !options.isFiltered
        importer.hasWebhooks = hasWebhooks || isExport
        importer.noteOmissions()
        let webhooks = hasWebhooks ? try WebhooksDraft(document, operations, importer) : nil
        try importer.chooseNames(for: operations)
        var endpoints: [EndpointDraft] = []
        for operation in operations {
            endpoints += try importer.endpoints(of: operation, security, servers)
        }
        try importer.finish()
        if !isExport { importer.mergeEqualResponses(of: endpoints) }
        for endpoint in endpoints { importer.nameArguments(of: endpoint) }
        let recognition =
            isExport
            ? Recognition()
            : try Recognition(endpoints, document) { endpoint in
                Set(overlay.operation(endpoint.operation)?.keys.map(\.key) ?? [])
            }
        if options.recognises { recognition.apply(to: endpoints) }
        let folder = files(endpoints, options.service)
        let hooks = webhooks?.drafts ?? []
        let layout = TypeLayout(
            folder + hooks.map { ($0, WebhooksDraft.file) }, &importer.naming)
        let types = SpecTypes(
            sent: layout.sent, received: layout.received, names: Set(layout.named.map(\.type.name)))
        let writer = SpecFiles(
            types: types, overlay: overlay, recognition: recognition,
            writesRecognised: options.recognises)
        var members = [SpecMember("service", .plain(options.service))]
        if let doc = Text.doc(document.root["info"]?["description"])
            ?? (isExport ? nil : Text.doc(document.root["info"]?["title"]))
        {
            members.append(SpecMember("doc", .text(doc)))
        }
        members += servers.members(of: endpoints)
        members += security.members(of: endpoints, recognises: options.recognises)
        let named = layout.named.map { ($0.file, types.declaration($0.type)) }
        var declarations = named
        if var member = webhooks?.member {
            let writesWebhooks =
                options.recognises || overlay.service.contains { $0.key == "webhooks" }
            if !writesWebhooks {
                // The types that nothing else has are proposed, too.
                let others = named.filter { $0.0 == WebhooksDraft.file }.map(\.1)
                declarations.removeAll { $0.0 == WebhooksDraft.file }
                member.isProposed = true
                member.comment = member.comment.map { "Recognised: webhooks; \($0)" }
                members.append(member)
                if !others.isEmpty {
                    var member = SpecMember("types", .block(others))
                    member.isProposed = true
                    members.append(member)
                }
            } else {
                members.append(member)
            }
        }
        // A key of the overlay replaces what was imported.
        let own = overlay.service.map { SpecMember($0.key, Overlay.value($0.node)) }
        members.removeAll { member in own.contains { $0.key == member.key } }
        members += own
        var counts = recognition.counts
        if let count = webhooks?.count, count > 0 { counts[.webhooks] = count }
        let endpointCount = isExport ? 0 : security.tokenEndpoints(of: endpoints)
        if endpointCount > 0 { counts[.tokenEndpoints] = endpointCount }
        return Parts(
            name: options.service, operations: operations.count, service: members,
            endpoints: folder.map { ($0.endpoint, $0.file, writer.endpoint($0.endpoint)) },
            types: declarations,
            schemaTypes: importer.schemaTypes,
            webhooks: hooks, notes: importer.notes, sent: layout.sent,
            recognised: counts)
    }

    /// Returns the files of an import: one for the service, one for each tag, and one for shared types.
    private static func files(of parts: Parts) -> [(name: String, members: [SpecMember])] {
        var files = [(name: serviceFile(parts.name), members: parts.service)]
        let types = Dictionary(grouping: parts.types) { $0.file }
        let endpoints = Dictionary(grouping: parts.endpoints) { $0.file }
        var names: Set<String> = []
        for (_, file, _) in parts.endpoints where names.insert(file).inserted {
            let own = endpoints[file, default: []].map(\.member)
            var members = [SpecMember("endpoints", .block(own))]
            let used = types[file, default: []].map(\.member)
            if !used.isEmpty {
                members.append(SpecMember("types", .block(used), isSeparated: true))
            }
            files.append((file, members))
        }
        let others = types[WebhooksDraft.file, default: []].map(\.member)
        if !others.isEmpty, !names.contains(WebhooksDraft.file) {
            files.append((WebhooksDraft.file, [SpecMember("types", .block(others))]))
        }
        let shared = types[nil, default: []].map(\.member)
        if !shared.isEmpty { files.append(("Types.yaml", [SpecMember("types", .block(shared))])) }
        return files
    }

    private static func serviceFile(_ service: String) -> String {
        (service.hasSuffix("API") && service.count > 3 ? String(service.dropLast(3)) : service)
            + ".yaml"
    }

    // MARK: Filters

    private static func chosen(
        _ operations: [Operation], _ options: Options, _ document: ForeignDocument
    ) throws(ImportFailure) -> [Operation] {
        let filters:
            [(
                kind: String, words: [String], known: (Operation) -> [String],
                has: (Operation, String) -> Bool
            )] = [
                ("tag", options.tags, \.tags, { $0.tags.contains($1) }),
                ("id", options.operations, { [$0.label] }, { $0.id == $1 || $0.route == $1 }),
                (
                    "path", options.paths, { [$0.path] },
                    { operation, path in
                        path.hasSuffix("*")
                            ? operation.path.hasPrefix(path.dropLast()) : operation.path == path
                    }
                ),
            ]
        var result = operations
        for filter in filters where !filter.words.isEmpty {
            for word in filter.words
            where !options.allowsUnknown && !operations.contains(where: { filter.has($0, word) }) {
                throw document.failure(
                    document.root, "a filter names what the document has",
                    found: "no operation with the \(filter.kind) \(quoted(word))",
                    write: Suggestion.write(
                        for: word, among: Set(operations.flatMap(filter.known)).sorted(),
                        else: "another \(filter.kind), or no such filter"))
            }
            result = result.filter { operation in
                filter.words.contains { filter.has(operation, $0) }
            }
        }
        guard !result.isEmpty || document.root[Extension.key] != nil else {
            throw document.failure(
                document.root["paths"] ?? document.root, "an import has operations", found: "none",
                write: operations.isEmpty ? "a document with 'paths'" : "fewer filters")
        }
        return result
    }

    // MARK: Files

    /// Returns the file of each endpoint: that of its first tag, or of the first word of its path.
    private static func files(
        _ endpoints: [EndpointDraft], _ service: String
    ) -> [(endpoint: EndpointDraft, file: String)] {
        var names: [String: String] = [:]
        var taken: Set<String> = ["types.yaml", serviceFile(service).lowercased()]
        return endpoints.map { endpoint in
            let label = endpoint.operation.tags.first ?? word(in: endpoint.operation.path)
            if let known = names[label] { return (endpoint, known) }
            let base = Naming.word(label)
            var file = base + ".yaml"
            if taken.contains(file.lowercased()) { file = base + "Endpoints.yaml" }
            var number = 2
            while !taken.insert(file.lowercased()).inserted {
                file = "\(base)\(number).yaml"
                number += 1
            }
            names[label] = file
            return (endpoint, file)
        }
    }

    private static func word(in path: String) -> String {
        for segment in path.split(separator: "/") {
            let isVersion =
                segment.first == "v" && segment.dropFirst().allSatisfy { $0.isNumber || $0 == "." }
            guard !segment.hasPrefix("{"), !isVersion, segment.first?.isLetter == true,
                segment != "api",
                segment != "rest"
            else { continue }
            return String(segment.prefix { $0 != "." && $0 != "{" && $0 != ":" })
        }
        return "Endpoints"
    }
}
