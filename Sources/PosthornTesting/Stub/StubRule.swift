public import Foundation
public import PosthornCore

/// A rule of a stub or a scripted server: which requests it matches, and the response to them.
///
/// The first matching rule that is not used up responds to a request.
public struct StubRule: Sendable {
    /// The function that makes the response to a request.
    public typealias Reply = @Sendable (StubRequest) -> StubResponse

    private let method: HTTPRequest.Method?
    private let path: String
    private let query: [String: String]
    private let headers: [HTTPField.Name: String]
    private let body: (@Sendable (Data) -> Bool)?
    let endpoint: (any EndpointRequest.Type)?
    /// The name of the endpoint whose example this is.
    private let endpointName: String?
    let times: Int?
    /// Makes the response in the task of the call; it may wait.
    let respond: @Sendable (StubRequest) async throws(TransportError) -> StubResponse
    /// Makes the response on a server's thread; `nil` for the rule of an endpoint.
    let reply: Reply?

    /// Creates a rule with a fixed response.
    ///
    /// - Parameters:
    ///   - method: The method to match. `nil` matches every method.
    ///   - path: The whole path as sent, including the path of the base URL. `{name}` matches one segment,
    ///     and `*` at the end matches the remaining path. After a `?`, the path may list query items that the
    ///     request must have.
    ///   - query: Query items that the request must have, with decoded values. Other items are allowed. None
    ///     by default.
    ///   - headers: Header fields that the request must have. Other fields are allowed. None by default.
    ///   - body: Returns whether the body matches. `nil`, the default, matches every body.
    ///   - times: The number of requests that the rule matches. `nil`, the default, sets no limit.
    ///   - response: The response.
    public static func on(
        _ method: HTTPRequest.Method?, _ path: String, query: [String: String] = [:],
        headers: [HTTPField.Name: String] = [:], body: (@Sendable (Data) -> Bool)? = nil,
        times: Int? = nil, response: StubResponse
    ) -> StubRule {
        on(method, path, query: query, headers: headers, body: body, times: times) { _ in response }
    }

    /// Creates a rule whose response depends on the request.
    ///
    /// - Parameters:
    ///   - method: The method to match. `nil` matches every method.
    ///   - path: The whole path as sent, as in ``on(_:_:query:headers:body:times:response:)``.
    ///   - query: Query items that the request must have, with decoded values. None by default.
    ///   - headers: Header fields that the request must have. None by default.
    ///   - body: Returns whether the body matches. `nil`, the default, matches every body.
    ///   - times: The number of requests that the rule matches. `nil`, the default, sets no limit.
    ///   - reply: Makes the response.
    public static func on(
        _ method: HTTPRequest.Method?, _ path: String, query: [String: String] = [:],
        headers: [HTTPField.Name: String] = [:], body: (@Sendable (Data) -> Bool)? = nil,
        times: Int? = nil, reply: @escaping Reply
    ) -> StubRule {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let items = StubRequest.items(parts.dropFirst().first ?? "").map { ($0.name, $0.value) }
        let isRooted = path.hasPrefix("/") || parts[0] == "*"
        return StubRule(
            method: method, path: (isRooted ? "" : "/") + parts[0],
            query: query.merging(items) { given, _ in given }, headers: headers, body: body,
            endpoint: nil, times: times, respond: { reply($0) }, reply: reply)
    }

    init<E: EndpointRequest>(
        _ endpoint: E.Type, times: Int?,
        respond:
            @escaping @Sendable (E, StubRequest) async throws(TransportError) -> StubResponse
    ) {
        self.init(
            method: nil, path: "/*", query: [:], headers: [:], body: nil, endpoint: endpoint,
            times: times,
            respond: { request throws(TransportError) in
                guard let called = request.call?.endpoint as? E else { return .status(.ok) }
                return try await respond(called, request)
            }, reply: nil)
    }

    init(
        method: HTTPRequest.Method?, path: String, query: [String: String],
        headers: [HTTPField.Name: String], body: (@Sendable (Data) -> Bool)?,
        endpoint: (any EndpointRequest.Type)?, endpointName: String? = nil, times: Int?,
        respond: @escaping @Sendable (StubRequest) async throws(TransportError) -> StubResponse,
        reply: Reply?
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.endpoint = endpoint
        self.endpointName = endpointName
        self.times = times
        self.respond = respond
        self.reply = reply
    }

    /// Returns the first difference between the request and the rule, or `nil` if the rule matches.
    func difference(from request: StubRequest) -> String? {
        if let endpoint {
            guard let called = request.call?.endpoint else { return "no typed call sent it" }
            return type(of: called) == endpoint ? nil : "the endpoint differs"
        }
        if let endpointName {
            let called = request.call.map { type(of: $0.endpoint).name }
            return called == endpointName ? nil : "the endpoint differs"
        }
        if let method, method != request.method { return "the method differs" }
        if !fitsPath(request.path) { return "the path differs" }
        for (name, value) in query.sorted(by: { $0.key < $1.key }) {
            let found = request.query(name)
            if !found.contains(value) {
                return Self.difference("\(name) of the query", found, value)
            }
        }
        for (name, value) in headers.sorted(by: { $0.key.rawName < $1.key.rawName }) {
            let found = request.headers[values: name]
            if !found.contains(value) { return Self.difference(name.rawName, found, value) }
        }
        if let body, !body(request.body) { return "the body does not fit" }
        return nil
    }

    private static func difference(_ what: String, _ found: [String], _ wanted: String) -> String {
        found.isEmpty
            ? "there is no \(what), which should be \(wanted)"
            : "\(what) is \(found.joined(separator: " and ")), not \(wanted)"
    }

    private func fitsPath(_ path: String) -> Bool {
        var pattern = self.path.split(separator: "/", omittingEmptySubsequences: false)
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        if pattern.last == "*" {
            pattern.removeLast()
            guard segments.count >= pattern.count else { return false }
            segments.removeLast(segments.count - pattern.count)
        }
        return pattern.count == segments.count
            && zip(pattern, segments).allSatisfy { one, other in
                one == other || String(one) == other.removingPercentEncoding
                    || (one.hasPrefix("{") && one.hasSuffix("}") && !other.isEmpty)
            }
    }
}

extension StubRule: CustomStringConvertible {
    /// The endpoint, or the method, the path and the other conditions of the rule.
    public var description: String {
        if let name = endpointName ?? endpoint?.name { return name }
        var text = "\(method?.rawValue ?? "any method") \(path)"
        let items = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        let names = headers.keys.map(\.rawName).sorted()
        if !names.isEmpty { text += " with the values of \(names.joined(separator: ", "))" }
        if body != nil { text += " with a body that fits" }
        return text
    }
}
