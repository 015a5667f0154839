internal import FoundationEssentials
internal import HTTPTypes
internal import PosthornCore
internal import PosthornKeys
internal import PosthornSupport

/// Signs the proofs of a client, with the nonce and the time of each server.
///
/// Nonces and times are kept for each origin (RFC 9449, sections 8 and 9).
final class ProofSigner: Sendable {
    private struct Server: Sendable {
        let clock: SigningClock
        var nonce: String?
    }

    /// Servers permit a few minutes at most, and often less.
    private static let tolerance = Duration.seconds(60)
    private static let originLimit = 100
    private static let nonceLimit = 1024

    private let date: @Sendable () -> Date
    private let servers = Locked<[String: Server]>([:])

    init(date: @escaping @Sendable () -> Date) { self.date = date }

    /// Adds a proof to a request, in place of an older one.
    ///
    /// - Parameter token: The access token of the request; `nil` for a token request.
    func sign(_ request: inout TransportRequest, _ token: String?, by key: ProofKey) throws {
        let server = server(of: request)
        let origin = request.lowercaseOrigin
        request.headers[.dpop] = try key.proof(
            request.method.rawValue, origin + request.path.prefix { $0 != "#" },
            at: server.clock.now, token: token, nonce: server.nonce)
    }

    /// Keeps the nonce of a response.
    func read(_ headers: HTTPFields, from url: String) {
        guard let nonce = headers[.dpopNonce], !nonce.isEmpty,
            nonce.utf8.count <= Self.nonceLimit,
            nonce.utf8.allSatisfy({ $0.isVisible && $0 != 0x22 && $0 != 0x5C })
        else { return }
        let request = TransportRequest(url: url)
        var server = server(of: request)
        server.nonce = nonce
        servers.withLock { $0[request.lowercaseOrigin] = server }
    }

    /// Compares the clocks after a refused proof.
    ///
    /// - Throws: An `APIError.Cause` with the code `clockSkewed` if the next proof would have a wrong time, too.
    func checkClock(
        _ response: TransportResponse, to request: TransportRequest
    ) throws(APIError.Cause) {
        let clock = server(of: request).clock
        let skew = clock.skew
        do throws(APIError.Cause) {
            try clock.check(response, to: request, isRefusal: true)
        } catch {
            if clock.skew == skew { throw error }
        }
    }

    private func server(of request: TransportRequest) -> Server {
        let origin = request.lowercaseOrigin
        return servers.withLock { servers in
            if let known = servers[origin] { return known }
            // A redirect chooses its origin.
            if servers.count >= Self.originLimit { servers = [:] }
            let new = Server(clock: SigningClock(tolerance: Self.tolerance, source: date))
            servers[origin] = new
            return new
        }
    }
}

/// The proofs in the calls of a credential (RFC 9449, section 7).
final class KeyProof: TokenProof {
    let scheme: String? = "DPoP"
    private let signer: ProofSigner
    /// The last two tokens with their keys, because a call may have the older one.
    private let keys = Locked<[(token: String, key: ProofKey)]>([])

    init(_ signer: ProofSigner) { self.signer = signer }

    /// Keeps the key of a token.
    func use(_ key: ProofKey, for token: String) {
        keys.withLock { keys in
            keys = keys.filter { $0.token != token }.suffix(1) + [(token, key)]
        }
    }

    func prove(_ request: inout TransportRequest) throws(TransportError) {
        let prefix = "DPoP "
        let value = request.headers[.authorization] ?? ""
        let token = String(value.dropFirst(prefix.count))
        let key = keys.withLock { keys in keys.first { $0.token == token }?.key }
        guard value.hasPrefix(prefix), let key else {
            throw .invalidRequest(
                "the request has another token than its credential", "do not replace the token")
        }
        do {
            try signer.sign(&request, token, by: key)
        } catch {
            throw TransportError(
                .invalidRequest, "the key of the token cannot sign", advice: "use another key",
                underlying: error)
        }
    }

    func read(_ headers: HTTPFields, from url: String) { signer.read(headers, from: url) }

    func isRefused(_ response: TransportResponse, to request: TransportRequest) throws -> Bool {
        guard response.status == .unauthorized else { return false }
        let errors = response.headers[values: .wwwAuthenticate]
            .flatMap(AuthenticationSchemes.parse)
            .compactMap { $0.scheme == "dpop" ? $0.parameters["error"] : nil }
        if errors.contains("use_dpop_nonce") { return true }
        guard errors.contains("invalid_dpop_proof") else { return false }
        try signer.checkClock(response, to: request)
        return true
    }
}

/// The certificate in the calls of a credential (RFC 8705, section 3).
struct CertificateProof: TokenProof {
    let scheme: String? = nil

    func prove(_ request: inout TransportRequest) { request.options.needsIdentity = true }
    func read(_ headers: HTTPFields, from url: String) {}
    func isRefused(_ response: TransportResponse, to request: TransportRequest) -> Bool { false }
}

extension HTTPField.Name {
    fileprivate static let dpopNonce = Self(token: "DPoP-Nonce")
}
