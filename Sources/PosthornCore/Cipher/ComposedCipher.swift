/// A cipher that applies several ciphers in order: the first one seals first and opens last.
///
/// For example, `[inner, outer]` seals the message for its recipient, and the result for a gateway. The `open`
/// of each cipher gets the request as it was sent, with the header fields of all ciphers. A cipher that
/// changes the URL must be the first, because the others bind the URL to what they seal. A ``Signer`` is not
/// part of the list: set it beside the cipher.
///
/// It supports streams if all of its ciphers do. A `ComposedCipher` does not compile where a spec needs a
/// ``StreamingCipher`` or a ``FieldCipher``. List the ciphers in the spec instead: `cipher: [inner, outer]`.
public struct ComposedCipher: PayloadCipher {
    let ciphers: [any PayloadCipher]

    /// Creates a cipher from a list of ciphers.
    ///
    /// - Parameter ciphers: The ciphers in the order in which they seal. An empty list is the same as
    ///   ``PlaintextCipher``.
    public init(_ ciphers: [any PayloadCipher]) { self.ciphers = ciphers }

    /// The names in sealing order, such as `JWE, AES-256-GCM`.
    public var name: String {
        isPlaintext ? "plaintext" : sealing.map(\.name).joined(separator: ", ")
    }

    /// Seals with each cipher, from the first to the last.
    ///
    /// - Throws: What the ciphers throw. It throws an ``APIError/Cause`` with the code `sealingFailed` if a
    ///   cipher changes the URL after another one has sealed.
    public func seal(_ request: inout TransportRequest) async throws {
        var earlier: (any PayloadCipher)?
        for cipher in ciphers {
            let target = request.target
            try await cipher.seal(&request)
            if let earlier, request.target != target {
                throw Self.changedURL(by: cipher, after: earlier)
            }
            if !cipher.isPlaintext { earlier = cipher }
        }
    }

    /// The error for a step that changes the URL after another one has bound it.
    private static func changedURL(
        by step: any PayloadCipher, after earlier: any PayloadCipher
    ) -> APIError.Cause {
        let kind = step is SigningStep ? "signer" : "cipher"
        let did = earlier is SigningStep ? "signed" : "sealed"
        let advice =
            if earlier is SigningStep, kind == "cipher" {
                "let \(earlier.name) sign after sealing, or let \(step.name) write into a header field"
            } else if kind == "signer", did == "sealed" {
                "let it sign before sealing (`signsBeforeSealing`) or write into a header field"
            } else {
                "put \(step.name) first in the list, or let it write into a header field"
            }
        return APIError.Cause(
            .sealingFailed,
            "the \(kind) \(step.name) changes the URL after \(earlier.name) has \(did) it",
            advice: advice)
    }

    /// Opens with each cipher, from the last to the first.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) async throws
    {
        for cipher in ciphers.reversed() { try await cipher.open(&response, to: request) }
    }

    /// The ciphers that change messages.
    private var sealing: some Sequence<any PayloadCipher> {
        ciphers.lazy.filter { !$0.isPlaintext }
    }

    /// Whether all ciphers are plaintext.
    ///
    /// `true` if there are none.
    public var isPlaintext: Bool { ciphers.allSatisfy(\.isPlaintext) }
    /// Whether all ciphers seal streams.
    public var sealsStreams: Bool { ciphers.allSatisfy(\.sealsStreams) }
    /// Whether all ciphers open streams.
    public var opensStreams: Bool { ciphers.allSatisfy(\.opensStreams) }
    /// Whether the first cipher that changes messages seals fields.
    public var sealsFields: Bool { sealing.first { _ in true }?.sealsFields ?? true }

    /// The servers that the keys of all ciphers are for.
    public var servers: Set<String>? { ServerScope.intersection(ciphers.map(\.servers)) }

    /// Opens the stream with each cipher, from the last to the first.
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
