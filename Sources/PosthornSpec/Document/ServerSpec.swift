/// A server that the service declares: an environment such as production.
package struct ServerSpec: Sendable, NamedSpec {
    /// The name, also used in Swift.
    package var name: String
    package var mark: SourceMark
    package var doc: String?
    /// The base URLs, with `{name}` for each variable; the first one is used unless it fails.
    package var urls: [String] = []
    package var variables: [FieldSpec] = []
    /// The base URLs of the endpoints that name another host.
    package var hosts: [HostSpec] = []

    /// A base URL that endpoints can name.
    package struct HostSpec: Sendable, NamedSpec {
        package var name: String
        package var url: String
        package var mark: SourceMark
    }
}

extension ServiceSpec {
    /// The paths of the base URLs of all servers, each once.
    package var basePaths: [String] {
        var paths: [String] = []
        for url in servers.flatMap(\.urls) {
            let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
            let path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// The variables of all servers, each name once.
    package var serverVariables: [FieldSpec] {
        var names: Set<String> = []
        return servers.flatMap(\.variables).filter { names.insert($0.swiftName).inserted }
    }
}
