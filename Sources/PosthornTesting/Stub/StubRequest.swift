public import Foundation
public import Posthorn

/// A request as a stub or a scripted server got it.
public struct StubRequest: Sendable {
    /// The method.
    public let method: HTTPRequest.Method
    /// Path and query as they were sent, percent-encoded.
    public let target: String
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
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().joined()
        return query.split(separator: "&").compactMap { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard Self.decoded(pair[0]) == name else { return nil }
            return pair.count == 2 ? Self.decoded(pair[1]) : ""
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
        headers = request.headers
        var body = Data()
        for piece in request.body?.pieces ?? [] { body += try await Self.bytes(of: piece) }
        self.body = body
    }

    private static func bytes(
        of piece: MessageBody.Piece
    ) async throws(TransportError) -> Data {
        switch piece {
        case .data(let data): return data
        case .file(let path, let count):
            guard let data = FileManager.default.contents(atPath: path), data.count >= count else {
                throw TransportError(.bodyFailed, "a file of the body can't be read")
            }
            return data.prefix(count)
        case .stream(let stream):
            guard stream.begin() else {
                throw TransportError(.bodyNotReplayable, "the body's stream was read before")
            }
            let whole = Locked(Data())
            do {
                try await stream.read { piece in whole.withLock { $0 += piece } }
            } catch {
                throw TransportError(.bodyFailed, "the body's stream failed: \(error)")
            }
            let data = whole.withLock { $0 }
            guard data.count == stream.length ?? data.count else {
                throw TransportError(
                    .bodyFailed, "the body's stream has another length than it said")
            }
            return data
        }
    }

    /// Reads a whole message of HTTP/1; `nil` if it is none.
    init?(message: [UInt8]) {
        guard let end = message.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: message[..<end.lowerBound], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        let parts = lines[0].split(separator: " ")
        guard parts.count == 3, let method = HTTPRequest.Method(String(parts[0])) else {
            return nil
        }
        self.method = method
        target = String(parts[1])
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2, let name = HTTPField.Name(String(pair[0])) else { continue }
            let value = pair[1].trimmingCharacters(in: .whitespaces)
            headers.append(HTTPField(name: name, value: value))
        }
        self.headers = headers
        let rest = Array(message[end.upperBound...])
        let isChunked = headers[.transferEncoding]?.lowercased() == "chunked"
        body = Data(isChunked ? ChunkedBody(rest)?.bytes ?? [] : rest)
    }
}
