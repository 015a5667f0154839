public import FoundationEssentials
public import Posthorn

/// Signs bodies by a detached JSON Web Signature in a header field (RFC 7515 and RFC 7797), as open
/// banking does, and verifies the responses' if told to.
///
/// **What it protects:** the bytes of the body, and who sent them. **What it does not:** method, path,
/// query, header fields and status are not covered, and there is no time in it: a response that was signed
/// for another call passes, and a request can be sent again. Choose a ``MessageSigner`` where the server
/// lets you. A call without a body is sent as it is.
public struct JWSSigner: PayloadCipher {
    /// The header field; `x-jws-signature` by default.
    public var field = Self.usualField
    /// Whether the payload is signed as base64url digits (RFC 7515, appendix F).
    ///
    /// `false`, the default, signs the body as it is: `"b64":false` of RFC 7797.
    public var encodesPayload = false
    /// Verifies the responses, each of which must be signed unless it can't have a body (HEAD, 204, 205,
    /// 304): an empty one over no bytes.
    ///
    /// `nil`, the default, takes answers as they are. With it the request asks for a response without
    /// content coding.
    public var answers: JWSVerifier?
    private let key: @Sendable () async throws -> SigningKey

    private static let usualField = HTTPField.Name(token: "x-jws-signature")

    /// Creates a signer with a key that stays.
    public init(key: SigningKey) { self.init { key } }

    /// Creates a signer whose key is asked for at each attempt.
    public init(key: @escaping @Sendable () async throws -> SigningKey) { self.key = key }

    /// `JWS`.
    public var name: String { "JWS" }

    /// Signs the body, if there is one.
    public func seal(_ request: inout TransportRequest) async throws {
        if answers != nil { request.refuseContentCodings() }
        guard let body = request.body else { return }
        let payload = try body.data.orThrow(
            .unsignable(
                "JWS signs bodies in memory, and this one is in a file or a stream",
                "send the bytes as data, or call with another cipher"))
        request.headers[field] = try Self.signature(
            of: payload, by: await key(), encodesPayload: encodesPayload)
    }

    /// Verifies the response, if ``answers`` says how.
    /// - Throws: a fault of the code `openingFailed` or ``Posthorn/APIError/Code/unknownKey``.
    public func open(
        _ response: inout TransportResponse, to request: TransportRequest
    ) async throws {
        guard let answers else { return }
        // Without a body there is nothing to sign; one that was emptied on the way had a signature.
        if response.isBodiless(to: request), response.headers[field] == nil { return }
        let signature = try response.headers[field].orThrow(.notSigned(field.rawName))
        try await answers.verify(signature, detached: response.body)
    }

    /// A detached signature of some bytes, `header..signature`.
    /// - Parameter encodesPayload: As the property of the name.
    public static func signature(
        of payload: Data, by key: SigningKey, encodesPayload: Bool = false
    ) throws -> String {
        let (head, signature) = try parts(payload, key, encodesPayload: encodesPayload)
        return "\(head)..\(signature)"
    }

    /// A signature with the payload in it, `header.payload.signature`.
    public static func compact(_ payload: Data, by key: SigningKey) throws -> String {
        let (head, signature) = try parts(payload, key, encodesPayload: true)
        return "\(head).\(Base64URLBody.encode(payload)).\(signature)"
    }

    static func parts(
        _ payload: Data, _ key: SigningKey, encodesPayload: Bool
    ) throws -> (head: String, signature: String) {
        let name = try key.algorithm.joseName.orThrow(
            .unsignable("JOSE has no name for \(key.algorithm)", "use another algorithm"))
        let head = Base64URL.encode(
            try JWSHead.bytes(name, keyID: key.id, encodesPayload: encodesPayload))
        let input = JWSHead.input(head, payload, encodesPayload: encodesPayload)
        return (head, Base64URL.encode(try key.sign(input)))
    }
}

extension JWSSigner: RedactedStringConvertible {
    /// The name and the field.
    public var description: String { "\(name) in \(field.rawName)" }
}
