import FoundationEssentials

/// The certificate check of one connection, called within its TLS handshake.
///
/// The transfer that opens the connection creates it; the connection's own OpenSSL context owns it. Used by
/// the loop's thread only.
final class CertificateCheck {
    private weak var transfer: Transfer?
    private let functions: OpenSSL
    private let verification: ChainVerification
    /// The server, or the proxy with which the connection's first TLS handshake is made.
    let peer: TLSPeer
    /// Whether the server's certificate was checked and accepted.
    private(set) var hasPassed = false
    /// Whether the certificate chain leads to a trusted authority.
    private(set) var isValid = false
    private(set) var wantsIdentity = false
    /// What is known about the revocation of the certificate.
    private(set) var revocationChecks: [TransportMetrics.RevocationCheck] = []
    /// Whether a hook has decided to trust the certificate despite any problem.
    private var ignoresProblems = false
    private var taken: [UInt8]?
    /// The certificates, if libcurl will reject them because they are for another host.
    private(set) var misnamed: TransportMetrics.CertificateChain?

    /// Installs a check and the session's TLS options in the OpenSSL context of a connection.
    ///
    /// Returns `false` if that fails; the transfer then has the error.
    static func install(for transfer: Transfer, in context: UnsafeMutableRawPointer) -> Bool {
        guard let functions = OpenSSL.functions else {
            // Then libcurl checks the certificate, unless the request depends on our check.
            guard transfer.isServerLeftToUs else { return true }
            transfer.attempt.failure = transfer.failure(.noOpenSSL(CurlLibrary.tlsLibrary))
            return false
        }
        // Only the context of a proxy has a maximum TLS version, which identifies it. If that is wrong,
        // requests with pins are still not sent (`Transfer.isServerChecked`).
        let isOfProxy =
            transfer.proxy?.kind == .https
            && (!transfer.isSecure || functions.control(context, newestVersion, 0, nil) != 0)
        guard index >= 0, let peer = isOfProxy ? transfer.proxyPeer : transfer.serverPeer,
            let check = CertificateCheck(transfer, functions, peer)
        else { return transfer.failUnchecked() }
        let owned = Unmanaged.passRetained(check)
        guard functions.setData(context, index, owned.toOpaque()) == 1 else {
            owned.release()
            return transfer.failUnchecked()
        }
        transfer.handle?.check = check
        let options = transfer.configuration.connection
        guard
            TLSContext(context)?.apply(
                options.algorithms, isLimitedToTLS12: options.maximumTLS == .tls12) == true
        else {
            return transfer.failUnchecked()
        }
        // Renegotiation would repeat the check during an exchange. Some servers need it to ask for a client
        // certificate.
        if peer.identity == nil { _ = functions.setOptions(context, noRenegotiation) }
        check.setCallbacks(context, owned.toOpaque())
        return true
    }

    private func setCallbacks(
        _ context: UnsafeMutableRawPointer, _ own: UnsafeMutableRawPointer
    ) {
        functions.setVerify(
            context,
            { store, check in
                CertificateCheck.from(check)?.verify(store) == true ? 1 : 0
            }, own)
        functions.setChoice(
            context,
            { _, check in
                CertificateCheck.from(check)?.wantsIdentity = true
                return check == nil ? 0 : 1
            }, own)
        guard let revocation = RevocationFunctions.functions, !verification.policy.acceptsPinsOnly,
            verification.policy.revocation.stapling != .none
        else { return }
        _ = functions.control(context, Self.setStatusType, Self.ocsp, nil)
        _ = revocation.setCallback(context, Self.setStatusCallback) { session, check in
            CertificateCheck.from(check)?.checkStaple(session) == true ? 1 : 0
        }
        _ = functions.control(context, Self.setStatusArgument, 0, own)
    }

    static func of(_ session: UnsafeRawPointer) -> CertificateCheck? {
        guard let functions = OpenSSL.functions, index >= 0 else { return nil }
        return from(functions.data(functions.context(session), index))
    }

    private static func from(_ own: UnsafeMutableRawPointer?) -> CertificateCheck? {
        own.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    func isOf(_ transfer: Transfer) -> Bool { self.transfer === transfer }

    /// Returns `nil` if a file of the policy is not read.
    private init?(_ transfer: Transfer, _ functions: OpenSSL, _ peer: TLSPeer) {
        let trust = transfer.context.trust
        let policy = trust.rules.policies[peer.policy]
        let (anchors, lists) = (trust.anchors(of: peer.policy), trust.lists(of: peer.policy))
        guard anchors != nil || policy.file == nil, lists.count == policy.lists.count else {
            return nil
        }
        self.transfer = transfer
        self.functions = functions
        self.peer = peer
        verification = ChainVerification(
            host: peer.host, proxy: peer.proxy?.description, policy: policy, anchors: anchors,
            lists: lists,
            functions: functions, comparesPins: peer.proxy == nil || peer.policy > 0,
            comparesNames: peer.proxy == nil && transfer.asksAboutServer)
    }

    /// Decides whether to accept the certificate; called again if the server renegotiates.
    private func verify(_ store: OpaquePointer?) -> Bool {
        if let taken { return isSame(as: taken, store) }
        // libcurl reads pending data before it closes a connection, which continues the handshake.
        guard let transfer, transfer.isAdded else {
            functions.setError(store, Self.refusal)
            return false
        }
        let verdict = verification.verdict(store)
        isValid = verdict.isValid
        taken = verdict.chain.first.map { bytes($0) }
        if isValid, !verification.lists.isEmpty {
            revocationChecks.append(TransportMetrics.RevocationCheck(.good, isStapled: false))
        }
        var failure = verdict.failure
        failure?.chain = shown(verdict.chain)
        guard peer.proxy == nil, transfer.asksAboutServer else {
            if peer.proxy == nil, !hasName(verdict.chain.first) { misnamed = shown(verdict.chain) }
            return settle(failure, store)
        }
        let trust = ServerTrust(
            host: peer.host, chain: verdict.chain.map { Data(bytes($0)) },
            publicKeys: verdict.chain.compactMap { functions.pin(of: $0) },
            problems: verdict.problems, failure: failure)
        guard let key = TrustQuestion.Key(trust) else { return settle(.unchecked, store) }
        if let disposition = transfer.decision(for: key) {
            ignoresProblems = disposition == .trust
            return settle(trust.failure(after: disposition), store)
        }
        // Don't ask about a request that must not be sent again anyway.
        guard !transfer.isAtForbiddenTry else { return settle(transfer.notRepeated, store) }
        // The handshake can't wait: the connection is given up, and opened again after the decision.
        transfer.trust.question = TrustQuestion(key, trust)
        functions.setError(store, Self.refusal)
        return false
    }

    /// Whether a renegotiation shows the certificate that was accepted.
    ///
    /// The hook can't be asked again, because the request is already sent.
    private func isSame(as taken: [UInt8], _ store: OpaquePointer?) -> Bool {
        let own = functions.items(functions.sentChain(store)).first
        hasPassed = hasPassed && own.map { bytes($0) } == taken
        functions.setError(store, hasPassed ? 0 : Self.refusal)
        return hasPassed
    }

    private func settle(_ failure: TransportError?, _ store: OpaquePointer?) -> Bool {
        hasPassed = failure == nil
        // libcurl also reads this error.
        functions.setError(store, hasPassed ? 0 : Self.refusal)
        if let failure { fail(failure) }
        return hasPassed
    }

    private func fail(_ failure: TransportError) {
        guard let transfer, !transfer.head.isComplete else { return }
        transfer.attempt.failure = transfer.failure(failure)
    }

    /// Decides about the stapled response, after the certificate is accepted.
    private func checkStaple(_ session: UnsafeMutableRawPointer?) -> Bool {
        guard let revocation = RevocationFunctions.functions else { return false }
        // A resumed session shows no certificate; the first handshake has checked it.
        guard revocation.isResumed(session) == 0, !ignoresProblems else { return true }
        guard hasPassed else { return false }
        let chain = functions.items(
            functions.verifiedChainOfSession(session.map { UnsafeRawPointer($0) }))
        guard let own = chain.first else { return false }
        let check = StapledResponse(functions, revocation, chain).check(
            response(session, revocation))
        let isRequired =
            verification.policy.revocation.stapling == .required
            || StapledResponse.isRequired(by: own, functions, revocation)
        guard check.status == .revoked || check.status == .unknown && isRequired else {
            revocationChecks.append(check)
            return true
        }
        hasPassed = false
        var failure = verification.failure(of: check)
        failure.chain = shown(chain)
        fail(failure)
        return false
    }

    private func response(
        _ session: UnsafeMutableRawPointer?, _ revocation: RevocationFunctions
    ) -> [UInt8]? {
        var bytes: UnsafePointer<UInt8>?
        let count = withUnsafeMutablePointer(to: &bytes) {
            revocation.control(session, Self.getResponse, 0, UnsafeMutableRawPointer($0))
        }
        guard count > 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    private func hasName(_ certificate: OpaquePointer?) -> Bool {
        certificate.map { CertificateNames(of: $0, functions).include(peer.host) } ?? false
    }

    /// The certificates of a failed transfer, for its caller.
    private func shown(_ chain: [OpaquePointer]) -> TransportMetrics.CertificateChain {
        .shown(chain.map { Data(bytes($0)) })
    }

    private func bytes(_ certificate: OpaquePointer) -> [UInt8] {
        functions.bytes(certificate, by: functions.write)
    }

    /// The index of the check in OpenSSL's contexts, which release it when they are freed.
    private static let index: Int32 = {
        guard let functions = OpenSSL.functions else { return -1 }
        let ofContexts: Int32 = 1
        return functions.newIndex(ofContexts, 0, nil, nil, nil) { _, own, _, _, _, _ in
            if let own { Unmanaged<CertificateCheck>.fromOpaque(own).release() }
        }
    }()

    /// OpenSSL's number of the query for a context's maximum TLS version.
    private static let newestVersion: Int32 = 131
    /// OpenSSL's error for a certificate that the application rejects.
    private static let refusal: Int32 = 50
    /// OpenSSL's option that forbids renegotiation in TLS 1.2.
    private static let noRenegotiation: UInt64 = 1 << 30
    /// OpenSSL's numbers for the stapled response: its type, its callback, and the response itself.
    private static let setStatusType: Int32 = 65
    private static let setStatusCallback: Int32 = 63
    private static let setStatusArgument: Int32 = 64
    private static let getResponse: Int32 = 70
    private static let ocsp = 1
}

extension TransportMetrics.CertificateChain {
    static func shown(_ chain: [Data]) -> TransportMetrics.CertificateChain {
        TransportMetrics.CertificateChain(chain) { der in
            OpenSSL.functions.flatMap { CertificateText.read(der, $0) }
        }
    }
}

extension TransportError {
    static func untrusted(
        _ message: String,
        advice: String = "check the host's name, the certificate's dates and the authorities"
    ) -> TransportError {
        TransportError(
            .untrustedCertificate, message, advice: advice, libraryCode: 60, isSafeToRetry: true)
    }
}
