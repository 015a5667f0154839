internal import FoundationEssentials
public import PosthornCore
public import PosthornJOSE
public import PosthornKeys
internal import PosthornSupport

/// A key provider whose keys are the JSON Web Key Set at a URL (RFC 7517), such as the `jwks_uri` of an issuer.
///
/// ```swift
/// let verifier = JWSVerifier(key: JWKS(url: "https://id.example.com/keys", transport: session))
/// ```
///
/// All calls wait for one request. The set is used for as long as its `Cache-Control` or `Expires` says, within the
/// bounds of its ``KeySetOptions``. A message that names an unknown key lets it be requested again, at a limited rate.
///
/// Each key has one algorithm, which is never that of a message. Keys for another use and keys of unknown kinds are
/// ignored. A set with a private or a secret key, with two keys of one name or with too many keys is refused. Make one
/// value for each URL and keep it: copies share the keys.
public struct JWKS<Key: NamedKey>: KeyProvider {
    private let keys: RefreshingKeys<Key>
    private let source: KeySetSource<Key>
    /// Whether only a set of one key has a current one.
    private let requiresID: Bool

    private init(_ source: KeySetSource<Key>, requiresID: Bool) {
        (self.source, self.requiresID) = (source, requiresID)
        let options = source.options
        keys = RefreshingKeys(
            options.pause, options.staleLimit, .seconds(60), options.now, load: source.load)
    }

    /// Returns the key that seals new messages, the first of the set.
    ///
    /// - Throws: A `TransportError`, or an `APIError.Cause` with the code `invalidKey` if the set is not usable, or
    ///   `unknownKey` if the key is one to verify with, and the set has several.
    public func current() async throws -> Key {
        let ring = try await keys.ring()
        try ensure(
            !requiresID || ring.ids.count == 1, .unknownKey,
            "the message names no key, and \(source.name) has \(ring.ids.count)",
            "let its sender add the `kid`")
        return ring.current()
    }

    /// Returns the key that a message names, or `nil` if there is none.
    ///
    /// - Throws: The same errors as ``current()``, and an `APIError.Cause` with the code `invalidKey` if the set has the
    ///   key, and it is not usable.
    public func key(id: String) async throws -> Key? {
        if let key = try await keys.key(id: id) { return key }
        if let reason = source.reason(ignoring: id) { throw reason }
        return nil
    }
}

extension JWKS where Key == VerifyingKey {
    /// Creates a provider of keys that verify signatures.
    ///
    /// - Parameters:
    ///   - url: The URL of the set, with `https`, or with `http` and the loopback interface.
    ///   - transport: The transport that requests the set.
    ///   - rsaAlgorithm: The algorithm of RSA keys without `alg`; RS256 by default, as in OpenID Connect.
    ///   - options: The limits.
    public init(
        url: String, transport: some Transport, rsaAlgorithm: SignatureAlgorithm = .rsaPKCS1SHA256,
        options: KeySetOptions = KeySetOptions()
    ) {
        let source = KeySetSource<VerifyingKey>(url, transport, options, "verifies") {
            jwk throws(APIError.Cause) in
            let name = jwk["alg"]?.string
            let isForSealing = name.map { JWEAlgorithm(rawValue: $0) != nil } ?? false
            guard jwk["use"] != "enc", !isForSealing else { return nil }
            let key = try PublicKey(jwk: jwk.bytes)
            let algorithm = try name.map { name throws(APIError.Cause) in
                try SignatureAlgorithm(joseName: name).orThrow(.unknownAlgorithm)
            }
            return try VerifyingKey(
                key, algorithm: algorithm ?? (key.kind == .rsa ? rsaAlgorithm : nil))
        }
        self.init(source, requiresID: true)
    }
}

extension JWKS where Key == JWEKey {
    /// Creates a provider of keys that seal messages for their owner, those with the `use` `enc` or the `alg` of a JWE.
    ///
    /// - Parameters:
    ///   - url: The URL of the set, with `https`, or with `http` and the loopback interface.
    ///   - transport: The transport that requests the set.
    ///   - encryptions: The encryptions that messages may have; sealing uses the first. `A256GCM` by default.
    ///   - options: The limits.
    public init(
        url: String, transport: some Transport, encryptions: [ContentEncryption] = [.a256GCM],
        options: KeySetOptions = KeySetOptions()
    ) {
        let source = KeySetSource<JWEKey>(url, transport, options, "seals") {
            jwk throws(APIError.Cause) in
            let named = jwk["alg"]?.string.map { JWEAlgorithm(rawValue: $0) }
            guard jwk["use"] == "enc" || jwk["use"] == nil && named != nil && named != .some(nil)
            else { return nil }
            let key = try PublicKey(jwk: jwk.bytes)
            let usual: JWEAlgorithm = key.kind == .rsa ? .rsaOAEP256 : .ecdhESA256KW
            let algorithm = try (named ?? usual).orThrow(.unknownAlgorithm)
            return try JWEKey(key, algorithm, encryptions: encryptions)
        }
        self.init(source, requiresID: false)
    }
}

extension JSONValue {
    /// The JSON of a key, which can always be serialized again.
    fileprivate var bytes: Data { (try? document()) ?? Data() }
}

extension APIError.Cause {
    fileprivate static let unknownAlgorithm = APIError.Cause.key(
        "the key's `alg` is not known", "let its owner publish a key with another algorithm")
}

extension JWKS: RedactedStringConvertible {}
