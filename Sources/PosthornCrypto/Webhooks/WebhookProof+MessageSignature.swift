import FoundationEssentials
import PosthornCore

extension WebhookProof {
    /// Verifies a message by RFC 9421.
    ///
    /// - Throws: An `APIError.Cause` also if the signatures are valid, and the time of all is outside the window.
    static func httpMessageSignature(
        _ request: TransportRequest, _ keys: [WebhookKeys.Key],
        covers components: [SignatureComponent],
        tag: String?, window: Duration, _ clock: SigningClock
    ) async throws(APIError.Cause) -> WebhookProof {
        for name in ["Signature", "Signature-Input"] { _ = try request.headers.only(name) }
        var verifier = SignatureVerifier(
            keys.compactMap { if case .verifying(let key) = $0 { key } else { nil } })
        verifier.required = components
        verifier.tag = tag
        let valid: [(input: SignatureInput, base: Data)]
        do {
            valid = try await verifier.signatures(of: request)
        } catch {
            // The verifier's own text has the id of an unknown key, which is the sender's.
            throw .unverifiedWebhook
        }
        let now = clock.now
        let inTime = valid.filter { input, _ in
            guard let created = input.date("created") else { return false }
            return abs(created.timeIntervalSince(now)) <= window.seconds
                && (input.parameter("expires") == nil || input.date("expires") ?? now > now)
        }
        guard let first = inTime.first else { throw .outsideTimeWindow(window) }
        return WebhookProof(time: first.input.date("created"), signed: inTime.map(\.base))
    }
}
