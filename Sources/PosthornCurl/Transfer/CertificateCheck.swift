import FoundationEssentials

/// The certificate check of one connection, called within its TLS handshake.
///
/// The transfer that opens the connection creates it; the connection's own OpenSSL context owns it. Used by
/// the loop's thread only.
final class CertificateCheck {
    private weak var transfer: Transfer?
    private let functions: OpenSSL
    private let rules: TrustRules
    private let anchors: TrustAnchors?
    private let host: String
    /// Whether the connection's TLS is with the server, not with a proxy.
    let isOfServer: Bool
    /// Whether the server's certificate was checked and accepted.
    private(set) var hasPassed = false
    /// Whether the certificate chain leads to a trusted authority.
    private(set) var isValid = false
    private(set) var wantsIdentity = false
    private var taken: [UInt8]?
    /// The certificates, if libcurl will reject them because they are for another host.
    private(set) var misnamed: TransportMetrics.CertificateChain?

    /// Installs a check in the OpenSSL context of a connection.
    ///
    /// Returns `false` if that fails; the transfer then has the error.
    static func install(for transfer: Transfer, in context: UnsafeMutableRawPointer) -> Bool {
        guard let functions = OpenSSL.functions else {
            // Then libcurl checks the certificate, unless the request depends on our check.
            guard transfer.isServerLeftToUs else { return true }
            transfer.attempt.failure = transfer.failure(.noOpenSSL(CurlLibrary.tlsLibrary))
            return false
        }
        let trust = transfer.context.trust
        guard index >= 0, let host = transfer.host,
            trust.anchors != nil || !trust.rules.hasAuthorities
        else { return transfer.failUnchecked() }
        // Only the context of a proxy has a maximum TLS version, which identifies it. If that is wrong,
        // requests with pins are still not sent (`Transfer.isServerChecked`).
        let isOfProxy =
            transfer.proxy?.kind == .https
            && functions.control(context, newestVersion, 0, nil) != 0
        let check = CertificateCheck(
            transfer, functions, trust.anchors, host, isOfServer: transfer.isSecure && !isOfProxy)
        let owned = Unmanaged.passRetained(check)
        guard functions.setData(context, index, owned.toOpaque()) == 1 else {
            owned.release()
            return transfer.failUnchecked()
        }
        transfer.handle?.check = check
        // Renegotiation would repeat the check during an exchange. Some servers need it to ask for a client
        // certificate.
        if transfer.identity == nil { _ = functions.setOptions(context, noRenegotiation) }
        functions.setVerify(
            context,
            { store, check in
                CertificateCheck.from(check)?.verify(store) == true ? 1 : 0
            }, owned.toOpaque())
        functions.setChoice(
            context,
            { _, check in
                CertificateCheck.from(check)?.wantsIdentity = true
                return check == nil ? 0 : 1
            }, owned.toOpaque())
        return true
    }

    static func of(_ session: UnsafeRawPointer) -> CertificateCheck? {
        guard let functions = OpenSSL.functions, index >= 0 else { return nil }
        return from(functions.data(functions.context(session), index))
    }

    private static func from(_ own: UnsafeMutableRawPointer?) -> CertificateCheck? {
        own.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    func isOf(_ transfer: Transfer) -> Bool { self.transfer === transfer }

    private init(
        _ transfer: Transfer, _ functions: OpenSSL, _ anchors: TrustAnchors?, _ host: String,
        isOfServer: Bool
    ) {
        self.transfer = transfer
        self.functions = functions
        self.anchors = anchors
        self.host = host
        self.isOfServer = isOfServer
        rules = transfer.context.trust.rules
    }

    /// Decides whether to accept the certificate; called again if the server renegotiates.
    private func verify(_ store: OpaquePointer?) -> Bool {
        if let taken { return isSame(as: taken, store) }
        // libcurl reads pending data before it closes a connection, which continues the handshake.
        guard let transfer, transfer.isAdded else {
            functions.setError(store, Self.refusal)
            return false
        }
        anchors?.join(store)
        isValid = functions.verify(store) > 0
        guard isOfServer else { return isValid || refuseProxy(store) }
        let chain = functions.items(
            isValid ? functions.verifiedChain(store) : functions.sentChain(store))
        taken = chain.first.map { bytes($0) }
        var (problems, failure) = judge(chain, functions.error(store))
        failure?.chain = shown(chain)
        guard transfer.asksAboutServer else {
            if !hasName(chain.first) { misnamed = shown(chain) }
            return settle(failure, store)
        }
        let trust = ServerTrust(
            host: host, chain: chain.map { Data(bytes($0)) },
            publicKeys: chain.compactMap { functions.pin(of: $0) }, problems: problems,
            failure: failure)
        guard let key = TrustQuestion.Key(trust) else { return settle(.unchecked, store) }
        if let disposition = transfer.decision(for: key) {
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
        if let failure, let transfer, !transfer.head.isComplete {
            transfer.attempt.failure = transfer.failure(failure)
        }
        return hasPassed
    }

    private func refuseProxy(_ store: OpaquePointer?) -> Bool {
        if let transfer, let proxy = transfer.proxy {
            transfer.attempt.failure = transfer.failure(
                .untrusted(
                    "the certificate of the proxy \(proxy) is not trusted: "
                        + reason(functions.error(store)),
                    advice: "check the proxy's name, its certificate's dates and the authorities"))
        }
        return false
    }

    private func judge(
        _ chain: [OpaquePointer], _ error: Int32
    ) -> (ServerTrust.Problems, TransportError?) {
        var problems: ServerTrust.Problems = []
        var reasons: [String] = []
        var advice: String?
        if !isValid {
            problems.insert(.chain)
            reasons.append(
                "the server's certificate is not trusted for this host: \(reason(error))")
        }
        if !isForHost(chain.first) {
            problems.insert(.name)
            reasons.append("the server's certificate is not for the host \(host)")
        }
        // With an unverified chain, the server has proven possession of the first key only.
        let keys = (isValid ? chain[...] : chain.prefix(1)).compactMap { functions.pin(of: $0) }
        if let pins = rules.pins[host], pins.isDisjoint(with: keys) {
            problems.insert(.key)
            reasons.append(
                "no key of the server's certificates is one that is pinned for \(host): "
                    + keys.map(\.description).joined(separator: ", "))
            if problems == .key {
                advice = "pin one of these keys if the server is meant to have it"
            }
        }
        guard !problems.isEmpty else { return ([], nil) }
        let text = reasons.joined(separator: "; ")
        return (problems, advice.map { .untrusted(text, advice: $0) } ?? .untrusted(text))
    }

    private func reason(_ error: Int32) -> String {
        functions.errorText(Int(error)).map { String(cString: $0) } ?? "invalid"
    }

    /// Whether the certificate is for the host.
    ///
    /// Without a hook, libcurl compares the names after this check. It is then enough to require a subject
    /// alternative name, so that libcurl does not fall back on the common name.
    private func isForHost(_ certificate: OpaquePointer?) -> Bool {
        guard transfer?.asksAboutServer != true else { return hasName(certificate) }
        return certificate.map { CertificateNames(of: $0, functions).isNamed } ?? false
    }

    private func hasName(_ certificate: OpaquePointer?) -> Bool {
        certificate.map { CertificateNames(of: $0, functions).include(host) } ?? false
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
