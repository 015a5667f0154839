internal import PosthornFormat
internal import PosthornSpec

/// Writes a checked service as OpenAPI.
final class Exporter {
    /// Something that OpenAPI has no form for, with its place and the name of the endpoint or type.
    struct Note {
        var path: String
        var mark: SourceMark
        var owner: String
        var text: String
    }

    let spec: SpecDocument
    let types: [String: TypeSpec]
    let shapes: ObjectShapes
    /// The beginning of references to schemas of declared types.
    let references: String
    private(set) var notes: [Note] = []
    /// The file and the name of the endpoint or type that is being written.
    var place = (path: "", owner: "")

    var service: ServiceSpec { spec.service }

    init(_ spec: SpecDocument, references: String = "#/components/schemas/") {
        (self.spec, self.references) = (spec, references)
        let all = spec.files.flatMap(\.types)
        types = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        shapes = ObjectShapes(types)
    }

    func note(_ mark: SourceMark, _ text: String) {
        notes.append(Note(path: place.path, mark: mark, owner: place.owner, text: text))
    }

    /// Returns the document, with the extensions of its parts if they are known.
    func document(_ extensions: Extensions?) -> Members {
        notes = []
        place = (service.path, "")
        var info = Members(["title": .exact(service.name)])
        info.add("description", text: service.doc)
        info.add("version", .quoted(service.version?.value ?? "1"))
        var root = Members(["openapi": .plain("3.1.0"), "info": .map(info)])
        root.add("servers", servers())
        root.add("security", service.usualRequires.map(security))
        let paths = paths(extensions)
        root.add("paths", paths.isEmpty ? [:] : .block(paths))
        root.add("webhooks", webhooks())
        var components: Members = []
        for (key, members) in [
            ("schemas", schemas(extensions)),
            ("parameters", commonParameters().map { SpecMember($0.key, .map($0.members)) }),
            ("securitySchemes", service.auth.map { SpecMember($0.name, scheme($0)) }),
        ] where !members.isEmpty { components.add(key, .block(members)) }
        root.add("components", components.isEmpty ? nil : .block(components))
        return root
    }

    private func schemas(_ extensions: Extensions?) -> Members {
        spec.files.flatMap { file in
            file.types.map { type in
                place = (file.path, type.name)
                let own = extensions?.types[type.name] ?? []
                return SpecMember(type.name, .map(schema(declared: type) + own))
            }
        }
    }

    func schema(declared type: TypeSpec) -> Members {
        var members = schema(type.kind)
        members.add("description", text: type.doc)
        members.add("deprecated", if: type.deprecated != nil)
        return members
    }

    /// Returns the paths with their operations.
    ///
    /// OpenAPI has one operation for a method and a path. A fragment, which is never sent, tells others apart.
    private func paths(_ extensions: Extensions?) -> Members {
        var order: [String] = []
        var items: [String: Members] = [:]
        /// The first path of those that differ in the names of parameters alone.
        var shapes: [String: String] = [:]
        for file in spec.files {
            for endpoint in file.endpoints {
                place = (file.path, endpoint.fullName)
                var (path, parameters) = path(of: endpoint)
                let method = endpoint.method.rawValue
                let isListed = Self.methods.contains(method)
                let shape = path.split(separator: "/").map { $0.contains("{") ? "{}" : String($0) }
                    .joined(separator: "/")
                let isTaken = items[path]?.contains { $0.key == method.lowercased() } == true
                if endpoint.call != nil || isTaken || shapes[shape, default: path] != path
                    || !isListed && items[path] != nil
                {
                    path += "#\(endpoint.fullName)"
                } else {
                    shapes[shape] = path
                }
                let tag = endpoint.group ?? Self.tag(file.path)
                let members =
                    operation(endpoint, tag: tag, parameters)
                    + (extensions?.endpoints[endpoint.fullName] ?? [])
                if items[path] == nil { order.append(path) }
                if isListed {
                    items[path, default: []].add(method.lowercased(), .block(members))
                } else {
                    note(endpoint.mark, "\(method) is no method of OpenAPI 3.1")
                    let others = SpecValue.block([SpecMember(method, .block(members))])
                    items[path, default: []].add("x-additionalOperations", others)
                }
            }
        }
        return order.map { SpecMember($0, .block(items[$0] ?? [])) }
    }

    private static let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"]

    /// Returns the name of a file without its folder and ending.
    private static func tag(_ path: String) -> String {
        String((path.split(separator: "/").last ?? "API").prefix { $0 != "." })
    }
}
