import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// A cipher that seals bodies as compact JWEs (RFC 7516) and binds them to their exchange.
///
/// The cipher refuses an unsealed response and one that was sealed for another exchange. `Documentation/Ciphers.md`
/// specifies the format.
///
/// With key pairs, anyone who has the client's public key can seal a response for it. To prevent that, add a signer, or
/// use `HPKECipher`, whose responses only the recipient of the request can seal. The URL, the header fields and the
/// header of the JWE stay readable. With `dir` and AES-GCM, use a key for at most 2^32 messages. See
/// `Documentation/ThreatModel.md`.
public struct JWECipher: PayloadCipher {
    private let sealing: any KeyProvider<JWEKey>
    private let opening: any KeyProvider<JWEKey>

    /// Creates a cipher.
    ///
    /// - Parameters:
    ///   - key: The key that seals requests, or a provider of it.
    ///   - opening: The key that opens responses, such as the client's own key pair, or a provider of the key that a
    ///     response's `kid` names. `nil`, the default, uses `key`.
    public init(
        _ key: any KeyProvider<JWEKey>, opening: (any KeyProvider<JWEKey>)? = nil
    ) {
        sealing = key
        self.opening = opening ?? key
    }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { sealing.fixedServers }

    /// The cipher's name, `JWE`.
    public var name: String { "JWE" }

    /// The media type of sealed bodies, `application/jose`.
    public static let mediaType = "application/jose"

    /// Seals the request's body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let exchange = ExchangeID.of(&request)
        if let body = request.body {
            let bytes = try body.data.orThrow(.notInMemory(name))
            var header = ["exchange": Self.exchange("request", request, exchange)]
            header["cty"] = request.headers.value(of: .contentType).map { .string($0) }
            let message = try JWE.sealing(
                bytes, for: await sealing.current(for: request), header: header)
            request.body = HTTPBody(try message.compactBytes.orThrow(.notSealed(name, nil)))
            request.headers[.contentType] = Self.mediaType
        }
        request.headers[ExchangeID.field] = exchange
        request.headers[.accept] = Self.mediaType
    }

    /// Opens a response that was sealed for this request with one of the cipher's keys.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try response.require(Self.mediaType)
        let exchange = Self.exchange(
            "response", request, try ExchangeID.sent(in: request), status: response.status)
        let content = try await opened(response.body, exchange)
        response.replaceBody(content.body, content.mediaType)
    }

    private func opened(
        _ body: Data, _ exchange: JSONValue
    ) async throws -> (body: Data, mediaType: String?, keyID: String) {
        // The error must not reveal where the message is damaged.
        guard let message = try? JWE(compact: body), let id = message.keyID else {
            throw APIError.Cause.notOpened
        }
        let key = try await opening.key(opening: id)
        try message.parts(for: key)
        // The header is authenticated once the message is open.
        guard let bytes = try? message.open(with: key), message.protected["exchange"] == exchange
        else { throw APIError.Cause.notOpened }
        let type = message.protected["cty"]?.string
        guard type?.utf8.allSatisfy(\.isVisible) ?? true else { throw APIError.Cause.notOpened }
        // `cty` omits `application/` if the rest has no slash (RFC 7516, section 4.1.12).
        let isShort = type.map { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: "/")) } ?? false
        return (bytes, isShort ? type.map { "application/" + $0 } : type, id)
    }

    /// Opens a request, as its server does.
    ///
    /// - Returns: The id of the exchange; `nil` for a request without a body.
    package func open(request: inout TransportRequest) async throws -> ReceivedMessage? {
        guard let bytes = try request.sealedBody(Self.mediaType) else { return nil }
        let id = try ExchangeID.sent(in: request)
        let content = try await opened(bytes, Self.exchange("request", request, id))
        request.replaceBody(content.body, content.mediaType)
        return ReceivedMessage(id: id, keyID: content.keyID)
    }

    /// Seals the response to a request, as its server does.
    ///
    /// A shared key that the request names seals the response too: the client may have no newer one.
    package func seal(
        response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        var header = [
            "exchange": Self.exchange(
                "response", request, try ExchangeID.sent(in: request), status: response.status)
        ]
        header["cty"] = response.headers.value(of: .contentType).map { .string($0) }
        let named = try request.sealedBody(Self.mediaType).flatMap { try? JWE(compact: $0).keyID }
        let key = try await sealing.key(answering: named)
        let message = try JWE.sealing(response.body, for: key, header: header)
        response.replaceBody(
            try message.compactBytes.orThrow(.notSealed(name, nil)), Self.mediaType)
    }

    static func exchange(
        _ direction: String, _ request: TransportRequest, _ id: String,
        status: HTTPResponse.Status? = nil
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "direction": .string(direction), "method": .string(request.method.rawValue),
            "target": .string(request.target), "id": .string(id),
        ]
        members["status"] = status.map { .string(String($0.code)) }
        return .object(members)
    }
}
