public import PosthornCore

/// The server's half of a cipher: it opens requests, and seals the responses to them.
///
/// The values are those of the client, without a connection: a ``TransportRequest`` has the method, the URL as the
/// client sees it, the header fields and the body.
public protocol ServerCipher: Sendable {
    /// The cipher's name in errors and logs. It must not contain a key.
    var name: String { get }

    /// Opens a request, and checks that it is for this server and that it was not received before.
    ///
    /// - Throws: An `APIError.Cause` or any other error. Respond with 400 and without a reason.
    func open(_ request: inout TransportRequest) async throws -> OpenedExchange

    /// Seals the response to a request.
    ///
    /// - Throws: An `APIError.Cause` or any other error. Respond with 500 and an empty body.
    func seal(
        _ response: inout TransportResponse, of exchange: OpenedExchange
    ) async throws
}

/// A request that a server has opened.
public struct OpenedExchange: Sendable {
    /// The request as it was received.
    let request: TransportRequest
    /// The id of the exchange, which the client draws anew for each attempt.
    public let id: String
    /// The id of the key that sealed the request; `nil` if nothing in it is sealed.
    public let keyID: String?
}

extension OpenedExchange: RedactedStringConvertible {
    /// The ids, without the request.
    public var description: String {
        "exchange \(id) with \(keyID.map { "the key \($0.debugDescription)" } ?? "no key")"
    }
}
