import Posthorn

/// What a session checks certificates by, made of its policy once.
struct TrustRules: Sendable {
    typealias Hook = @Sendable (ServerTrust) async -> TrustDisposition

    let pins: HostTable<Set<String>>
    /// The file with the authorities that are trusted, which we read; `nil` for none, and where
    /// libcurl has to read it, with another TLS library than OpenSSL.
    let file: AuthorityFile?
    /// What else is trusted.
    let anchors: TrustAnchors?
    /// The certificates by which servers know who calls, and which of them a host gets.
    let identities: [ClientIdentity]
    let identityOfHost: HostTable<Int>
    /// Who is asked about each server.
    let hook: Hook?

    /// - Throws: a ``TransportError``: a policy that can't be kept must not become a weaker one.
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

    /// Whether we say what vouches for servers.
    ///
    /// Without, libcurl goes by the authorities that it was built with.
    var hasAuthorities: Bool { file != nil || anchors != nil }

    /// The places of hosts in a list.
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
                    isTwice ? "names a host twice, in two spellings" : "names what is no host",
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

    /// - Parameter library: The one that there is.
    static func noOpenSSL(_ library: String?) -> TransportError {
        TransportError(
            .tlsFailed,
            "libcurl's TLS library is \(library ?? "none"), and the trust policy needs OpenSSL",
            advice: "install libcurl with OpenSSL, such as Debian's libcurl4", isSafeToRetry: true)
    }
}
