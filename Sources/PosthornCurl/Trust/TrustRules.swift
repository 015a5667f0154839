/// The rules by which a session checks certificates, created once from its configuration.
struct TrustRules: Sendable {
    typealias Hook = @Sendable (ServerTrust) async -> ServerTrust.Disposition

    /// The session's own policy, and those of hosts and names.
    private(set) var policies: [PolicyRules]
    private var policyOfHost = HostTable<Int>()
    private var policyOfName: [String: Int] = [:]
    /// The client certificates; `identityOfHost` has their indices by host.
    let identities: [ClientIdentity]
    let identityOfHost: HostTable<Int>
    /// The hook that decides about servers.
    let hook: Hook?
    /// Reports what happens to the files of client identities.
    let report: @Sendable (IdentityChange) -> Void
    /// The files of the policies and identities.
    private(set) var files: [TrustFile] = []
    /// The indices in `files` that each policy and identity needs.
    private(set) var filesOfPolicy: [[Int]] = []
    private(set) var fileOfIdentity: [Int?] = []

    /// The settings from which the rules are made.
    struct Settings {
        var policy: TrustPolicy
        var byHost: [String: TrustPolicy]
        var byName: [String: TrustPolicy]
        var identities: [String: ClientIdentity]
        /// Whether another option of the session can't be applied with another TLS library.
        var needsOpenSSL: Bool
    }

    /// What happened to the changed files of a client identity.
    enum IdentityChange: Sendable {
        case replaced(path: String)
        case rejected(TransportError)
    }

    /// Creates the rules.
    ///
    /// - Throws: a ``TransportError`` if a policy can't be applied completely.
    init(
        _ settings: Settings, hook: Hook?,
        report: @escaping @Sendable (IdentityChange) -> Void = { _ in },
        _ functions: OpenSSL? = OpenSSL.functions,
        library: String? = CurlLibrary.tlsLibrary
    ) throws(TransportError) {
        CurlLibrary.start()
        let needsOpenSSL =
            hook != nil || settings.needsOpenSSL || !settings.byHost.isEmpty
            || !settings.byName.isEmpty
        guard functions != nil || !needsOpenSSL else { throw .noOpenSSL(library) }
        self.hook = hook
        self.report = report
        identities = Array(settings.identities.values)
        identityOfHost = try Self.table(Array(settings.identities.keys))
        policies = [try PolicyRules(settings.policy, functions, library: library)]
        for (host, policy) in settings.byHost {
            try Self.insert(policies.count, for: host, in: &policyOfHost)
            policies.append(try PolicyRules(policy, functions, library: library))
        }
        for (name, policy) in settings.byName {
            policyOfName[name] = policies.count
            policies.append(try PolicyRules(policy, functions, library: library))
        }
        collectFiles(functions)
    }

    private mutating func collectFiles(_ functions: OpenSSL?) {
        for policy in policies {
            let own = [policy.file].compactMap { $0 } + policy.lists
            filesOfPolicy.append(own.map { index(of: $0) })
        }
        for identity in identities {
            let file = functions == nil ? nil : identity.file
            fileOfIdentity.append(file.map { index(of: $0) })
        }
    }

    private mutating func index(of file: TrustFile) -> Int {
        if let index = files.firstIndex(where: { $0 === file }) { return index }
        files.append(file)
        return files.count - 1
    }

    /// The index of a host's policy; 0 is the session's own.
    func policy(of host: String) -> Int {
        policies.count > 1 ? policyOfHost[host] ?? 0 : 0
    }

    /// The index of a named policy; `nil` if there is none.
    func policy(named name: String) -> Int? { policyOfName[name] }

    static func table(_ hosts: [String]) throws(TransportError) -> HostTable<Int> {
        var table = HostTable<Int>()
        for (number, host) in hosts.enumerated() { try insert(number, for: host, in: &table) }
        return table
    }

    private static func insert(
        _ number: Int, for host: String, in table: inout HostTable<Int>
    ) throws(TransportError) {
        var isTwice = false
        let isHost = table.insert(number, for: host) { first, _ in
            isTwice = true
            return first
        }
        guard isHost, !isTwice else {
            throw .invalidRequest(
                isTwice ? "names a host twice, in two spellings" : "names an invalid host",
                "write a host such as api.example.org or *.example.org, without scheme and port")
        }
    }
}
