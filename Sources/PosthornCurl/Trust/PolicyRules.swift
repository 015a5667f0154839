/// A trust policy, checked and in the form in which it is applied.
struct PolicyRules: Sendable {
    let pins: HostTable<Set<Pin>>
    /// The file of authorities that this package reads.
    ///
    /// `nil` if there is none, or if libcurl reads it because its TLS library is not OpenSSL.
    let file: TrustFile?
    /// The other trusted certificates.
    let anchors: TrustAnchors?
    /// The files of revocation lists.
    let lists: [TrustFile]
    let revocation: TrustPolicy.Revocation
    let isStrict: Bool
    /// Whether a pin replaces an authority.
    let acceptsPinsOnly: Bool

    /// - Throws: a ``TransportError`` if the policy can't be applied completely. It must not become a weaker one.
    init(
        _ policy: TrustPolicy, _ functions: OpenSSL?, library: String?
    ) throws(TransportError) {
        pins = try HostTable(pins: policy.pins)
        revocation = policy.revocation
        isStrict = policy.isStrict
        acceptsPinsOnly = policy.authorities == .pinnedKeys
        guard let functions else {
            guard policy.pins.isEmpty, policy.authorities.text == nil, !acceptsPinsOnly,
                revocation.lists.isEmpty, revocation.stapling != .required
            else { throw .noOpenSSL(library) }
            (file, anchors, lists) = (nil, nil, [])
            return
        }
        file = policy.authorities.file.map { TrustFile.authorities(at: $0) }
        if case .systemAnd = policy.authorities, file == nil { throw .noSystemFile }
        anchors = try policy.authorities.text.map { text throws(TransportError) in
            guard let anchors = TrustAnchors(text: text, functions) else { throw .unreadable }
            return anchors
        }
        lists = revocation.lists.compactMap(\.filePath).map {
            TrustFile.at(TrustFile.Name(kind: .revocationList, paths: [$0]))
        }
    }

    /// Whether this package decides about the certificates.
    ///
    /// Otherwise libcurl uses the authorities that it was built with.
    var isApplied: Bool { file != nil || anchors != nil || acceptsPinsOnly }

    /// Whether a connection must have passed our check, which a resumed TLS session does not repeat.
    var needsOwnCheck: Bool {
        acceptsPinsOnly || !lists.isEmpty || revocation.stapling == .required
    }
}

extension TransportError {
    fileprivate static let unreadable = TransportError(
        .untrustedCertificate, "the text with certificate authorities can't be read",
        advice: "give the session certificates in PEM", isSafeToRetry: true)

    fileprivate static let noSystemFile = TransportError(
        .untrustedCertificate,
        "libcurl was built without a file of the system's certificate authorities",
        advice: "name the file, with `.file`, or put its text before yours, with `.pem`",
        isSafeToRetry: true)

    /// Creates the error of a policy that needs OpenSSL.
    ///
    /// - Parameter library: The name of libcurl's TLS library.
    static func noOpenSSL(_ library: String?) -> TransportError {
        TransportError(
            .tlsFailed,
            "libcurl's TLS library is \(library ?? "none"), and the trust policy needs OpenSSL",
            advice: "install libcurl with OpenSSL, such as Debian's libcurl4", isSafeToRetry: true)
    }
}
