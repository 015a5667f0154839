/// A signer that applies several signers in order: the first one signs first and verifies last.
///
/// In a call with a cipher, the signers that return `true` for ``Signer/signsBeforeSealing`` run before the
/// cipher and the others after it. Each of them verifies the response as it was at its position. Without a
/// cipher, those that sign before sealing still run first.
public struct ComposedSigner: Signer {
    /// The signers in the order in which they sign, without compositions.
    let signers: [any Signer]

    /// Creates a signer from a list of signers.
    ///
    /// - Parameter signers: The signers in the order in which they sign. An empty list is the same as
    ///   ``Signer/none``.
    public init(_ signers: [any Signer]) {
        let all = signers.flatMap { ($0 as? ComposedSigner)?.signers ?? [$0] }
        self.signers = all.filter(\.signsBeforeSealing) + all.filter { !$0.signsBeforeSealing }
    }

    /// The names in signing order, such as `HMAC-SHA256, JWS`; `unsigned` if there are none.
    public var name: String {
        signers.isEmpty ? "unsigned" : signers.map(\.name).joined(separator: ", ")
    }

    /// Signs with each signer, from the first to the last.
    ///
    /// - Throws: What the signers throw. It throws an ``APIError/Cause`` with the code `sealingFailed` if a
    ///   signer changes the URL after another one has signed it.
    public func sign(_ request: inout TransportRequest) async throws {
        try await ComposedCipher(signers.map(SigningStep.init)).seal(&request)
    }

    /// Verifies with each signer, from the last to the first.
    public func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        for signer in signers.reversed() { try await signer.verify(response, to: request) }
    }

    /// Whether all signers sign before sealing.
    public var signsBeforeSealing: Bool { signers.allSatisfy(\.signsBeforeSealing) }
    /// Whether all signers sign bodies of files and streams.
    public var signsStreams: Bool { signers.allSatisfy(\.signsStreams) }
    /// Whether all signers accept streamed responses.
    public var verifiesStreams: Bool { signers.allSatisfy(\.verifiesStreams) }
    /// The servers that the keys of all signers are for.
    public var servers: Set<String>? { ServerScope.intersection(signers.map(\.servers)) }
}

extension Signer where Self == ComposedSigner {
    /// No signer: requests are sent unsigned, and responses are not verified.
    public static var none: ComposedSigner { ComposedSigner([]) }
}
