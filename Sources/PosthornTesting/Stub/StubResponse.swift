public import Foundation
public import Posthorn

/// What a stub or a scripted server responds: a head, a body in pieces, and what goes wrong.
public struct StubResponse: Sendable {
    /// The status; 200 by default.
    public var status: HTTPResponse.Status
    /// The header fields, without those about the body's framing.
    public var headers: HTTPFields
    /// The body; a stream gets it piece by piece.
    public var pieces: [Data]
    /// Whether the length is left unsaid, so that a server sends chunks.
    ///
    /// The default is `false`.
    public var isChunked: Bool
    /// The fields after the body; none by default.
    ///
    /// A server sends them after chunks only, as HTTP/1.1 has it.
    public var trailers = HTTPFields()
    /// What is thrown after the last piece, or instead of the head if ``failsAtOnce``.
    ///
    /// `nil`, the default, means success. A server resets the connection before the response is whole: a
    /// length that it says is one more than it sends.
    public var failure: TransportError?
    /// Whether there is no head before the failure.
    ///
    /// The default is `false`.
    public var failsAtOnce = false

    var headGate: Gate?
    var pieceGates: [Int: Gate] = [:]

    /// Creates a response.
    public init(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], pieces: [Data] = [],
        isChunked: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.isChunked = isChunked
    }

    /// JSON.
    public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> StubResponse {
        bytes(Data(text.utf8), type: "application/json", status: status)
    }

    /// Plain text.
    public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> StubResponse {
        bytes(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Bytes.
    public static func bytes(
        _ data: Data, type: String = "application/octet-stream",
        status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        StubResponse(status: status, headers: [.contentType: type], pieces: [data])
    }

    /// A status without a body.
    public static func status(_ status: HTTPResponse.Status) -> StubResponse {
        StubResponse(status: status)
    }

    /// A redirect.
    public static func redirect(
        to location: String, status: HTTPResponse.Status = .found
    ) -> StubResponse {
        StubResponse(status: status, headers: [.location: location])
    }

    /// A body of unsaid length, one piece of it after the other.
    public static func stream(_ pieces: [String], type: String) -> StubResponse {
        StubResponse(
            headers: [.contentType: type], pieces: pieces.map { Data($0.utf8) }, isChunked: true)
    }

    /// No response but an error.
    public static func failure(_ error: TransportError) -> StubResponse {
        var answer = StubResponse().failing(with: error)
        answer.failsAtOnce = true
        return answer
    }

    /// The same response, its head held back until the gate opens.
    public func held(by gate: Gate) -> StubResponse {
        changed { $0.headGate = gate }
    }

    /// The same response, held back before a piece of the body, counted from 0; the number of all
    /// pieces holds back the end.
    public func held(by gate: Gate, beforePiece index: Int) -> StubResponse {
        changed { $0.pieceGates[index] = gate }
    }

    /// The same response, cut after its last piece.
    public func failing(with error: TransportError) -> StubResponse {
        changed { $0.failure = error }
    }

    /// The same response with one more header field.
    public func header(_ name: HTTPField.Name, _ value: String) -> StubResponse {
        changed { $0.headers.append(HTTPField(name: name, value: value)) }
    }
}

extension StubResponse {
    private func changed(_ change: (inout StubResponse) -> Void) -> StubResponse {
        var answer = self
        change(&answer)
        return answer
    }

    /// Whether a response to this method has a body (RFC 9112, section 6.3).
    func hasBody(_ method: HTTPRequest.Method) -> Bool {
        method != .head && status.code != 204 && status.code != 304
    }

    /// The header fields with the length, as a response to this method says it.
    var framedHeaders: HTTPFields {
        var headers = headers
        // Of a 304 it would be the length of the 200 (RFC 9110, section 8.6).
        let isUnknown = status.code == 204 || (status.code == 304 && pieces.isEmpty)
        if !isChunked, !isUnknown, headers[.contentLength] == nil {
            headers[.contentLength] = "\(pieces.reduce(0) { $0 + $1.count })"
        }
        return headers
    }
}
