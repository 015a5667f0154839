/// Reads the top level of a file.
extension NodeReader {
    private static let serviceKeys = [
        "service", "doc", "server", "deadline", "access", "common", "ciphers", "auth", "responses",
        "response",
    ]
    private static let resourceKeys = ["endpoints", "types"]

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
        checkKeys(of: entries, in: "a spec file", known: Self.serviceKeys + Self.resourceKeys)
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
                file.endpoints =
                    self.entries(of: entry, holding: "endpoints")?.compactMap(endpoint) ?? []
            case "types":
                file.types =
                    self.entries(of: entry, holding: "types")?.compactMap(declaredType) ?? []
            default: break
            }
        }
    }
}
