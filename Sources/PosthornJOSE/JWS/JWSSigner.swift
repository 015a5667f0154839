public import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// A signer for detached JSON Web Signatures in a header field (RFC 7515, RFC 7797), as used in open banking.
///
/// The signer can also verify the signatures of responses.
///
/// It signs the bytes of the body alone, and no time: a response that was signed for another call passes, a request can
/// be replayed, and a call without a body is sent unsigned. Use a `MessageSigner` if the server supports it. See
/// `Documentation/Signing.md`.
public struct JWSSigner: Signer {
    /// The header field of the signature; `x-jws-signature` by default.
    public var field = HTTPField.Name(token: "x-jws-signature")
    /// Whether the payload is signed as base64url (RFC 7515, appendix F).
    ///
    /// `false`, the default, signs the body as it is (`"b64":false`, RFC 7797).
    public var encodesPayload = false
    /// The verifier for responses.
    ///
    /// Every response must then be signed, even an empty one, unless it can't have a body (HEAD, 204, 205, 304). `nil`,
    /// the default, does not verify responses.
    public var responseVerifier: JWSVerifier?
    /// Whether the request is signed before the call's cipher seals it; `false` by default.
    public var signsBeforeSealing = false
    private let key: any KeyProvider<SigningKey>

    /// Creates a signer.
    ///
    /// - Parameter key: The key that signs, or a provider of it.
    public init(key: any KeyProvider<SigningKey>) { self.key = key }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { key.fixedServers }

    /// The signer's name, `JWS`.
    public var name: String { "JWS" }
    /// Whether the signer accepts streamed responses: `false` if ``responseVerifier`` is set.
    public var verifiesStreams: Bool { responseVerifier == nil }

    /// Signs the request's body, if there is one.
    public func sign(_ request: inout TransportRequest) async throws {
        if responseVerifier != nil { request.refuseContentCodings() }
        guard let body = request.body else { return }
        let payload = try body.data.orThrow(
            .unsignable(
                "JWS signs bodies in memory, and this one is in a file or a stream",
                "send the bytes as data, or call with another signer"))
        request.headers[field] = try Self.signature(
            of: payload, by: await key.current(for: request), encodesPayload: encodesPayload)
    }

    /// Verifies the response, if ``responseVerifier`` is set.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        guard let responseVerifier else { return }
        // A response that can't have a body needs no signature. One whose body was removed in transit had a
        // signature.
        if response.isBodiless(to: request), response.headers[field] == nil { return }
        let signature = try response.headers[field].orThrow(.notSigned(field.rawName))
        try await responseVerifier.verify(signature, detached: response.body)
    }

    /// Returns a detached signature, `header..signature`.
    ///
    /// - Parameter encodesPayload: Whether the payload is signed as base64url. `false` by default.
    /// - Throws: The error from swift-crypto.
    public static func signature(
        of payload: Data, by key: SigningKey, encodesPayload: Bool = false
    ) throws -> String {
        let (head, signature) = try parts(payload, key, encodesPayload: encodesPayload)
        return "\(head)..\(signature)"
    }

    /// Returns a signature with an embedded payload, `header.payload.signature`.
    ///
    /// - Throws: The error from swift-crypto.
    public static func compact(_ payload: Data, by key: SigningKey) throws -> String {
        let (head, signature) = try parts(payload, key, encodesPayload: true)
        return "\(head).\(Base64URL.encode(payload)).\(signature)"
    }

    /// Signs a payload and returns the flattened JSON form (RFC 7515, section 7.2.2).
    ///
    /// All header members are protected.
    /// - Parameter detached: Whether the payload is omitted and transferred separately (RFC 7515, appendix F).
    ///   `false` by default.
    /// - Throws: The error from swift-crypto.
    public static func flattened(
        _ payload: Data, by key: SigningKey, detached: Bool = false
    ) throws -> Data {
        var members = try signature(of: payload, key)
        if !detached { members["payload"] = .string(Base64URL.encode(payload)) }
        return try JSONValue.object(members).document()
    }

    /// Signs a payload with several keys and returns the general JSON form (RFC 7515, section 7.2.1).
    ///
    /// The signatures are in the order of the keys.
    /// - Parameters:
    ///   - payload: The bytes to sign.
    ///   - keys: One to eight keys, the number that ``JWSVerifier`` accepts.
    ///   - detached: As in ``flattened(_:by:detached:)``; `false` by default.
    /// - Throws: An `APIError.Cause` with the code `sealingFailed` if the number of keys is out of range.
    public static func general(
        _ payload: Data, by keys: [SigningKey], detached: Bool = false
    ) throws -> Data {
        try ensure(
            (1...JWSDocument.signatureLimit).contains(keys.count), .sealingFailed,
            "\(keys.count) keys were given, and a JWS has 1 to \(JWSDocument.signatureLimit)",
            "sign with fewer keys, or with one at least")
        let signatures = try keys.map { JSONValue.object(try signature(of: payload, $0)) }
        var members: [String: JSONValue] = ["signatures": .array(signatures)]
        if !detached { members["payload"] = .string(Base64URL.encode(payload)) }
        return try JSONValue.object(members).document()
    }

    private static func signature(
        of payload: Data, _ key: SigningKey
    ) throws -> [String: JSONValue] {
        let (head, signature) = try parts(payload, key, encodesPayload: true)
        return ["protected": .string(head), "signature": .string(signature)]
    }

    private static func parts(
        _ payload: Data, _ key: SigningKey, encodesPayload: Bool
    ) throws -> (head: String, signature: String) {
        let head = Base64URL.encode(try JWSHead.bytes(of: key, encodesPayload: encodesPayload))
        let input = JWSHead.input(head, payload, encodesPayload: encodesPayload)
        return (head, Base64URL.encode(try key.sign(input)))
    }
}
