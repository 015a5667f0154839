internal import PosthornSpec

/// What an endpoint does with the stored resources.
enum ResourceRole: Sendable, Equatable {
    /// Makes a resource, whose path ends with the parameter `key`, such as `sku` of `/products/{sku}`.
    case create(key: String)
    case list
    /// Reads one resource.
    case get
    /// Changes one resource; with `replaces`, a missing one is made.
    case update(replaces: Bool)
    case delete
    /// Reads or changes what stands at a path without an id.
    case single(isChange: Bool)

    /// Returns the name of the parameter at the end of a path.
    static func key(of path: String) -> String {
        let last = path.split(separator: "/").last ?? ""
        return String(last.drop { "{+".contains($0) }.prefix { !"}*:".contains($0) })
    }
}

/// What the endpoints of a service do with the stored resources.
struct ResourceRoles: Sendable {
    private var roles: [String: ResourceRole] = [:]
    private let kept: Set<String>

    /// Returns the role of an endpoint with a name; `nil` for none.
    subscript(name: String) -> ResourceRole? { roles[name] }

    /// Returns whether clients make the resources of a collection, which has the path of a template.
    func keeps(_ path: String) -> Bool { kept.contains(Self.shape(path)) }

    /// Finds the roles of endpoints, as their paths and methods tell.
    init(of endpoints: [EndpointSpec]) {
        let plain = endpoints.filter { $0.call == nil }
        let keys = Dictionary(
            plain.compactMap { endpoint in
                Self.collection(of: endpoint.path).map {
                    ($0, ResourceRole.key(of: endpoint.path))
                }
            }, uniquingKeysWith: { first, _ in first })
        let changed = Set(
            plain.filter { ["PUT", "PATCH"].contains($0.method.rawValue) }
                .map { Self.shape($0.path) })
        let created = Set(plain.filter { $0.method.rawValue == "POST" }.map { Self.shape($0.path) })
        // What no client can make is made up.
        let kept = Set(keys.keys).filter { path in
            created.contains(path)
                || plain.contains {
                    Self.collection(of: $0.path) == path && $0.method.rawValue == "PUT"
                }
        }
        self.kept = kept
        for endpoint in plain {
            let path = Self.shape(endpoint.path)
            let parent = Self.collection(of: endpoint.path)
            let isItem = parent.map(kept.contains)
            let method = endpoint.method.rawValue
            let role: ResourceRole? =
                switch (method, isItem) {
                case ("GET", true?): .get
                case ("PUT", true?): .update(replaces: parent.map { !created.contains($0) } ?? true)
                case ("PATCH", true?): .update(replaces: false)
                case ("DELETE", true?): .delete
                case ("POST", nil) where kept.contains(path) || Self.isListed(path, plain):
                    .create(key: keys[path] ?? "id")
                case ("GET", nil) where kept.contains(path): .list
                case ("GET", nil)
                where created.contains(path) && endpoint.output.value?.type.isList == true:
                    .list
                case ("GET", nil) where changed.contains(path): .single(isChange: false)
                case ("PUT", nil), ("PATCH", nil): .single(isChange: true)
                default: nil
                }
            roles[endpoint.fullName] = role
        }
    }

    private static func isListed(_ path: String, _ endpoints: [EndpointSpec]) -> Bool {
        endpoints.contains {
            $0.method.rawValue == "GET" && shape($0.path) == path
                && $0.output.value?.type.isList == true
        }
    }

    /// Returns the path of the collection that holds the resource of a path; `nil` if the path does not end with an id.
    private static func collection(of path: String) -> String? {
        let segments = path.split(separator: "/")
        guard let last = segments.last, last.hasPrefix("{"), last.hasSuffix("}"),
            !last.hasPrefix("{?"), segments.count > 1
        else { return nil }
        return shape(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
    }

    /// Returns a path without the names of its parameters.
    private static func shape(_ path: String) -> String {
        path.replacing(/\{[?&][^}]*\}/, with: "").replacing(/\{[^}]*\}/, with: "{}")
    }
}
