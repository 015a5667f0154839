internal import Crypto
import FoundationEssentials
public import Posthorn

/// Signs the parameters of a request, sorted and joined, as many mobile backends want it.
///
/// The parameters are those of the query, and of a body that is a form or a JSON object, as they are
/// sent, without their encoding: of JSON a string's text, and any other value as it is written. A
/// multipart body's are not signed.
///
/// ```swift
/// var signer = ParameterSigner(key: key, digest: .hmacSHA256)
/// signer.place = .query("sign")
/// signer.timeName = "timestamp"
/// ```
///
/// **What it protects:** the names and values of the parameters, if ``digest`` is one of HMAC. **What
/// it does not:** method, host, path and header fields; and parameters whose values hold the
/// separators can be moved about. The digests with a secret beside the text are what old backends
/// have and no signatures of today: of a secret that stands before the text they can be extended
/// by whoever saw one, and MD5 and SHA-1 are broken. Use it with TLS, and use ``HMACSigner`` where the
/// backend is yours.
public struct ParameterSigner: PayloadCipher {
    /// With what the text is digested.
    public enum Digest: Sendable, Hashable {
        /// HMAC with SHA-256: the secret is the key.
        case hmacSHA256
        /// SHA-256 of the text with the secret in it.
        case sha256
        /// Legacy: HMAC with SHA-1.
        case legacyHMACSHA1
        /// Legacy: SHA-1 of the text with the secret in it.
        case legacySHA1
        /// Legacy: MD5 of the text with the secret in it.
        case legacyMD5
    }

    /// Where the secret stands, of a digest that is not HMAC.
    public enum SecretPlace: Sendable, Hashable {
        /// After the text and a joint, such as `&key=`.
        case after(joint: String)
        /// Before the text. Who knows one signature and the secret's length can make others.
        case before(joint: String)
        /// Before and after the text.
        case around
    }

    /// In which order the parameters are joined.
    public enum Order: Sendable, Hashable {
        /// By the bytes of their names; those of one name as they are sent.
        case byName
        /// By their names in lower case, then as they are sent.
        case byLowercasedName
        /// As they are sent, the query's first.
        case asSent
        /// These first and in this order, and no others.
        case named([String])
    }

    /// Where the signature stands.
    public enum Place: Sendable, Hashable {
        /// At the end of the query, by this name.
        case query(String)
        /// At the end of the form or JSON object, by this name.
        case body(String)
        /// In a header field.
        case header(HTTPField.Name)
    }

    /// How the digest is written.
    public enum Writing: Sendable, Hashable {
        /// In hexadecimal digits with small letters.
        case lowercaseHex
        /// In hexadecimal digits with capital letters.
        case uppercaseHex
        /// In base64 with padding.
        case base64
    }

    /// With what the text is digested.
    public let digest: Digest
    /// Where the secret stands, of a digest that is not HMAC; `after(joint: "&key=")` by default.
    public var secretPlace = SecretPlace.after(joint: "&key=")
    /// The order of the parameters; ``Order/byName`` by default.
    public var order = Order.byName
    /// Where the signature stands; `query("sign")` by default.
    public var place = Place.query("sign")
    /// How the digest is written; ``Writing/lowercaseHex`` by default.
    public var writing = Writing.lowercaseHex
    /// What stands between name and value; `=` by default.
    public var valueSeparator = "="
    /// What stands between parameters; `&` by default.
    public var pairSeparator = "&"
    /// The parameters that are not signed; none by default.
    ///
    /// The signature itself never is.
    public var excluded: Set<String> = []
    /// Whether a parameter with an empty value is left out of the text, as a JSON `null` always is;
    /// `true` by default.
    public var dropsEmptyValues = true
    /// The parameter that gets the time in seconds since 1970, beside the signature; `nil`, the default,
    /// sends none.
    public var timeName: String?
    /// The parameter that gets a nonce of 128 random bits, beside the signature; `nil`, the default, sends
    /// none.
    public var nonceName: String?
    /// The parameter that gets the key's id, beside the signature; `nil`, the default, sends none.
    public var keyIDName: String?
    /// Whether a key of HMAC with SHA-256 may be shorter than the hash, 32 bytes, as a backend of old may
    /// have it; `false` by default.
    public var allowsShortKeys = false
    /// The time that is signed.
    public let clock: SigningClock
    private let keys: any KeyProvider<SecretKey>

    /// Creates a signer.
    /// - Parameters:
    ///   - keys: The current one signs.
    ///   - digest: With what the text is digested.
    ///   - clock: The time that is signed; by default a clock of this signer alone.
    public init(
        keys: any KeyProvider<SecretKey>, digest: Digest, clock: SigningClock = SigningClock()
    ) {
        self.keys = keys
        self.digest = digest
        self.clock = clock
    }

    /// Creates a signer with a key that stays.
    public init(key: SecretKey, digest: Digest, clock: SigningClock = SigningClock()) {
        self.init(keys: SingleKey(key: key), digest: digest, clock: clock)
    }

    /// `sorted parameters`.
    public var name: String { "sorted parameters" }

    /// Signs the request.
    /// - Throws: a fault of the code `sealingFailed` if the body's parameters can't be read, the
    ///   signature has no place in it, or the call has a parameter that the signer adds; of the code
    ///   `invalidKey` if the key is not for signing.
    public func seal(_ request: inout TransportRequest) async throws {
        let key = try await keys.current()
        try checkPurpose(of: key)
        if keyIDName != nil, case .header = place { try key.requireFieldID() }
        if case .query = place { request.dropRepeated(ownNames.contains) }
        var parameters = try RequestParameters(request)
        try refuseOwnNames(in: parameters)
        let own: [(String?, () -> String)] = [
            (keyIDName, { key.id }),
            (timeName, { String(Int64(clock.now.timeIntervalSince1970)) }),
            (nonceName, { ExchangeID.random() }),
        ]
        for case (let name?, let value) in own {
            let value = value()
            parameters.pairs.append((name, value))
            try add(name, value, to: &request)
        }
        let bytes = digest(text(parameters.pairs), key.secret)
        switch place {
        case .query(let name), .body(let name): try add(name, written(bytes), to: &request)
        case .header(let field): request.headers[field] = written(bytes)
        }
    }

    /// Leaves the response as it is: it is not signed.
    /// - Throws: a fault of the code ``Posthorn/APIError/Code/clockSkewed`` if the server refused and its clock is
    ///   minutes away.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
        guard timeName != nil else { return }
        try clock.check(response, to: request)
    }

    private func checkPurpose(of key: SecretKey) throws(APIError.Cause) {
        guard digest != .hmacSHA256 else {
            return try key.requireHMAC(allowsShortKeys: allowsShortKeys)
        }
        try key.purpose.require("sig", ["sign"], algorithm: nil)
    }

    /// A second one of a name that the signer adds would be unsigned, or be taken for the signer's.
    private func refuseOwnNames(in parameters: RequestParameters) throws(APIError.Cause) {
        let own = ownNames
        guard let pair = parameters.pairs.first(where: { own.contains($0.name) }) else { return }
        throw APIError.Cause.unsignable(
            "the call has a parameter \(pair.name.debugDescription), which is the signer's own",
            "leave it to the signer, or give one of the two another name")
    }

    private var ownNames: Set<String> {
        Set([signatureName, timeName, nonceName, keyIDName].compactMap(\.self))
    }

    /// The parameter that the signature is; `nil` if it is a header field.
    private var signatureName: String? {
        switch place {
        case .query(let name), .body(let name): name
        case .header: nil
        }
    }

    private func add(_ name: String, _ value: String, to request: inout TransportRequest) throws {
        switch place {
        case .query:
            request.appendQuery(PercentText.pair(name, value))
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

    private func text(_ pairs: [(name: String, value: String)]) -> String {
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
        // Sorting is stable: those of one name stay as they are sent.
        case .byName: pairs.sorted { isBefore($0.name, $1.name) }
        case .byLowercasedName:
            pairs.sorted { isBefore($0.name.lowercased(), $1.name.lowercased()) }
        case .asSent: pairs
        case .named(let names): names.flatMap { name in pairs.filter { $0.name == name } }
        }
    }

    private func digest(_ text: String, _ secret: SymmetricKey) -> [UInt8] {
        let text = Data(text.utf8)
        return switch digest {
        case .hmacSHA256: Array(HMAC<SHA256>.authenticationCode(for: text, using: secret))
        case .legacyHMACSHA1:
            Array(HMAC<Insecure.SHA1>.authenticationCode(for: text, using: secret))
        case .sha256: hash(SHA256(), text, secret)
        case .legacySHA1: hash(Insecure.SHA1(), text, secret)
        case .legacyMD5: hash(Insecure.MD5(), text, secret)
        }
    }

    private func hash<Hash: HashFunction>(
        _ hash: Hash, _ text: Data, _ secret: SymmetricKey
    ) -> [UInt8] {
        var hash = hash
        // The secret stands where there is nothing.
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

    private func written(_ bytes: [UInt8]) -> String {
        switch writing {
        case .lowercaseHex: LowerHex.text(bytes)
        case .uppercaseHex: LowerHex.text(bytes).uppercased()
        case .base64: Data(bytes).base64EncodedString()
        }
    }
}

extension ParameterSigner: RedactedStringConvertible {
    /// The name and the digest.
    public var description: String { "\(name), \(digest)" }
}
