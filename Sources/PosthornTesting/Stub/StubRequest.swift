public import Foundation
public import Posthorn

/// A request as a stub or a scripted server got it.
public struct StubRequest: Sendable {
    /// The method.
    public let method: HTTPRequest.Method
    /// Path and query as they were sent, percent-encoded.
    public let target: String
    /// The absolute URL, so that a test sees which host was asked.
    ///
    /// A server puts it together of `Host` and the target.
    public let url: String
    /// The header fields; those of a server include `Host` and what else HTTP adds.
    public let headers: HTTPFields
    /// The body; empty if there was none.
    public let body: Data

    /// The path without its query, percent-encoded; `/` if the URL has none.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a query item, decoded, in their order; empty if there is none.
    public func query(_ name: String) -> [String] {
        Self.items(target.drop { $0 != "?" }.dropFirst()).filter { $0.name == name }.map(\.value)
    }

    /// The items of a query, decoded.
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
    /// Method and target, with the query: a stub's requests are a test's own.
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
        body = try await Self.bytes(of: request.body)
    }

    private static func bytes(of body: HTTPBody?) async throws(TransportError) -> Data {
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
            if let error = error as? TransportError { throw error }
            // What the source throws may hold a secret.
            throw TransportError(
                .bodyFailed, "the source of the body failed with \(type(of: error))",
                advice: "see the underlying error", underlying: error)
        }
        // A source that waits ends when its task is cancelled, and then the body is not whole.
        guard !Task.isCancelled else { throw .stubCancelled }
        return whole.withLock { $0 }
    }

    /// Reads a whole message of HTTP/1; `nil` if it is none.
    /// - Throws: a ``ScriptError`` if its chunks can't be taken apart.
    init?(message: [UInt8]) throws {
        guard let end = message.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: message[..<end.lowerBound], as: UTF8.self)
        let parts = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard parts.count == 3, let method = HTTPRequest.Method(String(parts[0])) else {
            return nil
        }
        self.method = method
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
