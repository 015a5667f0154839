/// Several ciphers one after another: the first one seals first, and opens last.
///
/// So `[sealed, signed]` signs what is sealed, and checks the answer's signature before it opens it.
/// Each one's `open` sees the request as it was sent, with the header fields of all.
public struct ComposedCipher: PayloadCipher {
    let ciphers: [any PayloadCipher]

    /// Creates a cipher of others.
    /// - Parameter ciphers: In the order in which they seal. None is the same as ``PlaintextCipher``.
    public init(_ ciphers: [any PayloadCipher]) {
        self.ciphers = ciphers.flatMap { ($0 as? ComposedCipher)?.ciphers ?? [$0] }
            .filter { !($0 is PlaintextCipher) }
    }

    /// The names in the order of sealing, such as `AES-256-GCM, HMAC-SHA256`.
    public var name: String {
        ciphers.isEmpty ? "plaintext" : ciphers.map(\.name).joined(separator: ", ")
    }

    /// Seals with each of them, the first one first.
    public func seal(_ request: inout BuiltRequest) async throws {
        for cipher in ciphers { try await cipher.seal(&request) }
    }

    /// Opens with each of them, the last one first.
    public func open(_ response: inout ReceivedResponse, to request: BuiltRequest) async throws {
        for cipher in ciphers.reversed() { try await cipher.open(&response, to: request) }
    }
}
