import FoundationEssentials
public import Posthorn

/// Seals bodies as JWE in the compact form (RFC 7516), bound to their exchange.
///
/// A sealed body has the media type `application/jose`. Its protected header has, beside what JWE
/// asks for, `cty` (the media type of the plaintext) and `exchange`: an object with `direction`
/// (`request` or `response`), `method`, `target`, `id` (the field `Posthorn-Exchange`, random for
/// every attempt) and, in a response, `status`. A response in the clear, or one whose `exchange` is
/// another, is refused.
///
/// **What it protects:** content and media type of the bodies, and that a response belongs to this
/// request. **Against whom:** with a shared key, against everybody else. With key pairs, anybody who
/// has the client's public key can seal a response for it: let a signer follow in a
/// ``ComposedCipher``, or use ``HPKECipher``, whose answers only the recipient of the request can
/// seal. **What it does not:** as for ``AESGCMCipher``, and the header can be read by everybody.
///
/// **How long a key lasts:** with `dir` and AES-GCM 2^32 messages; with other algorithms each message
/// has a key of its own.
public struct JWECipher: PayloadCipher {
    private let sealing: any KeyProvider<JWEKey>
    private let opening: any KeyProvider<JWEKey>

    /// Creates a cipher.
    /// - Parameters:
    ///   - key: Seals requests.
    ///   - opening: Opens answers: the client's own key pair, or `nil`, the default, for the key that
    ///     seals.
    public init(_ key: JWEKey, opening: JWEKey? = nil) {
        // One key has no other of its id.
        sealing = SingleKey(key: key)
        self.opening = SingleKey(key: opening ?? key)
    }

    /// Creates a cipher of keys that change; a response's `kid` says which one opens it.
    public init(sealing: any KeyProvider<JWEKey>, opening: any KeyProvider<JWEKey>) {
        self.sealing = sealing
        self.opening = opening
    }

    /// `JWE`.
    public var name: String { "JWE" }

    /// The media type of sealed bodies.
    public static let mediaType = "application/jose"

    /// Seals the body, if there is one, and asks for a sealed response.
    public func seal(_ request: inout TransportRequest) async throws {
        let exchange = ExchangeID.of(&request)
        if let body = request.body {
            guard let bytes = body.data else { throw APIError.Cause.notInMemory(name) }
            var header = ["exchange": Self.exchange("request", request, exchange)]
            header["cty"] = request.headers.value(of: .contentType).map { .string($0) }
            let message = try JWE.sealing(bytes, for: await sealing.current(), header: header)
            request.body = HTTPBody(try message.compactBytes.orThrow(.notSealed(name, nil)))
            request.headers[.contentType] = Self.mediaType
        }
        request.headers[ExchangeID.field] = exchange
        request.headers[.accept] = Self.mediaType
    }

    /// Opens a response that was sealed for this request with a key that the cipher has.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        try response.require(Self.mediaType)
        let exchange = try ExchangeID.sent(in: request)
        // Where the text is damaged tells no more than that it is.
        guard let message = try? JWE(compact: response.body), let id = message.keyID else {
            throw APIError.Cause.notOpened
        }
        let key = try await opening.key(opening: id)
        try message.parts(for: key)
        guard let bytes = try? message.open(with: key) else { throw APIError.Cause.notOpened }
        // Authenticated by now: whoever changed it could not have sealed it.
        guard case .object(let members)? = message.protected["exchange"], members.count == 5,
            members["direction"]?.string == "response", members["id"]?.string == exchange,
            members["method"]?.string == request.method.rawValue,
            members["target"]?.string == request.target,
            members["status"]?.string == String(response.status.code)
        else { throw APIError.Cause.notOpened }
        let type = message.protected["cty"]?.string
        guard type?.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) ?? true else {
            throw APIError.Cause.notOpened
        }
        response.body = bytes
        // Without `application/` if it has no other slash (RFC 7516, section 4.1.12).
        response.headers[.contentType] = type.map {
            $0.isEmpty || $0.utf8.contains(UInt8(ascii: "/")) ? $0 : "application/" + $0
        }
        response.headers.drop(.contentLength)
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

extension JWECipher: RedactedStringConvertible {
    /// The cipher's name and its keys' ids, never their bytes.
    public var description: String { "JWE sealing with \(sealing), opening with \(opening)" }
}
