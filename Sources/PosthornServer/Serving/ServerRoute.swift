@_spi(Generated) public import PosthornCore

/// The method and the path of an endpoint, with the names of its ciphers and signers.
@_spi(Generated) public struct ServerRoute: Sendable {
    let method: HTTPRequest.Method
    /// The path with `{name}` for each parameter, and `{+name}` for several segments.
    let path: String
    /// The names in the order of sealing; `nil` for the default of the server.
    let ciphers: [String]?
    /// The names in the order of signing; `nil` for the default of the server.
    let signers: [String]?

    /// Creates a route.
    @_spi(Generated) public init(
        _ method: HTTPRequest.Method, _ path: String, ciphers: [String]? = nil,
        signers: [String]? = nil
    ) {
        self.method = method
        self.path = path
        self.ciphers = ciphers
        self.signers = signers
    }
}

/// The routes of a server.
struct RouteTable: Sendable {
    private enum Segment: Sendable {
        case text(Substring)
        /// A parameter with the text before and after it.
        case value(name: String, before: Substring, after: Substring)
        /// A parameter that takes several segments.
        case rest(name: String)
    }

    private let routes: [(route: ServerRoute, segments: [Segment])]
    /// The numbers of the routes, those with the most specific paths first.
    private let order: [Int]

    init(_ routes: [ServerRoute]) {
        let parsed = routes.map { (route: $0, segments: Self.segments(of: $0.path)) }
        self.routes = parsed
        // `/orders/latest` precedes `/orders/{id}`, wherever the spec declares them.
        order = parsed.indices.sorted { left, right in
            let (a, b) = (Self.ranks(parsed[left].segments), Self.ranks(parsed[right].segments))
            return a == b ? left < right : a.lexicographicallyPrecedes(b)
        }
    }

    private static func ranks(_ segments: [Segment]) -> [Int] {
        segments.map { segment in
            switch segment {
            case .text: 0
            case .value(_, let before, let after): before.isEmpty && after.isEmpty ? 2 : 1
            case .rest: 3
            }
        }
    }

    private static func segments(of path: String) -> [Segment] {
        path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { text in
            guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else {
                return .text(text)
            }
            let name = text[text.index(after: open)..<close]
            if name.first == "+" { return .rest(name: String(name.dropFirst())) }
            return .value(
                name: String(name), before: text[..<open], after: text[text.index(after: close)...])
        }
    }

    /// Returns the route of a request, its number, and the values of the path, which are still encoded.
    ///
    /// - Throws: A ``ServerRefusal`` with the status 404, or with 405 and the field `Allow`.
    func match(
        _ request: TransportRequest, below basePath: String
    ) throws -> (number: Int, route: ServerRoute, values: [String: String]) {
        let path = request.target.prefix { $0 != "?" }
        var allowed: [String] = []
        if path.hasPrefix(basePath), path.dropFirst(basePath.count).hasPrefix("/") {
            let segments = path.dropFirst(basePath.count + 1)
                .split(separator: "/", omittingEmptySubsequences: false)
            // GET serves HEAD, unless an endpoint has the method.
            for method in request.method == .head ? [.head, .get] : [request.method] {
                for number in order {
                    let (route, wanted) = routes[number]
                    guard let values = Self.values(of: segments, in: wanted) else { continue }
                    if route.method == method { return (number, route, values) }
                    let name = route.method.rawValue
                    if !allowed.contains(name) { allowed.append(name) }
                }
            }
        }
        guard allowed.isEmpty else {
            throw ServerRefusal(
                .methodNotAllowed, "the path has no such method",
                headers: [.allow: allowed.sorted().joined(separator: ", ")])
        }
        throw ServerRefusal(.notFound, "there is no such path")
    }

    private static func values(
        of segments: [Substring], in wanted: [Segment]
    ) -> [String: String]? {
        var values: [String: String] = [:]
        // The number of segments that a parameter for the rest of the path takes.
        let rest = segments.count - wanted.count + 1
        var found = segments[...]
        for segment in wanted {
            if case .rest(let name) = segment {
                guard rest > 0, rest <= found.count else { return nil }
                values[name] = found.prefix(rest).joined(separator: "/")
                found = found.dropFirst(rest)
                continue
            }
            guard let text = found.popFirst() else { return nil }
            switch segment {
            case .text(let literal): guard text == literal else { return nil }
            case .value(let name, let before, let after):
                guard text.count > before.count + after.count, text.hasPrefix(before),
                    text.hasSuffix(after)
                else { return nil }
                values[name] = String(text.dropFirst(before.count).dropLast(after.count))
            case .rest: break
            }
        }
        return found.isEmpty ? values : nil
    }
}
