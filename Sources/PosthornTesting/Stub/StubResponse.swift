public import Foundation
public import PosthornCore

/// The response of a stub or a scripted server: a head, a body in pieces, and an optional failure.
public struct StubResponse: Sendable {
    /// The status, 200 by default.
    public var status: HTTPResponse.Status
    /// The header fields, without those that frame the body.
    public var headers: HTTPFields
    /// The pieces of the body, which a streaming client receives one by one.
    public var pieces: [Data]
    /// Whether to omit the length, so that a server sends a chunked body.
    ///
    /// The default is `false`.
    public var isChunked: Bool
    /// The trailer fields, none by default.
    ///
    /// A server sends them with a chunked body only (RFC 9112, section 7.1.2).
    public var trailers = HTTPFields()
    /// The error after the last piece, or instead of the head if ``failsAtOnce`` is `true`.
    ///
    /// `nil`, the default, means success. A scripted server resets the connection before the response is
    /// complete. If it sends a `Content-Length`, the length is one more than the bytes sent.
    public var failure: TransportError?
    /// Whether ``failure`` replaces the head.
    ///
    /// The default is `false`.
    public var failsAtOnce = false

    var headGate: Gate?
    var pieceGates: [Int: Gate] = [:]

    /// Creates a response.
    ///
    /// By default, the response is a 200 without header fields and body.
    public init(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], pieces: [Data] = [],
        isChunked: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.pieces = pieces
        self.isChunked = isChunked
    }

    /// Creates a response with a JSON body, 200 by default; the media type may be another one for JSON.
    public static func json(
        _ text: String, type: String = "application/json", status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        bytes(Data(text.utf8), type: type, status: status)
    }

    /// Creates a response with a plain text body in UTF-8, 200 by default.
    public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> StubResponse {
        bytes(Data(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// Creates a response with a body of bytes, 200 by default.
    public static func bytes(
        _ data: Data, type: String = "application/octet-stream",
        status: HTTPResponse.Status = .ok
    ) -> StubResponse {
        StubResponse(status: status, headers: [.contentType: type], pieces: [data])
    }

    /// Creates a response without a body.
    public static func status(_ status: HTTPResponse.Status) -> StubResponse {
        StubResponse(status: status)
    }

    /// Creates a redirect, 302 by default.
    ///
    /// - Parameters:
    ///   - location: The value of the `Location` field.
    ///   - status: The status.
    public static func redirect(
        to location: String, status: HTTPResponse.Status = .found
    ) -> StubResponse {
        StubResponse(status: status, headers: [.location: location])
    }

    /// Creates a response whose body is sent in these pieces, without a `Content-Length`.
    public static func stream(_ pieces: [String], type: String) -> StubResponse {
        StubResponse(
            headers: [.contentType: type], pieces: pieces.map { Data($0.utf8) }, isChunked: true)
    }

    /// Creates a failure without a response.
    public static func failure(_ error: TransportError) -> StubResponse {
        var response = StubResponse().failing(with: error)
        response.failsAtOnce = true
        return response
    }

    /// Returns the same response, delayed until the gate opens.
    public func held(by gate: Gate) -> StubResponse { changed { $0.headGate = gate } }

    /// Returns the same response, whose body pauses before a piece until the gate opens.
    ///
    /// - Parameters:
    ///   - gate: The gate to wait for.
    ///   - index: The index of the piece, counted from 0. The number of pieces delays the end of the body.
    public func held(by gate: Gate, beforePiece index: Int) -> StubResponse {
        changed { $0.pieceGates[index] = gate }
    }

    /// Returns the same response, which fails after its last piece.
    public func failing(with error: TransportError) -> StubResponse {
        changed { $0.failure = error }
    }

    /// Returns the same response with one more header field.
    ///
    /// A `Content-Type` replaces the former one, because a response has only one. A text that cannot be the name
    /// of a header field makes the response a failure with the code `stubFailed`.
    public func header(_ name: String, _ value: String) -> StubResponse {
        guard let name = HTTPField.Name(name) else {
            return .failure(.stubFailed("'\(name)' is not the name of a header field"))
        }
        return header(name, value)
    }

    /// Returns the same response with one more header field.
    ///
    /// A `Content-Type` replaces the former one, because a response has only one.
    public func header(_ name: HTTPField.Name, _ value: String) -> StubResponse {
        changed { response in
            if name == .contentType { response.headers[name] = nil }
            response.headers.append(HTTPField(name: name, value: value))
        }
    }
}

extension StubResponse {
    private func changed(_ change: (inout StubResponse) -> Void) -> StubResponse {
        var response = self
        change(&response)
        return response
    }

    var framedHeaders: HTTPFields {
        var headers = headers
        // The length of a 304 would be that of the 200 response (RFC 9110, section 8.6).
        let isUnknown = status.code == 204 || (status.code == 304 && pieces.isEmpty)
        if !isChunked, !isUnknown, headers[.contentLength] == nil {
            headers[.contentLength] = "\(pieces.reduce(0) { $0 + $1.count })"
        }
        return headers
    }
}
