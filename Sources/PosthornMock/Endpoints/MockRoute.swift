internal import PosthornSpec

/// The endpoints with one method and path, which their bodies tell apart.
struct MockRoute: Sendable {
    var method: String
    /// The path with `{name}` for each parameter, and `{+name}` for several segments.
    var path: String
    var endpoints: [MockEndpoint]

    /// Returns the routes of endpoints, and the endpoints that no route can serve.
    static func routes(
        of endpoints: [MockEndpoint]
    ) -> (routes: [MockRoute], unserved: [MockEndpoint]) {
        var routes: [MockRoute] = []
        var unserved: [MockEndpoint] = []
        var places: [String: Int] = [:]
        for endpoint in endpoints {
            let spec = endpoint.spec
            let paths =
                spec.call == nil
                ? Self.paths(of: spec.path) : endpoint.service.rpc.map { [$0] } ?? []
            if paths.isEmpty { unserved.append(endpoint) }
            for path in paths {
                let method = spec.method.rawValue
                // The names of parameters do not tell routes apart.
                let key = method + " " + path.replacing(/\{(\+?)[^}]*\}/) { "{\($0.output.1)}" }
                if let place = places[key] {
                    routes[place].endpoints.append(endpoint)
                } else {
                    places[key] = routes.count
                    routes.append(MockRoute(method: method, path: path, endpoints: [endpoint]))
                }
            }
        }
        return (routes, unserved)
    }

    /// Returns the paths of a template of RFC 6570; empty if one segment has several parameters, or the whole path is
    /// a URL.
    static func paths(of template: String) -> [String] {
        var paths = [""]
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
            paths = paths.map { $0 + rest[..<open] }
            let inner = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            let name = inner.drop { "+./;?&".contains($0) }.prefix { !"*:,".contains($0) }
            switch inner.first {
            case "?", "&": continue
            case "/":
                // The parameter may be missing, or have several segments.
                paths = paths + paths.map { $0 + "/{+\(name)}" }
            case "+": paths = paths.map { $0 + "{+\(name)}" }
            case ".": paths = paths.map { $0 + ".{\(name)}" }
            case ";": return []
            default:
                guard !inner.contains(",") else { return [] }
                paths = paths.map { $0 + "{\(name)}" }
            }
        }
        paths = paths.map { $0 + rest }
        let isServed = paths.allSatisfy { path in
            path.hasPrefix("/")
                && path.split(separator: "/").allSatisfy { $0.count { $0 == "{" } < 2 }
        }
        return isServed ? paths : []
    }
}
