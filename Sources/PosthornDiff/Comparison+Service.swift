internal import PosthornSpec

extension Comparison {
    /// Compares what the services declare for all endpoints.
    func compareServices() {
        let (before, after, site) = (old.service, new.service, serviceSite)
        if before.name != after.name { add(.renamed, site, "was named \(before.name)") }
        let levels = AccessLevel.allCases
        if let first = levels.firstIndex(of: before.access),
            let second = levels.firstIndex(of: after.access), first < second
        {
            add(.accessNarrowed, site, "\(before.access.rawValue) became \(after.access.rawValue)")
        }
        compareServers(before, after, site)
        if let first = before.version, let second = after.version,
            (first.name, first.value) != (second.name, second.value)
        {
            add(
                .versionChanged, site.part("version").at(first.mark, second.mark),
                "\(quoted(first.value)) became \(quoted(second.value))")
        }
        if let first = before.envelope, let second = after.envelope, first != second {
            add(
                .envelopeChanged, site.part("response").at(before.responseMark, after.responseMark),
                "its members or codes are others")
        }
        compareFields(
            Slot.parameters(before.common), Slot.parameters(after.common), site.part("common"),
            .request)
        compareKeys(before, after, site)
        compareWebhooks(before.webhooks, after.webhooks, site)
        for (name, first, second) in [
            ("deadline", before.deadline, after.deadline),
            ("requestID", before.requestID, after.requestID),
            ("limits", before.limits.rawValue, after.limits.rawValue),
        ] where first != second {
            add(.settingChanged, site.part(name), "changes")
        }
    }

    private func compareServers(_ old: ServiceSpec, _ new: ServiceSpec, _ site: Site) {
        let (before, after) = (Self.servers(old), Self.servers(new))
        for (name, one) in before.sorted(by: { $0.key < $1.key }) {
            guard let other = after[name] else {
                add(.serverRemoved, site.at(one.mark, nil), "\(name) is removed")
                continue
            }
            let site = site.part(name).at(one.mark, other.mark)
            if one.urls != other.urls {
                add(.serverChanged, site, "\(quoted(one.urls[0])) became \(quoted(other.urls[0]))")
            }
            compareFields(
                Slot.members(one.variables, .request), Slot.members(other.variables, .request),
                site, .request)
        }
        for (name, one) in after.sorted(by: { $0.key < $1.key }) where before[name] == nil {
            add(.serverAdded, site.at(nil, one.mark), "\(name) is added")
        }
    }

    private typealias Server = (urls: [String], variables: [FieldSpec], mark: SourceMark)

    /// Returns the servers, their hosts, and the paths that calls share, by their names in reports.
    private static func servers(_ service: ServiceSpec) -> [String: Server] {
        var result: [String: Server] = [:]
        for (name, url) in [
            ("server", service.server), ("rpc", service.rpc), ("batch", service.batch),
        ] {
            if let url { result[name] = ([url], [], service.mark) }
        }
        for server in service.servers {
            result["server \(server.name)"] = (server.urls, server.variables, server.mark)
            for host in server.hosts {
                result["server \(server.name) host \(host.name)"] = ([host.url], [], host.mark)
            }
        }
        return result
    }

    // MARK: Security

    private struct Key {
        var scheme: Any
        var mark: SourceMark
        var isOptional = false
    }

    /// Returns what the creator of a client supplies, by its name in reports.
    private static func keys(_ service: ServiceSpec, optional: Set<String>) -> [String: Key] {
        var keys: [String: Key] = [:]
        for (kind, all) in [
            ("cipher", service.ciphers), ("signer", service.signers),
            ("policy", service.responses),
        ] {
            for one in all {
                keys["\(kind) \(one.name)"] = Key(scheme: one.scheme as Any, mark: one.mark)
            }
        }
        for auth in service.auth {
            keys["credential \(auth.name)"] = Key(
                scheme: auth.scheme, mark: auth.mark, isOptional: optional.contains(auth.name))
        }
        return keys
    }

    private func compareKeys(_ old: ServiceSpec, _ new: ServiceSpec, _ site: Site) {
        let before = Self.keys(old, optional: self.old.document.optionalCredentials)
        let after = Self.keys(new, optional: self.new.document.optionalCredentials)
        for (name, key) in before.sorted(by: { $0.key < $1.key }) {
            if let other = after[name] {
                guard !isSame(key.scheme, other.scheme) else { continue }
                add(
                    .schemeChanged, site.part(name).at(key.mark, other.mark), "has another scheme")
            } else {
                add(.keyRemoved, site.part(name).at(key.mark, nil), "is removed")
            }
        }
        for (name, key) in after.sorted(by: { $0.key < $1.key })
        where before[name] == nil && !key.isOptional {
            add(.keyAdded, site.part(name).at(nil, key.mark), "is added")
        }
    }

    /// Compares the ciphers, the signers, the credentials and the version of a call.
    func compareSecurity(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        for (name, before, after, marks, rule) in [
            ("cipher", old.ciphers, new.ciphers, (old.cipherMark, new.cipherMark), .cipherChanged),
            ("sign", old.signers, new.signers, (old.signMark, new.signMark), .signerChanged),
        ] as [(String, [String]?, [String]?, (SourceMark, SourceMark), ChangeRule)]
        where before != after {
            let texts = [before, after].map { names in
                names.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") } ?? "the client's"
            }
            let place = site.part(name).at(
                before == nil ? nil : marks.0, after == nil ? nil : marks.1)
            add(rule, place, "\(texts[0]) became \(texts[1])")
        }
        if old.rules.version?.text != new.rules.version?.text {
            add(.versionChanged, site.part("version"), "is another one")
        }
        let usual = (self.old.service.usualRequires, self.new.service.usualRequires)
        let before = Self.alternatives(old.rules.requires ?? usual.0)
        let after = Self.alternatives(new.rules.requires ?? usual.1)
        let place = site.part("requires").at(old.rules.requires?.mark, new.rules.requires?.mark)
        if before.contains(where: { needs in !after.contains { $0.isSubset(of: needs) } }) {
            add(.credentialChanged, place, "\(Self.text(before)) became \(Self.text(after))")
        } else if after.contains(where: { needs in !before.contains { $0.isSubset(of: needs) } }) {
            add(.credentialAccepted, place, "\(Self.text(before)) became \(Self.text(after))")
        }
    }

    /// Returns the credentials and scopes of each alternative.
    private static func alternatives(_ requires: RequiresSpec?) -> [Set<String>] {
        guard let requires else { return [[]] }
        return requires.alternatives.map { alternative in
            Set(
                alternative.needs.flatMap { need in
                    [need.name] + need.scopes.map { "\(need.name) with \($0.text)" }
                })
        }
    }

    private static func text(_ alternatives: [Set<String>]) -> String {
        alternatives.map { $0.isEmpty ? "none" : $0.sorted().joined(separator: " and ") }
            .joined(separator: ", or ")
    }

    // MARK: Webhooks

    private func compareWebhooks(_ old: [WebhookSpec], _ new: [WebhookSpec], _ site: Site) {
        for webhook in old {
            guard let other = new.first(where: { $0.name == webhook.name }) else {
                let place = site.part("webhook \(webhook.name)").at(webhook.mark, nil)
                add(.webhookRemoved, place, "is removed")
                continue
            }
            let place = site.part("webhook \(webhook.name)").at(webhook.mark, other.mark)
            if !isSame(webhook.scheme, other.scheme) || webhook.event != other.event {
                add(.schemeChanged, place, "is verified otherwise")
            }
            compare(webhook.type, other.type, place, .response)
        }
        for webhook in new where !old.contains(where: { $0.name == webhook.name }) {
            add(
                .webhookAdded, site.part("webhook \(webhook.name)").at(nil, webhook.mark),
                "is added")
        }
    }
}
