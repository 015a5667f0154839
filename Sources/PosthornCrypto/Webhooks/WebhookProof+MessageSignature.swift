import PosthornCore

extension WebhookProof {
    /// Verifies a message by RFC 9421.
    ///
    /// - Throws: An `APIError.Cause`, also if the signatures are valid, and the time of each is outside the window.
    static func httpMessageSignature(
        _ request: TransportRequest, _ keys: [WebhookKeys.Key],
        covers components: [SignatureComponent],
        tag: String?, window: Duration, _ clock: SigningClock
    ) async throws(APIError.Cause) -> WebhookProof {
        for name in ["Signature", "Signature-Input"] { _ = try request.headers.only(name) }
        let keys = keys.compactMap { if case .verifying(let key) = $0 { key } else { nil } }
        guard let current = keys.first else { throw .unverifiedWebhook }
        let ring = try KeyRing(current, previous: Array(keys.dropFirst()))
        var verifier = SignatureVerifier(key: ring)
        verifier.required = components
        verifier.tag = tag
        (verifier.maximumAge, verifier.clockTolerance, verifier.clock) = (window, window, clock)
        do {
            let valid = try await verifier.signatures(of: request).filter(\.isInTime)
            if let first = valid.first {
                return WebhookProof(time: first.created, signed: valid.map(\.base))
            }
        } catch {
            // The verifier's own text has the id of an unknown key, which is the sender's.
            throw .unverifiedWebhook
        }
        throw .outsideTimeWindow(window)
    }
}
