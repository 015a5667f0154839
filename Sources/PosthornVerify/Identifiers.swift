internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// The values of path parameters that responses have named.
///
/// The parameter `id` of `/orders/{id}` is taken from the objects that `/orders` returns.
struct Identifiers {
    /// The values of the parameters of a path.
    private struct Entry {
        var values: [String: JSONValue]
        /// Whether this run has created what they name.
        var isCreated: Bool
    }

    private let endpoints: [EndpointSpec]
    /// The known values by the path that ends with their parameter.
    private var known: [String: [Entry]] = [:]
    /// The most values that are kept of each path.
    private static let most = 200

    init(_ endpoints: [EndpointSpec]) { self.endpoints = endpoints }

    /// Returns the paths up to each parameter of a path, the longest first.
    private static func prefixes(_ path: String) -> [(whole: String, source: String, name: String)]
    {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return segments.indices.reversed().compactMap { index in
            let segment = segments[index]
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else { return nil }
            let name = segment.dropFirst().dropLast().drop { !$0.isLetter && $0 != "_" }
            return (
                segments[...index].joined(separator: "/"),
                segments[..<index].joined(separator: "/"), String(name)
            )
        }
    }

    /// Returns the endpoints whose responses may name the last parameter of a path.
    func sources(of path: String) -> [EndpointSpec] {
        guard let prefix = Self.prefixes(path).first else { return [] }
        return endpoints.filter { Self.trimmed($0.path) == prefix.source }
    }

    private static func trimmed(_ path: String) -> String {
        path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Returns values of the parameters of a path that belong together; empty if none are known.
    ///
    /// - Parameter endpoint: One that deletes gets only what this run has created, and one that changes data prefers that.
    func values(for endpoint: EndpointSpec, _ index: Int) -> [String: JSONValue] {
        let deletes = endpoint.method.rawValue == "DELETE"
        for prefix in Self.prefixes(endpoint.path) {
            let all = known[prefix.whole] ?? []
            let created = all.filter(\.isCreated)
            let isChanging = !VerifyRun.safe.contains(endpoint.method.rawValue)
            let entries = deletes || isChanging && !created.isEmpty ? created : all
            if !entries.isEmpty { return entries[index % entries.count].values }
            // What is above was not created with this resource.
            if deletes { return [:] }
        }
        return [:]
    }

    /// Forgets values, because their resource was deleted.
    mutating func remove(_ values: [String: JSONValue], of path: String) {
        guard let whole = Self.prefixes(path).first?.whole else { return }
        known[whole]?.removeAll { entry in entry.values.allSatisfy { values[$0.key] == $0.value } }
    }

    /// Keeps the values that a response names.
    mutating func learn(
        from value: JSONValue, of endpoint: EndpointSpec, _ arguments: [String: JSONValue]
    ) {
        let path = Self.trimmed(endpoint.path)
        let isCreated = endpoint.method.rawValue != "GET"
        var wholes: Set<String> = []
        for other in endpoints {
            for prefix in Self.prefixes(other.path) where prefix.source == path {
                guard wholes.insert(prefix.whole).inserted else { continue }
                let outer = arguments.filter { path.contains($0.key) }
                for found in Self.items(of: value, endpoint, isCreated)
                    .compactMap({ Self.identifier(prefix.name, in: $0) })
                {
                    var values = outer
                    values[prefix.name] = found
                    let entries = known[prefix.whole] ?? []
                    guard entries.count < Self.most,
                        !entries.contains(where: { $0.values == values })
                    else { continue }
                    known[prefix.whole, default: []].append(
                        Entry(values: values, isCreated: isCreated))
                }
            }
        }
    }

    /// Returns the objects or scalars that a response lists.
    private static func items(
        of value: JSONValue, _ endpoint: EndpointSpec, _ isCreated: Bool
    ) -> [JSONValue] {
        if let items = value.array { return items }
        guard let members = value.object else { return [] }
        if isCreated { return [value] }
        if let name = endpoint.pages?.items?.text, let items = members[name]?.array {
            return items
        }
        return members.sorted { $0.key < $1.key }.flatMap { $0.value.array ?? [] }
    }

    /// Returns the scalar of an item that a parameter means, such as the member `id` for `orderId`.
    private static func identifier(_ name: String, in item: JSONValue) -> JSONValue? {
        guard let members = item.object else {
            return item.scalarText == nil ? nil : item
        }
        let wanted = normalized(name)
        let best = members.filter { $0.value.scalarText?.isEmpty == false }
            .filter { !$0.key.isEmpty && wanted.hasSuffix(normalized($0.key)) }
            .max { ($0.key.count, $1.key) < ($1.key.count, $0.key) }
        return best?.value
    }

    private static func normalized(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
