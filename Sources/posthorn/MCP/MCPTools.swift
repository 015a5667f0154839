internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornOpenAPI
internal import PosthornSpec

/// The endpoints that are offered as tools, with their descriptions.
struct MCPTools: Sendable {
    /// The endpoints by the names of their tools.
    let endpoints: [String: EndpointSpec]
    /// The tools, as the protocol describes them.
    let list: [JSONValue]
    /// The service, for the client's model.
    let instructions: String
    private let hidden: Int

    /// - Parameters:
    ///   - allowed: The names of the only endpoints to offer; empty for all.
    ///   - writes: Whether endpoints may be offered that change something.
    ///   - isGiven: Whether a common parameter has its value from the environment.
    init(
        _ spec: InterpretedSpec, allowed: [String], writes: Bool, isGiven: (String) -> Bool
    ) throws {
        let offered: [EndpointSpec]
        if allowed.isEmpty {
            offered = spec.endpoints.filter { writes || $0.isRead }
        } else {
            offered = try allowed.map { name in
                let endpoint = try spec.endpoint(named: name)
                guard writes || endpoint.isRead else {
                    throw ToolFailure(
                        .usage,
                        "\(endpoint.fullName): tools only read, unless there is '--write'; found a "
                            + "\(endpoint.method.rawValue); write '--write'")
                }
                return endpoint
            }
        }
        let schemas = ArgumentSchema(spec.document)
        var endpoints: [String: EndpointSpec] = [:]
        var list: [JSONValue] = []
        for endpoint in offered
        where !endpoints.values.contains(where: { $0.fullName == endpoint.fullName }) {
            let name = Self.name(of: endpoint, besides: endpoints)
            endpoints[name] = endpoint
            let schema = schemas.json(of: endpoint, isGiven: isGiven)
            list.append(
                [
                    "name": .string(name), "title": .string(endpoint.fullName),
                    "description": .string(Self.description(of: endpoint)),
                    "inputSchema": try JSONValue(document: Data(schema.utf8), depth: 512),
                    "annotations": [
                        "readOnlyHint": .bool(endpoint.isRead),
                        "destructiveHint": .bool(
                            !endpoint.isRead && endpoint.method.rawValue != "POST"),
                        "idempotentHint": .bool(
                            endpoint.isRead || ["PUT", "DELETE"].contains(endpoint.method.rawValue)),
                        "openWorldHint": true,
                    ],
                ])
        }
        (self.endpoints, self.list) = (endpoints, list)
        instructions = spec.service.doc ?? "The service \(spec.service.name)."
        hidden = spec.endpoints.count - list.count
    }

    /// The number of tools and of other endpoints, in a line.
    var summary: String {
        "\(list.count) tool\(list.count == 1 ? "" : "s")"
            + (hidden > 0 ? ", \(hidden) other endpoint\(hidden == 1 ? "" : "s") not offered" : "")
    }

    /// Returns a name of letters, digits and underscores, with at most 64 of them, that no other tool has.
    private static func name(
        of endpoint: EndpointSpec, besides others: [String: EndpointSpec]
    ) -> String {
        let base = String(
            endpoint.fullName.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(
                60))
        if others[base] == nil { return base }
        let free = (2...).lazy.map { "\(base)_\($0)" }.first { others[$0] == nil }
        return free ?? base
    }

    private static func description(of endpoint: EndpointSpec) -> String {
        let place = endpoint.call?.text ?? "\(endpoint.method.rawValue) \(endpoint.path)"
        let deprecated = endpoint.rules.deprecated.map { ["Deprecated: \($0)"] } ?? []
        return ((endpoint.doc.map { [$0] } ?? []) + [place] + deprecated).joined(separator: "\n")
    }
}

extension EndpointSpec {
    /// Whether a call reads only.
    fileprivate var isRead: Bool { ["GET", "HEAD", "QUERY"].contains(method.rawValue) }
}
