import Posthorn

/// What a JWK says that its key is for (RFC 7517, sections 4.2 to 4.4).
struct KeyPurpose: Sendable, Hashable {
    /// `use`: `sig` or `enc`.
    var use: String?
    /// `key_ops`.
    var operations: [String]?
    /// `alg`: the one algorithm that the key is for.
    var algorithm: String?

    /// Nothing is said: any use that the kind of key has.
    static let any = KeyPurpose()

    /// Refuses a use that the key is not for.
    /// - Parameters:
    ///   - use: `sig` or `enc`.
    ///   - operations: The `key_ops` of which one would allow it.
    ///   - algorithm: The algorithm's name in JOSE; `nil` for a use outside of JOSE.
    func require(
        _ use: String, _ operations: Set<String>, algorithm: String?
    ) throws(APIError.Cause) {
        let advice = "use a key that was made for it"
        try ensure(
            self.use == nil || self.use == use, .invalidKey, "the key's `use` is not \(use)", advice
        )
        try ensure(
            self.operations.map { !operations.isDisjoint(with: $0) } ?? true, .invalidKey,
            "the key's `key_ops` has none of \(operations.sorted().joined(separator: ", "))", advice
        )
        guard let algorithm, let own = self.algorithm else { return }
        try ensure(own == algorithm, .invalidKey, "the key's `alg` is not \(algorithm)", advice)
    }

    /// Refuses a key from which no others may be derived.
    func requireDerivation() throws(APIError.Cause) {
        try require("enc", ["deriveKey", "deriveBits"], algorithm: nil)
    }
}
