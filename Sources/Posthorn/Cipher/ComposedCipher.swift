/// Several ciphers one after another: the first one seals first, and opens last.
///
/// So `[sealed, signed]` signs what is sealed, and checks the response's signature before it opens it.
/// Each one's `open` sees the request as it was sent, with the header fields of all. One that adds to the
/// URL stands first: the others bind the URL to what they seal or sign.
///
/// Streams go through it if they go through each of its parts. For a name in a spec that needs a
/// ``StreamingCipher`` or a ``FieldCipher`` write the list in the spec, `cipher: [sealed, signed]`: a
/// `ComposedCipher` there does not compile.
public struct ComposedCipher: PayloadCipher {
    let ciphers: [any PayloadCipher]

    /// Creates a cipher of others.
    /// - Parameter ciphers: In the order in which they seal. None is the same as ``PlaintextCipher``.
    public init(_ ciphers: [any PayloadCipher]) {
        self.ciphers = ciphers
    }

    /// The names in the order of sealing, such as `AES-256-GCM, HMAC-SHA256`.
    public var name: String {
        isPlaintext ? "plaintext" : sealing.map(\.name).joined(separator: ", ")
    }

    /// Seals with each of them, the first one first.
    /// - Throws: what they throw, and a fault of the code `sealingFailed` if one that is not the first
    ///   changes the URL.
    public func seal(_ request: inout TransportRequest) async throws {
        var earlier: (any PayloadCipher)?
        for cipher in ciphers {
            let target = request.target
            try await cipher.seal(&request)
            if let earlier, request.target != target {
                throw APIError.Cause(
                    .sealingFailed,
                    "the cipher \(cipher.name) changes the URL after \(earlier.name) has sealed it",
                    advice:
                        "put \(cipher.name) first in the list, or let it write into a header field")
            }
            if !cipher.isPlaintext { earlier = cipher }
        }
    }

    /// Opens with each of them, the last one first.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        for cipher in ciphers.reversed() { try await cipher.open(&response, to: request) }
    }

    /// Those that change messages.
    private var sealing: some Sequence<any PayloadCipher> {
        ciphers.lazy.filter { !$0.isPlaintext }
    }

    /// Whether each of them is, or there is none.
    public var isPlaintext: Bool { ciphers.allSatisfy(\.isPlaintext) }
    /// Whether each of them does.
    public var sealsStreams: Bool { ciphers.allSatisfy(\.sealsStreams) }
    /// Whether each of them does.
    public var opensStreams: Bool { ciphers.allSatisfy(\.opensStreams) }
    /// Whether the first one that changes messages does.
    public var sealsFields: Bool { sealing.first { _ in true }?.sealsFields ?? true }

    /// Opens with each of them, the last one first.
    public func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        var body = body
        for cipher in ciphers.reversed() {
            body = try await cipher.open(body, of: &head, to: request)
        }
        return body
    }
}
