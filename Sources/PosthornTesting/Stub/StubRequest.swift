public import Foundation
public import PosthornCore

/// A request as a stub or a scripted server received it.
public struct StubRequest: Sendable {
    /// The request method.
    public let method: HTTPRequest.Method
    /// The path and the query as sent, percent-encoded.
    public let target: String
    /// The absolute URL, including the host.
    ///
    /// A scripted server builds it from the `Host` field and the target, with the scheme `http`.
    public let url: String
    /// The header fields.
    ///
    /// With a server, they include `Host` and all other fields that the client adds.
    public let headers: HTTPFields
    /// The request body, empty if there is none.
    public let body: Data
    /// The typed call that sent the request; `nil` for a bare request and on a server.
    let call: CapturedCall?

    /// The path without the query, percent-encoded, or `/` if the URL has none.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The body decoded as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns the decoded values of a query item, in order.
    ///
    /// The result is empty if the query has no such item.
    public func query(_ name: String) -> [String] {
        Self.items(target.drop { $0 != "?" }.dropFirst()).filter { $0.name == name }.map(\.value)
    }

    static func items(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(pair[0]), pair.count == 2 ? decoded(pair[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        text.replacing("+", with: " ").removingPercentEncoding ?? String(text)
    }
}

extension StubRequest: CustomStringConvertible {
    /// The method and the target, including the query.
    ///
    /// The query is not redacted, because the requests of a stub hold test data.
    public var description: String { "\(method.rawValue) \(target)" }
}

extension StubRequest {
    init(_ request: TransportRequest) async throws(TransportError) {
        method = request.method
        let rest = request.url.split(separator: "://", maxSplits: 1).last ?? ""
        let target = String(rest.drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" })
        self.target = target.hasPrefix("/") ? target : "/" + target
        url = request.url
        headers = request.headers
        call = request.capturedCall
        body = try await Self.bytes(of: request.body)
    }

    static func bytes(of body: HTTPBody?) async throws(TransportError) -> Data {
        guard let body else { return Data() }
        if let data = body.data { return data }
        let whole = Locked(Data())
        do {
            try await body.read { piece in
                try Task.checkCancellation()
                whole.withLock { $0 += piece }
            }
        } catch {
            guard !Task.isCancelled else { throw .stubCancelled }
            throw error as? TransportError ?? .sourceFailed(error)
        }
        // A source may end early when its task is cancelled, so the body may be incomplete.
        guard !Task.isCancelled else { throw .stubCancelled }
        return whole.withLock { $0 }
    }

    /// Parses a whole HTTP/1 request, and returns `nil` if the bytes are none.
    ///
    /// - Throws: A ``ScriptError`` if a chunk is malformed.
    init?(message: [UInt8]) throws {
        guard let end = message.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: message[..<end.lowerBound], as: UTF8.self)
        let parts = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard parts.count == 3, let method = HTTPRequest.Method(String(parts[0])) else {
            return nil
        }
        self.method = method
        call = nil
        target = String(parts[1])
        var headers = HTTPFields()
        for (name, value) in RequestFraming.fields(of: head) {
            guard let name = HTTPField.Name(String(name)) else { continue }
            headers.append(HTTPField(name: name, value: String(value)))
        }
        self.headers = headers
        let host = HTTPField.Name("Host").flatMap { headers[$0] } ?? ""
        url = target.hasPrefix("/") ? "http://\(host)\(target)" : target
        let rest = message[end.upperBound...]
        guard headers[.transferEncoding]?.lowercased() == "chunked" else {
            body = Data(rest)
            return
        }
        var chunks = ChunkedBody()
        _ = try chunks.take(rest)
        body = Data(chunks.bytes)
    }
}
