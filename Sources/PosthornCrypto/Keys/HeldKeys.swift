/// Keys as a cipher holds them: a ring's are there, and only those of another provider are waited for.
struct HeldKeys<Key: NamedKey>: Sendable {
    private let ring: KeyRing<Key>?
    private let provider: any KeyProvider<Key>

    init(_ provider: any KeyProvider<Key>) {
        ring = provider as? KeyRing<Key>
        self.provider = provider
    }

    /// The key to seal with now.
    @inline(__always)
    func current() async throws -> Key {
        if let key = ring?.newest { return key }
        return try await provider.current()
    }

    /// The key of an id; `nil` if there is none.
    @inline(__always)
    func key(id: String) async throws -> Key? {
        // Nearly always.
        if let key = ring?.newest, KeyID.areSame(id, key.id) { return key }
        return try await provider.key(id: id)
    }
}

extension HeldKeys: CustomStringConvertible {
    /// The provider's, which shows ids at most.
    var description: String { "\(provider)" }
}
