import Posthorn

/// What a session checks certificates by, made of its policy once.
struct TrustRules: Sendable {
    typealias Hook = @Sendable (ServerTrust) async -> TrustDisposition

    let pins: PinnedHosts
    /// What is trusted besides the file that libcurl reads.
    let anchors: TrustAnchors?
    /// Who is asked about each server.
    let hook: Hook?

    /// - Throws: a ``TransportError``: a policy that can't be kept must not become a weaker one.
    init(_ policy: TrustPolicy, hook: Hook?) throws(TransportError) {
        pins = try PinnedHosts(policy.pins)
        self.hook = hook
        CurlLibrary.start()
        guard let functions = OpenSSL.functions else {
            guard policy.pins.isEmpty, policy.authorities.text == nil, hook == nil else {
                throw .noOpenSSL
            }
            anchors = nil
            return
        }
        if let text = policy.authorities.text {
            anchors = try TrustAnchors(pem: text, functions)
        } else {
            anchors = nil
        }
    }
}

extension TransportError {
    static let noOpenSSL = TransportError(
        .tlsFailed, "libcurl's TLS library is not OpenSSL, which the trust policy needs",
        advice: "install libcurl with OpenSSL", nothingSent: true)
}
