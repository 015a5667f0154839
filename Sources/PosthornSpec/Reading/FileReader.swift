/// Reads the top level of a file.
struct FileReader {
    private static let serviceKeys = [
        "service", "doc", "server", "access", "common", "ciphers", "auth", "responses", "response",
    ]
    private static let resourceKeys = ["endpoints", "types"]

    let reader: NodeReader

    func read(_ node: YAMLNode, into draft: inout SpecDraft) {
        var file = SpecFile(path: reader.path, hasService: false, endpoints: [], types: [])
        defer { draft.files.append(file) }
        guard case .mapping(let entries) = node.kind else {
            if node.isEmpty {
                draft.empty.append((reader.path, node.mark))
            } else {
                reader.error(
                    node.mark, "a spec file is a group of keys", found: node.summary,
                    write: "'endpoints:' or 'types:'")
            }
            return
        }
        file.hasService = entries.contains { $0.key == "service" }
        reader.checkKeys(
            of: entries, in: "a spec file", known: Self.serviceKeys + Self.resourceKeys)
        if file.hasService {
            if let service = ServiceReader(reader: reader).read(entries) {
                draft.services.append(service)
            } else {
                draft.isIncomplete = true
            }
        } else {
            for entry in entries where Self.serviceKeys.contains(entry.key) {
                reader.error(
                    entry.mark, "only the file with 'service:' says this of the service",
                    found: quoted(entry.key), write: "it there")
            }
        }
        for entry in entries {
            switch entry.key {
            case "endpoints":
                let endpoints = EndpointReader(reader: reader)
                file.endpoints =
                    reader.entries(of: entry, holding: "endpoints")?
                    .compactMap(endpoints.read) ?? []
            case "types":
                let types = TypeReader(reader: reader)
                file.types =
                    reader.entries(of: entry, holding: "types")?
                    .compactMap(types.read) ?? []
            default:
                break
            }
        }
    }
}
