/// Reads the top level of a file.
extension NodeReader {
    private static let serviceKeys = SpecKey.service.filter { $0.needs.first == "service" }
        .flatMap(\.names)

    func file(_ node: YAMLNode, into draft: inout SpecDraft) {
        var file = SpecFile(path: path, hasService: false, endpoints: [], types: [])
        defer { draft.files.append(file) }
        guard case .mapping(let entries) = node.kind else {
            if node.isEmpty {
                draft.empty.append((path, node.mark))
            } else {
                error(
                    node.mark, "a spec file is a group of keys", found: node.summary,
                    write: "'endpoints:' or 'types:'")
            }
            return
        }
        file.hasService = entries["service"] != nil
        let known = KeyPlace.file.keys
        let isOpenAPI = (entries["openapi"] ?? entries["swagger"]) != nil && !file.hasService
        if let first = entries.first, isOpenAPI || isForeign(entries, known) {
            let name = lastComponent(path)
            error(
                first.mark, "a YAML file of the target is a spec",
                found: isOpenAPI ? "an OpenAPI document" : quoted(first.key),
                write: isOpenAPI
                    ? "the target with the plugin PosthornOpenAPIPlugin, or specs with "
                        + "'posthorn import \(name)'"
                    : "it in another folder, or 'exclude: [\"\(name)\"]' for the target in Package.swift"
            )
            draft.isIncomplete = true
            return
        }
        let others = entries.filter { known.contains($0.key) || !refuseEndpointKey($0) }
        checkKeys(of: others, in: .file)
        if file.hasService {
            if let service = self.service(entries) {
                draft.services.append(service)
            } else {
                draft.isIncomplete = true
            }
        } else {
            for entry in entries where Self.serviceKeys.contains(entry.key) {
                error(
                    entry.mark, "this key belongs in the file with 'service:'",
                    found: quoted(entry.key), write: "it there")
            }
        }
        for entry in entries {
            switch entry.key {
            case "endpoints":
                file.endpoints +=
                    self.entries(
                        of: entry, holding: "endpoints", as: "getOrder: { GET: /order }")?
                    .compactMap { endpoint($0) } ?? []
            case "groups": groups(entry, into: &file)
            case "types":
                file.types =
                    self.entries(of: entry, holding: "types", as: "Order: { id: String }")?
                    .compactMap(declaredType) ?? []
            case "standalone": file.standalone = standalone(entry)
            default: break
            }
        }
    }

    /// Returns whether the keys are those of another format, such as OpenAPI.
    ///
    /// Other formats have few keys, and the search for a similar key takes time.
    private func isForeign(_ entries: [YAMLEntry], _ known: [String]) -> Bool {
        entries.count <= 100
            && entries.allSatisfy { entry in
                !known.contains(entry.key) && !Self.endpointKeys.contains(entry.key)
                    && Suggestion.closest(to: entry.key, among: known) == nil
            }
    }

    /// Reports a key that belongs in an endpoint.
    private func refuseEndpointKey(_ entry: YAMLEntry) -> Bool {
        guard Self.endpointKeys.contains(entry.key) else { return false }
        let write =
            switch entry.key {
            case "cipher": "it in each endpoint that seals, and 'ciphers' here for the names"
            case "query", "headers", "cookies", "body":
                "'common: { \(entry.key): … }' for all endpoints, or it in one"
            default: "it in each endpoint that has it"
            }
        error(
            entry.mark, "this key belongs in an endpoint", found: quoted(entry.key), write: write)
        return true
    }

    /// Reads the names of the types that code uses outside of calls.
    private func standalone(_ entry: YAMLEntry) -> [TypeName] {
        guard case .sequence(let items) = entry.value.kind, !items.isEmpty else {
            let name = entry.value.text.flatMap { SwiftName.isType($0) ? $0 : nil } ?? "Claims"
            error(
                entry.place, "'standalone' is a list of types that calls need not use",
                found: entry.value.summary, write: "'standalone: [\(name)]'")
            return []
        }
        return items.compactMap { item in
            guard let name = item.text, SwiftName.isType(name) else {
                return refuse(
                    item.mark, "'standalone' lists declared types", found: item.summary,
                    write: "a name under 'types', as in 'standalone: [Claims]'")
            }
            return TypeName(name, mark: item.mark)
        }
    }
}
