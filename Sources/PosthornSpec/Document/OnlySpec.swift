/// A selection of endpoints.
package struct OnlySpec: Sendable {
    /// The names of endpoints and groups.
    var endpoints: [TypeName] = []
    var tags: [TypeName] = []
    /// The paths, which also select the paths below them.
    var paths: [TypeName] = []

    /// Returns whether one of the lists selects an endpoint.
    func selects(_ endpoint: EndpointSpec) -> Bool {
        endpoints.contains { $0.text == endpoint.fullName || $0.text == endpoint.group }
            || tags.contains { endpoint.rules.tags.contains($0.text) }
            || paths.contains { Self.isPath(endpoint.path, below: $0.text) }
    }

    /// Returns whether a path is another one or continues it.
    ///
    /// The types of parameters do not matter.
    static func isPath(_ path: String, below other: String) -> Bool {
        segments(path).starts(with: segments(other))
    }

    private static func segments(_ path: String) -> [Substring] {
        path.split(separator: "/").map { segment in
            guard segment.hasPrefix("{"), let colon = segment.firstIndex(of: ":") else {
                return segment
            }
            return segment[..<colon] + "}"
        }
    }
}

extension SpecDocument {
    /// The document with the endpoints and groups that `only` selects, and the types that they use.
    var selected: SpecDocument {
        guard let only = service.only else { return self }
        var document = self
        for file in files.indices {
            // A call that returns a credential is needed for others.
            let endpoints = files[file].endpoints.filter { only.selects($0) || $0.issued != nil }
            document.files[file].endpoints = endpoints
            document.files[file].leftOut = files[file].endpoints.filter {
                !only.selects($0) && $0.issued == nil
            }
            document.files[file].groups.removeAll { group in
                !endpoints.contains { $0.group == group.name }
            }
        }
        var types: [String: TypeSpec] = [:]
        for type in files.lazy.flatMap(\.types) { types[type.name] = type }
        let uses = document.typeUses(types)
        for file in files.indices {
            document.files[file].types.removeAll { !uses.contains($0.name) }
        }
        return document
    }
}
