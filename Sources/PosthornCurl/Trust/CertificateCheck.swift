import FoundationEssentials
import Glibc
import Posthorn

/// The check of one connection's certificate, inside its TLS handshake.
///
/// Made by the transfer that opens the connection, and owned by OpenSSL's context, which each
/// connection has to itself. Touched by the loop's thread alone.
final class CertificateCheck {
    private weak var transfer: Transfer?
    private let functions: OpenSSL
    private let rules: TrustRules
    private let host: String
    /// Whether this is the server's certificate, and not that of a proxy before it.
    private let isOfServer: Bool
    /// Whether the certificate was seen, and taken.
    private(set) var hasPassed = false
    private var sent: SentRecords?

    /// Has OpenSSL ask a check of its own for the connection of a context.
    ///
    /// `false` if it can't.
    static func install(for transfer: Transfer, in context: UnsafeMutableRawPointer) -> Bool {
        guard let functions = OpenSSL.functions else {
            // Then there is nothing to be checked that libcurl does not check by itself.
            return !transfer.asksAboutServer
        }
        guard index >= 0, let host = transfer.host else { return false }
        // Only a proxy's context has a newest version of TLS: that is how we know it.
        let isOfServer = functions.control(context, newestVersion, 0, nil) == 0
        let check = CertificateCheck(transfer, functions, host, isOfServer)
        let owned = Unmanaged.passRetained(check)
        guard functions.setData(context, index, owned.toOpaque()) == 1 else {
            owned.release()
            return false
        }
        functions.setVerify(
            context,
            { store, check in
                guard let check else { return 0 }
                let own = Unmanaged<CertificateCheck>.fromOpaque(check).takeUnretainedValue()
                return own.verify(store) ? 1 : 0
            }, owned.toOpaque())
        return true
    }

    /// The check of the connection that a TLS session is on.
    static func of(_ session: UnsafeRawPointer) -> CertificateCheck? {
        guard let functions = OpenSSL.functions, index >= 0,
            let own = functions.data(functions.context(session), index)
        else { return nil }
        return Unmanaged<CertificateCheck>.fromOpaque(own).takeUnretainedValue()
    }

    /// Counts what is sent from now on in a TLS session of this check's context.
    func countSentRecords(of session: UnsafeRawPointer) -> SentRecords {
        if let sent { return sent }
        let sent = SentRecords()
        // The context outlives the session, this check the context, and what it counts in this check.
        self.sent = sent
        sent.begin(session, functions)
        return sent
    }

    private init(
        _ transfer: Transfer, _ functions: OpenSSL, _ host: String, _ isOfServer: Bool
    ) {
        self.transfer = transfer
        self.functions = functions
        self.host = host
        self.isOfServer = isOfServer
        rules = transfer.context.trust.rules
    }

    /// Whether the certificate is taken; called once for a connection, and again if the server starts
    /// another handshake on it.
    private func verify(_ store: OpaquePointer?) -> Bool {
        hasPassed = false
        rules.anchors?.join(functions.store(store), functions)
        let isValid = functions.verify(store) > 0
        guard isOfServer else { return isValid }
        let chain = isValid ? functions.verifiedChain(store) : functions.sentChain(store)
        let failure = isValid ? mismatch(chain) : invalid(functions.error(store))
        guard let transfer, transfer.asksAboutServer else {
            return settle(failure, store)
        }
        let trust = ServerTrust(
            host: host, chain: certificates(chain).map { Data(bytes($0)) },
            publicKeys: publicKeys(chain), failure: failure)
        guard let key = TrustQuestion.Key(trust) else { return settle(.noOpenSSL, store) }
        if let answer = transfer.answer(to: key) {
            return settle(trust.failure(after: answer), store)
        }
        // Nobody is asked about what is not sent anyway.
        guard !transfer.isAtForbiddenTry else { return settle(transfer.notRepeated, store) }
        // Nobody waits here: the connection is given up, and opened again when there is an answer.
        transfer.question = TrustQuestion(key, trust)
        functions.setError(store, Self.refusal)
        return false
    }

    private func settle(_ failure: TransportError?, _ store: OpaquePointer?) -> Bool {
        hasPassed = failure == nil
        // libcurl looks at this too.
        functions.setError(store, hasPassed ? 0 : Self.refusal)
        if let failure, let transfer, !transfer.head.isComplete {
            transfer.ownFailure = transfer.failure(failure)
        }
        return hasPassed
    }

    /// What is wrong with a chain that is valid: it is for another host, or has none of the keys.
    private func mismatch(_ chain: OpaquePointer?) -> TransportError? {
        guard let own = certificates(chain).first, isForHost(own) else {
            return .untrusted("the server's certificate is not for the host \(host)")
        }
        guard let pins = rules.pins.pins(of: host) else { return nil }
        let keys = publicKeys(chain)
        guard pins.isDisjoint(with: keys) else { return nil }
        return .untrusted(
            "no key of the server's certificates is one that is pinned for \(host): "
                + keys.joined(separator: ", "),
            advice: "pin one of these keys if the server is meant to have it")
    }

    private func invalid(_ error: Int32) -> TransportError {
        let text = functions.errorText(Int(error)).map { String(cString: $0) } ?? "invalid"
        return .untrusted("the server's certificate is not trusted for this host: \(text)")
    }

    private func isForHost(_ certificate: OpaquePointer) -> Bool {
        if isAddress {
            return functions.isForAddress(certificate, host, 0) == 1
        }
        return functions.isForHost(certificate, host, host.utf8.count, Self.hostFlags, nil) == 1
    }

    /// Whether the host is an address, for which a certificate has names of another kind.
    private var isAddress: Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
    }

    private func certificates(_ chain: OpaquePointer?) -> [OpaquePointer] {
        guard let chain else { return [] }
        return (0..<max(0, functions.count(chain))).compactMap { functions.item(chain, $0) }
    }

    private func bytes(_ certificate: OpaquePointer) -> [UInt8] {
        functions.bytes(certificate, by: functions.write)
    }

    private func publicKeys(_ chain: OpaquePointer?) -> [String] {
        certificates(chain).compactMap { certificate in
            let key = functions.bytes(functions.key(certificate), by: functions.writeKey)
            guard !key.isEmpty, let digest = Digest.bytes(of: key) else { return nil }
            return "sha256/" + Data(digest).base64EncodedString()
        }
    }

    /// Where OpenSSL's contexts keep their checks; it lets go of them with the context.
    private static let index: Int32 = {
        guard let functions = OpenSSL.functions else { return -1 }
        let ofContexts: Int32 = 1
        return functions.newIndex(ofContexts, 0, nil, nil, nil) { _, own, _, _, _, _ in
            if let own { Unmanaged<CertificateCheck>.fromOpaque(own).release() }
        }
    }()

    /// OpenSSL's number of the question for a context's newest version of TLS.
    private static let newestVersion: Int32 = 131
    /// OpenSSL's error for a certificate that the application does not take.
    private static let refusal: Int32 = 50
    /// No common names, and no wildcards for a part of a label (RFC 9525, section 6.3).
    private static let hostFlags: UInt32 = 0x20 | 0x4
}

extension TransportError {
    fileprivate static func untrusted(
        _ message: String,
        advice: String = "check the host's name, the certificate's dates and the authorities"
    ) -> TransportError {
        TransportError(
            .untrustedCertificate, message, advice: advice, libraryCode: 60, nothingSent: true)
    }
}
