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
    private(set) var notes: [Note] = []
    /// The file and the name of the endpoint or type that is being written.
    var place = (path: "", owner: "")

    var service: ServiceSpec { spec.service }

    init(_ spec: SpecDocument) {
        self.spec = spec
        let all = spec.files.flatMap(\.types)
        types = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        shapes = ObjectShapes(types)
    }

    func note(_ mark: SourceMark, _ text: String) {
        notes.append(Note(path: place.path, mark: mark, owner: place.owner, text: text))
    }

    /// Returns the document, with the extensions of its parts if they are known.
    func document(_ extensions: Extensions?) -> [SpecMember] {
        notes = []
        place = (service.path, "")
        var info = [SpecMember("title", .exact(service.name))]
        if let doc = service.doc { info.append(SpecMember("description", .exact(doc))) }
        info.append(SpecMember("version", .quoted(service.version?.value ?? "1")))
        var root = [SpecMember("openapi", .plain("3.1.0")), SpecMember("info", .map(info))]
        root += servers()
        if let requires = service.usualRequires {
            root.append(SpecMember("security", security(requires)))
        }
        let paths = paths(extensions)
        root.append(SpecMember("paths", paths.isEmpty ? .map([]) : .block(paths)))
        root += webhooks()
        var components: [SpecMember] = []
        let schemas = schemas(extensions)
        if !schemas.isEmpty { components.append(SpecMember("schemas", .block(schemas))) }
        let common = commonParameters()
        if !common.isEmpty {
            components.append(
                SpecMember(
                    "parameters", .block(common.map { SpecMember($0.key, .map($0.members)) })))
        }
        let schemes = service.auth.map { SpecMember($0.name, scheme($0)) }
        if !schemes.isEmpty { components.append(SpecMember("securitySchemes", .block(schemes))) }
        if !components.isEmpty { root.append(SpecMember("components", .block(components))) }
        return root
    }

    private func schemas(_ extensions: Extensions?) -> [SpecMember] {
        spec.files.flatMap { file in
            file.types.map { type in
                place = (file.path, type.name)
                var members = schema(type.kind)
                if let doc = type.doc { members.append(SpecMember("description", .exact(doc))) }
                if type.deprecated != nil { members.append(SpecMember("deprecated", .true)) }
                return SpecMember(type.name, .map(members + (extensions?.types[type.name] ?? [])))
            }
        }
    }

    /// Returns the paths with their operations.
    ///
    /// OpenAPI has one operation for a method and a path. A fragment, which is never sent, tells others apart.
    private func paths(_ extensions: Extensions?) -> [SpecMember] {
        var order: [String] = []
        var items: [String: [SpecMember]] = [:]
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
                    items[path, default: []].append(
                        SpecMember(method.lowercased(), .block(members)))
                } else {
                    note(endpoint.mark, "\(method) is no method of OpenAPI 3.1")
                    items[path, default: []].append(
                        SpecMember(
                            "x-additionalOperations", .block([SpecMember(method, .block(members))]))
                    )
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

extension SpecValue {
    static let `true` = SpecValue.plain("true")
}
