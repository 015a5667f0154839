package import PosthornCore

/// The permitted uses that a JWK declares (RFC 7517, sections 4.2 to 4.4); those of other keys are not restricted.
package struct KeyPermissions: Sendable, Hashable {
    var use: String?
    var operations: [String]?
    /// The `alg` member, the only JOSE algorithm that the key permits; `nil` if absent.
    var algorithm: String?

    /// Throws if the key does not permit the given use.
    ///
    /// - Parameters:
    ///   - use: `sig` or `enc`.
    ///   - operations: The `key_ops` values, any one of which permits the use.
    ///   - algorithm: The JOSE name of the algorithm; `nil` for a use outside JOSE.
    package func require(
        _ use: String, _ operations: Set<String>, algorithm: String? = nil
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

    /// The `key_ops` of a key from which others are derived.
    package static let derivation: Set = ["deriveKey", "deriveBits"]
}
