internal import PosthornSpec

extension Comparison {
    /// Compares what the services declare for all endpoints.
    func compareServices() {
        let (before, after, site) = (old.service, new.service, serviceSite)
        if before.name != after.name { add(.renamed, site, "was named \(before.name)") }
        let levels = [before, after].map { AccessLevel.allCases.firstIndex(of: $0.access) ?? 0 }
        if levels[0] < levels[1] {
            compare(.accessNarrowed, before.access.rawValue, after.access.rawValue, site)
        }
        match(
            Self.protocols(before), Self.protocols(after), site, (.protocolRemoved, .protocolAdded))
        match(
            Self.servers(before), Self.servers(after), site, (.serverRemoved, .serverAdded)
        ) { old, new, site in
            compare(
                .serverChanged, old.urls.joined(separator: ", "), new.urls.joined(separator: ", "),
                site)
            compareFields(
                Slot.members(old.variables, .request), Slot.members(new.variables, .request), site,
                .request)
        }
        let versions = [before, after].map { service in
            service.version.map { "\($0.name): \($0.value)" }
        }
        compare(
            .versionChanged, versions[0], versions[1],
            site.part("version").at(before.version?.mark, after.version?.mark))
        if let first = before.envelope, let second = after.envelope, first != second {
            add(
                .envelopeChanged, site.part("response").at(before.responseMark, after.responseMark),
                "has other members or codes")
        }
        compareFields(
            Slot.parameters(before.common), Slot.parameters(after.common), site.part("common"),
            .request)
        match(Self.keys(before), Self.keys(after), site, (.keyRemoved, .keyAdded)) {
            if !isSame($0, $1) { add(.schemeChanged, $2, "has another scheme") }
        }
        compareCredentials(site)
        match(
            Self.webhooks(before), Self.webhooks(after), site, (.webhookRemoved, .webhookAdded)
        ) { old, new, site in
            if !isSame(old.scheme, new.scheme) || old.event != new.event {
                add(.schemeChanged, site, "is verified otherwise")
            }
            compare(old.type, new.type, site, .response)
        }
        compare(.settingChanged, before.deadline, after.deadline, site.part("deadline"))
        compare(.settingChanged, before.requestID, after.requestID, site.part("requestID"))
        compare(
            .settingChanged, before.limits.rawValue, after.limits.rawValue, site.part("limits"))
    }

    private static func protocols(_ service: ServiceSpec) -> [Part<Void>] {
        service.protocolMark.map { [Part(name: "protocol", mark: $0, value: ())] } ?? []
    }

    private typealias Server = (urls: [String], variables: [FieldSpec])

    /// Returns the servers, their hosts, and the paths that calls share.
    private static func servers(_ service: ServiceSpec) -> [Part<Server>] {
        let paths = [("server", service.server), ("rpc", service.rpc), ("batch", service.batch)]
        var parts: [Part<Server>] = paths.compactMap { name, url in
            url.map { Part(name: name, mark: service.mark, value: ([$0], [])) }
        }
        for server in service.servers {
            let name = "server \(server.name)"
            parts.append(
                Part(name: name, mark: server.mark, value: (server.urls, server.variables)))
            for host in server.hosts {
                parts.append(
                    Part(
                        name: "\(name) host \(host.name)", mark: host.mark, value: ([host.url], []))
                )
            }
        }
        return parts
    }

    /// Returns what the creator of a client supplies.
    private static func keys(_ service: ServiceSpec) -> [Part<Any>] {
        let strategies = [
            ("cipher", service.ciphers), ("signer", service.signers), ("policy", service.responses),
        ]
        return strategies.flatMap { kind, all in
            all.map { Part(name: "\(kind) \($0.name)", mark: $0.mark, value: $0.scheme as Any) }
        }
    }

    private static func webhooks(_ service: ServiceSpec) -> [Part<WebhookSpec>] {
        service.webhooks.map { Part(name: "webhook \($0.name)", mark: $0.mark, value: $0) }
    }

    /// Compares the ciphers, the signers, the credentials and the version of a call.
    func compareSecurity(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let names = [old.ciphers, new.ciphers, old.signers, new.signers].map { names in
            names.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") } ?? "the client's"
        }
        let marks = [old.cipherMark, new.cipherMark, old.signMark, new.signMark].map {
            $0 == .start ? nil : $0
        }
        compare(.cipherChanged, names[0], names[1], site.part("cipher").at(marks[0], marks[1]))
        compare(.signerChanged, names[2], names[3], site.part("sign").at(marks[2], marks[3]))
        compare(
            .versionChanged, old.rules.version?.text, new.rules.version?.text, site.part("version"))
        let before = Self.alternatives(old.rules.requires ?? self.old.service.usualRequires)
        let after = Self.alternatives(new.rules.requires ?? self.new.service.usualRequires)
        let place = site.part("requires").at(old.rules.requires?.mark, new.rules.requires?.mark)
        func cover(_ some: [Set<String>], _ others: [Set<String>]) -> Bool {
            others.allSatisfy { needs in some.contains { $0.isSubset(of: needs) } }
        }
        guard !cover(after, before) || !cover(before, after) else { return }
        let texts = [before, after].map { alternatives in
            alternatives.map { $0.isEmpty ? "none" : $0.sorted().joined(separator: " and ") }
                .joined(separator: ", or ")
        }
        let isAccepted = cover(after, before)
        compare(isAccepted ? .credentialAccepted : .credentialChanged, texts[0], texts[1], place)
    }

    /// Returns the credentials and scopes of each alternative.
    private static func alternatives(_ requires: RequiresSpec?) -> [Set<String>] {
        guard let requires else { return [[]] }
        return requires.alternatives.map { alternative in
            alternative.needs.reduce(into: []) { all, need in
                all.insert(need.name)
                all.formUnion(need.scopes.map { "\(need.name) with \($0.text)" })
            }
        }
    }
}
