/// The rules by which a session checks certificates, created once from its policy.
struct TrustRules: Sendable {
    typealias Hook = @Sendable (ServerTrust) async -> ServerTrust.Disposition

    let pins: HostTable<Set<Pin>>
    /// The file of authorities that this package reads.
    ///
    /// `nil` if there is none, or if libcurl reads it because its TLS library is not OpenSSL.
    let file: AuthorityFile?
    /// The other trusted certificates.
    let anchors: TrustAnchors?
    /// The client certificates; `identityOfHost` has their indices by host.
    let identities: [ClientIdentity]
    let identityOfHost: HostTable<Int>
    /// The hook that decides about servers.
    let hook: Hook?

    /// Creates the rules.
    ///
    /// - Throws: a ``TransportError`` if the policy can't be applied completely. It must not become a weaker
    ///   one.
    init(
        _ policy: TrustPolicy, hook: Hook?, identities: [String: ClientIdentity] = [:],
        _ functions: OpenSSL? = OpenSSL.functions,
        library: String? = CurlLibrary.tlsLibrary
    ) throws(TransportError) {
        pins = try HostTable(pins: policy.pins)
        self.hook = hook
        self.identities = Array(identities.values)
        identityOfHost = try Self.table(Array(identities.keys))
        CurlLibrary.start()
        guard let functions else {
            guard policy.pins.isEmpty, policy.authorities.text == nil, hook == nil else {
                throw .noOpenSSL(library)
            }
            file = nil
            anchors = nil
            return
        }
        file = policy.authorities.file.map { AuthorityFile.at($0) }
        if case .systemAnd = policy.authorities, file == nil { throw .noSystemFile }
        anchors = try policy.authorities.text.map { text throws(TransportError) in
            guard let anchors = TrustAnchors(text: text, functions) else { throw .unreadable }
            return anchors
        }
    }

    /// Whether this package supplies the certificate authorities.
    ///
    /// Otherwise libcurl uses the authorities that it was built with.
    var hasAuthorities: Bool { file != nil || anchors != nil }

    static func table(_ hosts: [String]) throws(TransportError) -> HostTable<Int> {
        var table = HostTable<Int>()
        for (number, host) in hosts.enumerated() {
            var isTwice = false
            let isHost = table.insert(number, for: host) { first, _ in
                isTwice = true
                return first
            }
            guard isHost, !isTwice else {
                throw .invalidRequest(
                    isTwice ? "names a host twice, in two spellings" : "names an invalid host",
                    "write a host such as api.example.org or *.example.org, without scheme and port"
                )
            }
        }
        return table
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
