/// The other end of a TLS handshake of a transfer: its server, or an HTTPS proxy.
struct TLSPeer {
    /// The host in the form of certificates; an IPv6 address has no brackets.
    let host: String
    /// The proxy; `nil` for the server.
    let proxy: ProxyRules.Server?
    /// The index of the trust policy.
    let policy: Int
    /// The index of the client certificate; `nil` for none.
    let identity: Int?
}

extension Transfer {
    /// The server; `nil` without TLS.
    var serverPeer: TLSPeer? {
        guard isSecure, let host else { return nil }
        return TLSPeer(
            host: host, proxy: nil, policy: policyNumber,
            identity: context.trust.rules.identityOfHost[host])
    }

    /// The proxy; `nil` without one, or without TLS to it.
    var proxyPeer: TLSPeer? {
        guard let proxy, proxy.kind == .https else { return nil }
        let rules = context.trust.rules
        return TLSPeer(
            host: proxy.host, proxy: proxy, policy: rules.policy(of: proxy.host),
            identity: rules.identityOfHost[proxy.host])
    }

    var peers: [TLSPeer] { [serverPeer, proxyPeer].compactMap { $0 } }

    /// The index of the server's trust policy.
    ///
    /// A transfer that names an unknown policy is not started.
    var policyNumber: Int {
        guard isSecure, context.trust.rules.policies.count > 1 else { return 0 }
        if let name = request.options.trustName {
            return context.trust.rules.policy(named: name) ?? 0
        }
        return host.map { context.trust.rules.policy(of: $0) } ?? 0
    }

    /// The error for a request that names an unknown policy; `nil` for others.
    var unknownPolicy: TransportError? {
        guard let name = request.options.trustName,
            context.trust.rules.policy(named: name) == nil
        else { return nil }
        return .invalidRequest(
            "the request names the trust policy \(VisibleName.shown(name)), which the session does not have",
            "add it to SessionConfiguration.trustByName")
    }

    /// The files of the transfer's policies and identities that must be read or checked for changes.
    var staleFiles: [Int] {
        let trust = context.trust
        guard !trust.rules.files.isEmpty else { return [] }
        // The common case, without parsing the URL.
        if trust.rules.policies.count == 1, trust.rules.identities.isEmpty {
            return trust.rules.filesOfPolicy[0].filter { !trust.isNew($0, at: admission) }
        }
        var stale: [Int] = []
        for peer in peers {
            let identity = peer.identity.flatMap { trust.rules.fileOfIdentity[$0] }
            for file in trust.rules.filesOfPolicy[peer.policy] + [identity].compactMap({ $0 })
            where !trust.isNew(file, at: admission) && !stale.contains(file) {
                stale.append(file)
            }
        }
        return stale
    }
}
