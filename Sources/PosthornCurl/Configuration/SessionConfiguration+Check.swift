import FoundationEssentials
import Glibc

// The checks of a configuration, made when a session is created.
extension SessionConfiguration {
    /// - Throws: a ``TransportError`` with the code `invalidRequest` that names each invalid property.
    func check() throws(TransportError) {
        let mistakes = numberMistakes + connectionMistakes + trustMistakes + journalMistakes
        guard !mistakes.isEmpty else { return }
        throw TransportError(
            .invalidRequest,
            "the session's configuration is wrong: "
                + mistakes.map { "\($0.property) \($0.message)" }.joined(separator: "; "),
            advice: "correct " + (mistakes.count == 1 ? mistakes[0].property : "each of them"),
            isSafeToRetry: true)
    }

    /// An invalid property, and a text that says what is wrong and what to write.
    private typealias Mistake = (property: String, message: String)

    private static func mistake(
        _ property: String, _ check: () throws(TransportError) -> Void
    ) -> Mistake? {
        do throws(TransportError) {
            try check()
            return nil
        } catch {
            return (property, error.message + (error.advice.map { "; " + $0 } ?? ""))
        }
    }

    private var numberMistakes: [Mistake] {
        var mistakes: [Mistake] = []
        func require(_ property: String, _ value: Int?, atLeast least: Int) {
            guard let value, value < least else { return }
            mistakes.append((property, "is \(value); write \(least) or more"))
        }
        func require(_ property: String, positive value: Duration?) {
            guard let value, value <= .zero else { return }
            mistakes.append((property, "is \(value.text); write more than zero"))
        }
        require("idleConnections", idleConnections, atLeast: 0)
        require("idleTime", positive: idleTime)
        require("maximumBodyBytes", maximumBodyBytes, atLeast: 0)
        require("maximumHeaderBytes", maximumHeaderBytes, atLeast: 1)
        require("maximumHeaderLines", maximumHeaderLines, atLeast: 1)
        require("maximumHeaderLineBytes", maximumHeaderLineBytes, atLeast: 1)
        require("maximumInterimResponses", maximumInterimResponses, atLeast: 0)
        require("maximumDecompressionRatio", maximumDecompressionRatio, atLeast: 1)
        require("limits.perOrigin", limits.perOrigin, atLeast: 1)
        require("limits.total", limits.total, atLeast: 1)
        require("connection.keepAlive", positive: connection.keepAlive)
        require("connection.maximumLifetime", positive: connection.maximumLifetime)
        require("connection.maximumDownloadRate", connection.maximumDownloadRate, atLeast: 0)
        require("connection.maximumUploadRate", connection.maximumUploadRate, atLeast: 0)
        require("connection.minimumRate", connection.minimumRate, atLeast: 1)
        require("connection.minimumRateTime", positive: connection.minimumRateTime)
        return mistakes
    }

    private var connectionMistakes: [Mistake] {
        var mistakes: [Mistake] = []
        if let userAgent, !userAgent.isFieldText {
            mistakes.append(("userAgent", "holds a control character; remove it"))
        }
        // `sun_path` holds 108 bytes with the zero at its end.
        if let path = connection.unixSocket, !(1...107).contains(path.utf8.count) {
            mistakes.append(
                (
                    "connection.unixSocket",
                    "has \(path.utf8.count) bytes; write a path of 1 to 107"
                ))
        }
        if let interface = connection.localInterface, interface.isEmpty || !interface.isFieldText {
            mistakes.append(
                ("connection.localInterface", "is not an interface; write a name or an address"))
        }
        mistakes += overrideMistakes
        if let port = addressPolicy.ports?.sorted().first(where: { !(1...65_535).contains($0) }) {
            mistakes.append(("addressPolicy.ports", "has the port \(port); write 1 to 65535"))
        }
        mistakes += connection.tlsMistakes
        let proxies = connection.proxies
        let entries = proxies.http == nil && proxies.https == nil ? [] : proxies.entries
        for place in entries.indices where entries[place] == nil {
            mistakes.append(
                (
                    "connection.proxies.exceptions",
                    "has an entry, number \(place + 1), that is not readable; write a name, an address or a "
                        + "pattern such as `*.example`, each also with a port, a network such as "
                        + "`10.0.0.0/8`, or `*`"
                ))
        }
        for (name, proxy) in [
            ("http", connection.proxies.http), ("https", connection.proxies.https),
        ] {
            guard let proxy else { continue }
            let property = "connection.proxies.\(name)"
            if HostOverrides.host(proxy.host) == nil {
                mistakes.append((property, "has no valid host; write a name or an address"))
            }
            if !(1...65_535).contains(proxy.port) {
                mistakes.append((property, "has the port \(proxy.port); write 1 to 65535"))
            }
        }
        return mistakes
    }

    private var overrideMistakes: [Mistake] {
        var overrides = HostOverrides()
        return connection.hostOverrides.sorted { $0.key < $1.key }.compactMap { host, place in
            Self.mistake("connection.hostOverrides[\"\(VisibleName.shown(host))\"]") {
                () throws(TransportError) in try overrides.insert(host, at: place)
            }
        }
    }

    private var trustMistakes: [Mistake] {
        let tableMistakes = [
            Self.mistake("connection.identities") { () throws(TransportError) in
                _ = try TrustRules.table(connection.identities.keys.sorted())
            },
            Self.mistake("trustByHost") { () throws(TransportError) in
                _ = try TrustRules.table(trustByHost.keys.sorted())
            },
        ]
        return policies.flatMap { Self.policyMistakes($0.property, $0.policy) }
            + tableMistakes.compactMap { $0 } + fileMistakes
    }

    private var policies: [(property: String, policy: TrustPolicy)] {
        func named(_ table: String, _ policies: [String: TrustPolicy])
            -> [(property: String, policy: TrustPolicy)]
        {
            policies.sorted { $0.key < $1.key }.map {
                ("\(table)[\"\(VisibleName.shown($0.key))\"]", $0.value)
            }
        }
        return [("trust", trust)] + named("trustByHost", trustByHost)
            + named("trustByName", trustByName)
    }

    private static func policyMistakes(_ property: String, _ policy: TrustPolicy) -> [Mistake] {
        var mistakes = policy.pins.sorted { $0.key < $1.key }.compactMap { host, pins in
            Self.mistake("\(property).pins[\"\(VisibleName.shown(host))\"]") {
                () throws(TransportError) in _ = try HostTable(pins: [host: pins])
            }
        }
        if case .file(let url) = policy.authorities, !url.isFileURL {
            mistakes.append(("\(property).authorities", "is not a file URL; " + URL.fileAdvice))
        }
        if policy.authorities == .pinnedKeys {
            if policy.pins.isEmpty {
                mistakes.append(
                    ("\(property).pins", "is empty, so that no server is trusted; add one"))
            }
            if policy.revocation != TrustPolicy.Revocation() {
                mistakes.append(
                    (
                        "\(property).revocation",
                        "needs an authority; remove it from the policy of pinned keys"
                    ))
            }
        }
        if policy.revocation.lists.contains(where: { !$0.isFileURL }) {
            mistakes.append(
                (
                    "\(property).revocation.lists",
                    "has a URL that is not a file URL; " + URL.fileAdvice
                ))
        }
        return mistakes
    }

    private var fileMistakes: [Mistake] {
        var mistakes: [Mistake] = []
        for (host, identity) in connection.identities.sorted(by: { $0.key < $1.key }) {
            guard case .files(let certificate, let key) = identity.source,
                !certificate.isFileURL || !key.isFileURL
            else { continue }
            mistakes.append(
                (
                    "connection.identities[\"\(VisibleName.shown(host))\"]",
                    "has a URL that is not a file URL; " + URL.fileAdvice
                ))
        }
        return mistakes
    }

    private var journalMistakes: [Mistake] {
        guard let resumeDirectory else { return [] }
        var found = stat()
        guard let path = resumeDirectory.filePath else {
            return [("resumeDirectory", "is not a file URL; " + URL.fileAdvice)]
        }
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
            return [("resumeDirectory", "is not a folder; write the URL of an existing one")]
        }
        return []
    }
}
