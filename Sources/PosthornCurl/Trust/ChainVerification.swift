import FoundationEssentials

/// The verification of a server's certificates by a trust policy.
///
/// OpenSSL builds and checks the chain (RFC 5280, section 6). This sets its rules, and compares names and pins.
struct ChainVerification {
    /// The host of the certificate; an IPv6 address has no brackets.
    let host: String
    /// The proxy whose certificate it is; `nil` for the server's.
    let proxy: String?
    let policy: PolicyRules
    let anchors: TrustAnchors?
    let lists: [RevocationLists]
    let functions: OpenSSL
    /// Whether the policy's pins, besides an authority, apply to the certificate.
    let comparesPins: Bool
    /// Whether this compares all names; otherwise libcurl does, and it is enough that the certificate has one.
    let comparesNames: Bool

    struct Verdict {
        /// Whether the chain leads to a trusted authority, or the server's own key replaces one.
        let isValid: Bool
        /// The verified chain, or the certificates that the server sent.
        let chain: [OpaquePointer]
        var problems: ServerTrust.Problems = []
        var reasons: [String] = []
        var advice: String?

        var failure: TransportError? {
            guard !problems.isEmpty else { return nil }
            let text = reasons.joined(separator: "; ")
            return advice.map { .untrusted(text, advice: $0) } ?? .untrusted(text)
        }
    }

    /// Verifies the certificates of an OpenSSL verification context.
    func verdict(_ store: OpaquePointer?) -> Verdict {
        policy.acceptsPinsOnly ? pinVerdict(store) : chainVerdict(store)
    }

    private func chainVerdict(_ store: OpaquePointer?) -> Verdict {
        anchors?.join(store)
        setFlags(functions.parameters(store))
        let isValid = RevocationLists.use(lists, in: store) { functions.verify(store) > 0 }
        var verdict = Verdict(
            isValid: isValid,
            chain: functions.items(
                isValid ? functions.verifiedChain(store) : functions.sentChain(store)))
        if !isValid {
            noteError(functions.error(store), in: &verdict)
        } else if policy.isStrict, let reason = strictProblem(of: verdict.chain) {
            note(reason, in: &verdict)
            verdict.advice = Self.strictAdvice
        }
        if !isForHost(verdict.chain.first) {
            verdict.problems.insert(.name)
            verdict.reasons.append("\(subject) is not for the host \(host)")
        }
        // With an unverified chain, the server has proven possession of the first key only.
        let keys = isValid ? verdict.chain[...] : verdict.chain.prefix(1)
        if comparesPins, let pins = policy.pins[host] { compare(pins, with: keys, in: &verdict) }
        return verdict
    }

    /// Judges a server that is trusted by its own key alone.
    private func pinVerdict(_ store: OpaquePointer?) -> Verdict {
        let own = functions.ownCertificate(store)
        let pins = policy.pins[host]
        var verdict = Verdict(
            isValid: pins != nil,
            chain: pins == nil
                ? functions.items(functions.sentChain(store)) : [own].compactMap { $0 })
        if let pins {
            compare(pins, with: verdict.chain[...], in: &verdict)
        } else {
            verdict.problems.insert(.key)
            verdict.reasons.append(
                "no key is pinned for \(host), and the policy trusts only pinned keys")
            verdict.advice = "add a pin for the host to the policy"
        }
        return verdict
    }

    private func setFlags(_ parameters: OpaquePointer?) {
        // A certificate that is not a root ends a chain only if it is given as an authority.
        let isPartial = anchors.map { !$0.areRoots } ?? false
        if anchors != nil, !isPartial { _ = functions.clearFlags(parameters, Self.partialChain) }
        var flags = isPartial ? Self.partialChain : 0
        if policy.isStrict { flags |= Self.strict }
        if !lists.isEmpty {
            flags |=
                policy.revocation.checksWholeChain
                ? Self.checkServer | Self.checkChain : Self.checkServer
        }
        _ = functions.setFlags(parameters, flags)
    }

    private func noteError(_ error: Int32, in verdict: inout Verdict) {
        note(text(error), in: &verdict)
        if proxy != nil {
            verdict.advice = "check the proxy's name, its certificate's dates and the authorities"
        }
        if Self.listErrors.contains(error) || error == Self.revoked {
            verdict.problems.insert(.revocation)
            verdict.advice =
                error == Self.revoked
                ? "ask the server's operator for a certificate that is not revoked"
                : "give the policy a current list of the certificate's issuer, in revocation.lists"
        } else if Self.strictErrors.contains(error) {
            verdict.advice = Self.strictAdvice
        }
    }

    private func note(_ reason: String, in verdict: inout Verdict) {
        verdict.problems.insert(.chain)
        verdict.reasons.append(
            "\(subject) is not trusted\(proxy == nil ? " for this host" : ""): \(reason)")
    }

    private func text(_ error: Int32) -> String {
        functions.errorText(Int(error)).map { String(cString: $0) } ?? "invalid"
    }

    private static let strictAdvice =
        "issue the certificates again by RFC 5280, or set isStrict = false in the trust policy"

    /// The problem of a chain that ends at a certificate other than a root's; `nil` if there is none.
    ///
    /// OpenSSL's strict mode does not check the end of a chain.
    private func strictProblem(of chain: [OpaquePointer]) -> String? {
        guard let own = chain.first, let end = chain.last, !functions.isSelfIssued(end) else {
            return nil
        }
        if chain.count > 1, functions.place(end, Self.authorityKeyIdentifier, -1) < 0 {
            return text(Self.noIssuersKey)
        }
        let kind = functions.stringKind(functions.serial(own))
        return kind == Self.negativeInteger ? "its serial number is negative" : nil
    }

    private func compare(
        _ pins: Set<Pin>, with certificates: ArraySlice<OpaquePointer>, in verdict: inout Verdict
    ) {
        let keys = certificates.compactMap { functions.pin(of: $0) }
        guard pins.isDisjoint(with: keys) else { return }
        verdict.problems.insert(.key)
        verdict.reasons.append(
            "no key of \(proxy.map { "the proxy \($0)" } ?? "the server's certificates") is one that is pinned "
                + "for \(host): "
                + keys.map(\.description).joined(separator: ", "))
        if verdict.problems == .key {
            verdict.advice = "pin one of these keys if the server is meant to have it"
        }
    }

    /// The certificate in messages.
    private var subject: String {
        proxy.map { "the certificate of the proxy \($0)" } ?? "the server's certificate"
    }

    /// The error for a certificate whose stapled response is missing, invalid or negative.
    func failure(of check: TransportMetrics.RevocationCheck) -> TransportError {
        if check.status == .revoked {
            return .untrusted(
                "the stapled OCSP response says that \(subject) is revoked",
                advice: "ask the server's operator for a certificate that is not revoked")
        }
        return .untrusted(
            "\(subject) needs a stapled OCSP response: \(check.reason)",
            advice:
                "ask the server's operator to staple current responses, which its certificate or your "
                + "policy requires")
    }

    /// Whether the certificate is for the host.
    ///
    /// If libcurl compares the names after this check, it is enough to require a subject alternative name, so that
    /// libcurl does not fall back on the common name.
    private func isForHost(_ certificate: OpaquePointer?) -> Bool {
        guard let certificate else { return false }
        let names = CertificateNames(of: certificate, functions)
        return comparesNames ? names.include(host) : names.isNamed
    }

    /// OpenSSL's flag that lets a chain end at any trusted certificate.
    static let partialChain: UInt = 0x80000
    /// OpenSSL's flag for its strict mode.
    private static let strict: UInt = 0x20
    /// OpenSSL's flags to check the server's certificate, and the whole chain, against revocation lists.
    private static let checkServer: UInt = 0x4
    private static let checkChain: UInt = 0x8
    /// OpenSSL's error for a certificate in a revocation list.
    private static let revoked: Int32 = 23
    /// OpenSSL's errors for missing, invalid and expired revocation lists, and for their issuers.
    private static let listErrors: Set<Int32> = [3, 5, 8, 11, 12, 15, 16, 33, 35, 36, 44, 54]
    /// OpenSSL's number of the authority key identifier extension, and its error if that is missing.
    private static let authorityKeyIdentifier: Int32 = 90
    private static let noIssuersKey: Int32 = 85
    /// OpenSSL's type of negative integers.
    private static let negativeInteger: Int32 = 0x102
    /// OpenSSL's errors of its strict mode.
    private static let strictErrors: Set<Int32> = [
        80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94,
    ]
}
