public import Foundation
public import Posthorn

/// Which requests a stub or a scripted server responds, and how.
///
/// The first rule that fits and is not used up answers.
public struct StubRule: Sendable {
    /// Makes the response to a request.
    public typealias Reply = @Sendable (StubRequest) -> StubResponse

    private let method: HTTPRequest.Method?
    private let path: String
    private let query: [String: String]
    private let headers: [HTTPField.Name: String]
    private let body: (@Sendable (Data) -> Bool)?
    let times: Int?
    let reply: Reply

    /// A rule with a known response.
    ///
    /// - Parameters:
    ///   - method: `nil` fits every method.
    ///   - path: The whole path as it is sent, that of the base URL included. `{name}` stands for
    ///     one segment, a `*` at the end for any rest. Behind a `?` it may have items that the query
    ///     must have.
    ///   - query: Items that the query must have, among others; values decoded.
    ///   - headers: Fields that the request must have, among others.
    ///   - body: Looks at the body; `nil` takes any.
    ///   - times: How often it responds; `nil` for always.
    ///   - answer: What is answered.
    public static func on(
        _ method: HTTPRequest.Method?, _ path: String, query: [String: String] = [:],
        headers: [HTTPField.Name: String] = [:], body: (@Sendable (Data) -> Bool)? = nil,
        times: Int? = nil, answer: StubResponse
    ) -> StubRule {
        on(method, path, query: query, headers: headers, body: body, times: times) { _ in answer }
    }

    /// A rule whose response depends on the request.
    ///
    /// The parameters are those of ``on(_:_:query:headers:body:times:answer:)``.
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
            times: times, reply: reply)
    }

    /// The first thing of a request that is not what the rule asks for; `nil` if it fits.
    func difference(from request: StubRequest) -> String? {
        if let method, method != request.method { return "the method is another" }
        if !fitsPath(request.path) { return "the path is another" }
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
    /// Method, path and what else the rule asks for.
    public var description: String {
        var text = "\(method?.rawValue ?? "any method") \(path)"
        let items = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        let names = headers.keys.map(\.rawName).sorted()
        if !names.isEmpty { text += " with the values of \(names.joined(separator: ", "))" }
        if body != nil { text += " with a body that fits" }
        return text
    }
}
