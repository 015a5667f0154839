/// A signer as a step of sealing, beside the cipher of the call.
struct SigningStep: PayloadCipher {
    let signer: any Signer

    var name: String { signer.name }
    var sealsStreams: Bool { signer.signsStreams }
    var opensStreams: Bool { signer.verifiesStreams }

    func seal(_ request: inout TransportRequest) async throws { try await signer.sign(&request) }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        try await signer.verify(response, to: request)
    }

    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        try await signer.verify(head, to: request)
        return body
    }
}

extension ComposedCipher {
    /// Creates the steps of a call: signers that sign before sealing, the cipher, and the other signers.
    init(sealing cipher: (any PayloadCipher)?, signing signers: [any Signer]) {
        let early = signers.filter(\.signsBeforeSealing).map(SigningStep.init)
        let late = signers.filter { !$0.signsBeforeSealing }.map(SigningStep.init)
        self.init(early + (cipher.map { [$0] } ?? []) + late)
    }
}
