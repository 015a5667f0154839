internal import Crypto
import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// A signer for sorted and joined request parameters, a scheme of many mobile backends.
///
/// The parameters are those of the query and of a body that is a form or a JSON object, decoded. A JSON
/// string contributes its text, any other JSON value its literal form. Parameters of a multipart body are not
/// signed.
///
/// ```swift
/// var signer = ParameterSigner(key: key, digest: .hmacSHA256)
/// signer.place = .query("sign")
/// signer.timeName = "timestamp"
/// ```
///
/// Parameters whose values contain the separators can be rearranged, and only an HMAC as the ``digest`` is safe. Use the
/// signer with TLS, and use `HMACSigner` if you control the backend. See `Documentation/Signing.md`.
public struct ParameterSigner: Signer {
    /// The digest that turns the text into a signature.
    public enum Digest: Sendable, Hashable {
        /// HMAC with SHA-256, with the secret as its key: the safe one.
        case hmacSHA256
        /// **Legacy:** HMAC with SHA-1. Use ``hmacSHA256`` if the backend can.
        case legacyHMACSHA1
        /// **Legacy:** SHA-256 of the text and the secret, which can be extended. Use ``hmacSHA256`` if the backend can.
        case legacySHA256
        /// **Legacy:** SHA-1 of the text and the secret. Use ``hmacSHA256`` if the backend can.
        case legacySHA1
        /// **Legacy:** MD5 of the text and the secret. Use ``hmacSHA256`` if the backend can.
        case legacyMD5
    }

    /// **Legacy:** The position of the secret in the text, for digests other than HMAC.
    public enum SecretPlace: Sendable, Hashable {
        /// After the text and a joint, such as `&key=`.
        case after(joint: String)
        /// Before a joint and the text.
        ///
        /// Anyone who knows one signature and the length of the secret can create others.
        case before(joint: String)
        /// Before and after the text.
        case around
    }

    /// The order in which the parameters are joined.
    public enum Order: Sendable, Hashable {
        /// Sorted by the bytes of the names; parameters of the same name keep their order.
        case byName
        /// Sorted by the lowercase names; parameters of the same lowercase name keep their order.
        case byLowercasedName
        /// As sent, with the query's parameters first.
        case asSent
        /// Only the parameters of these names, in this order.
        case named([String])
    }

    /// The place of the signature in the request.
    public enum Place: Sendable, Hashable {
        /// A parameter of this name at the end of the query.
        case query(String)
        /// A parameter of this name at the end of the form or JSON object.
        case body(String)
        /// A header field.
        case header(HTTPField.Name)
    }

    /// The encoding of the digest.
    public enum Writing: Sendable, Hashable {
        /// Lowercase hexadecimal digits.
        case lowercaseHex
        /// Uppercase hexadecimal digits.
        case uppercaseHex
        /// Base64 with padding.
        case base64
    }

    /// The digest that turns the text into a signature.
    public let digest: Digest
    /// The position of the secret, for digests other than HMAC; `after(joint: "&key=")` by default.
    public var secretPlace = SecretPlace.after(joint: "&key=")
    /// The order of the parameters; ``Order/byName`` by default.
    public var order = Order.byName
    /// The place of the signature; `query("sign")` by default.
    public var place = Place.query("sign")
    /// The encoding of the digest; ``Writing/lowercaseHex`` by default.
    public var writing = Writing.lowercaseHex
    /// The text between a name and its value; `=` by default.
    public var valueSeparator = "="
    /// The text between parameters; `&` by default.
    public var pairSeparator = "&"
    /// The names of parameters that are not signed, beside the signature itself; empty by default.
    public var excluded: Set<String> = []
    /// Whether parameters with an empty value are omitted from the text, as a JSON `null` is; `true` by default.
    public var dropsEmptyValues = true
    /// The name of a parameter for the time in seconds since 1970; `nil`, the default, sends none.
    public var timeName: String?
    /// The name of a parameter for a nonce of 128 random bits; `nil`, the default, sends none.
    public var nonceName: String?
    /// The name of a parameter for the key's id; `nil`, the default, sends none.
    public var keyIDName: String?
    /// Whether a key for HMAC with SHA-256 may be shorter than the hash, 32 bytes; `false` by default.
    ///
    /// Only for an existing backend that requires it.
    public var allowsShortKeys = false
    /// The clock that supplies the signed time.
    public let clock: SigningClock
    let keys: any KeyProvider<SecretKey>

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key that signs, or a provider of it. Its purpose is `SecretKey.Purpose.signatures`.
    ///   - digest: The digest that turns the text into a signature.
    ///   - clock: The clock that supplies the signed time. By default the signer has its own clock.
    public init(
        key: any KeyProvider<SecretKey>, digest: Digest, clock: SigningClock = SigningClock()
    ) {
        keys = key
        self.digest = digest
        self.clock = clock
    }

    /// `true`: a cipher hides the parameters of the body, and binds the query.
    public var signsBeforeSealing: Bool { true }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { keys.fixedServers }

    /// The signer's name, `sorted parameters`.
    public var name: String { "sorted parameters" }
    /// `true`.
    public var signsStreams: Bool { true }
    /// `true`, because responses are not signed.
    public var verifiesStreams: Bool { true }

    /// Signs the request.
    public func sign(_ request: inout TransportRequest) async throws {
        let key = try await keys.current(for: request)
        try checkPurpose(of: key)
        if keyIDName != nil, case .header = place { try key.requireFieldID() }
        if case .query = place { request.dropRepeated(ownNames.contains) }
        var parameters = try RequestParameters(request)
        try refuseOwnNames(in: parameters)
        let own: [(String?, String)] = [
            (keyIDName, key.id), (timeName, String(Int64(clock.now.timeIntervalSince1970))),
            (nonceName, ExchangeID.random()),
        ]
        for case (let name?, let value) in own {
            parameters.pairs.append((name, value))
            try add(name, value, to: &request)
        }
        let bytes = digest(text(parameters.pairs), key.secret)
        switch place {
        case .query(let name), .body(let name): try add(name, written(bytes), to: &request)
        case .header(let field): request.headers[field] = written(bytes)
        }
    }

    /// Compares only the clocks, if ``timeName`` is set, because responses are not signed.
    public func verify(_ response: TransportResponse, to request: TransportRequest) throws {
        guard timeName != nil else { return }
        try clock.check(response, to: request)
    }

    func checkPurpose(of key: SecretKey) throws(APIError.Cause) {
        guard digest != .hmacSHA256 else {
            return try key.requireHMAC(allowsShortKeys: allowsShortKeys)
        }
        try key.require(.signatures, use: "sig", ["sign"])
    }

    /// A second parameter of such a name would be unsigned or mistaken for the signer's.
    private func refuseOwnNames(in parameters: RequestParameters) throws(APIError.Cause) {
        let own = ownNames
        guard let pair = parameters.pairs.first(where: { own.contains($0.name) }) else { return }
        throw APIError.Cause.unsignable(
            "the call has a parameter \(pair.name.debugDescription), which is the signer's own",
            "leave it to the signer, or give one of the two another name")
    }

    var ownNames: Set<String> {
        Set([signatureName, timeName, nonceName, keyIDName].compactMap(\.self))
    }

    /// The name of the signature's parameter; `nil` if the signature is in a header field.
    var signatureName: String? {
        switch place {
        case .query(let name), .body(let name): name
        case .header: nil
        }
    }

    private func add(_ name: String, _ value: String, to request: inout TransportRequest) throws {
        switch place {
        case .query: request.appendQuery(PercentEncoding.pair(name, value))
        case .body: try RequestParameters.append(name, value, to: &request)
        case .header:
            guard let field = HTTPField.Name(name) else {
                throw APIError.Cause.unsignable(
                    "a parameter of the signature has a name that no header field can have",
                    "use letters, digits and hyphens")
            }
            request.headers[field] = value
        }
    }

    func text(_ pairs: [(name: String, value: String)]) -> String {
        let signed = pairs.filter { pair in
            !excluded.contains(pair.name) && !(dropsEmptyValues && pair.value.isEmpty)
        }
        return sorted(signed).map { $0.name + valueSeparator + $0.value }
            .joined(separator: pairSeparator)
    }

    private func sorted(
        _ pairs: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        func isBefore(_ one: String, _ other: String) -> Bool {
            one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return switch order {
        // Sorting is stable, so parameters of the same name keep their order.
        case .byName: pairs.sorted { isBefore($0.name, $1.name) }
        case .byLowercasedName:
            pairs.sorted { isBefore($0.name.lowercased(), $1.name.lowercased()) }
        case .asSent: pairs
        case .named(let names): names.flatMap { name in pairs.filter { $0.name == name } }
        }
    }

    func digest(_ text: String, _ secret: SymmetricKey) -> [UInt8] {
        let text = Data(text.utf8)
        return switch digest {
        case .hmacSHA256: Array(HMAC<SHA256>.authenticationCode(for: text, using: secret))
        case .legacyHMACSHA1:
            Array(HMAC<Insecure.SHA1>.authenticationCode(for: text, using: secret))
        case .legacySHA256: hash(SHA256(), text, secret)
        case .legacySHA1: hash(Insecure.SHA1(), text, secret)
        case .legacyMD5: hash(Insecure.MD5(), text, secret)
        }
    }

    private func hash<Hash: HashFunction>(
        _ hash: Hash, _ text: Data, _ secret: SymmetricKey
    ) -> [UInt8] {
        var hash = hash
        // `nil` marks the position of the secret.
        let parts: [Data?] =
            switch secretPlace {
            case .after(let joint): [text, Data(joint.utf8), nil]
            case .before(let joint): [nil, Data(joint.utf8), text]
            case .around: [nil, text, nil]
            }
        for part in parts {
            if let part {
                hash.update(data: part)
            } else {
                secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
            }
        }
        return Array(hash.finalize())
    }

    func written(_ bytes: [UInt8]) -> String {
        switch writing {
        case .lowercaseHex: HexDigit.text(of: bytes)
        case .uppercaseHex: HexDigit.text(of: bytes).uppercased()
        case .base64: Data(bytes).base64EncodedString()
        }
    }
}
