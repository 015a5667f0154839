internal import PosthornSpec

extension Comparison {
    /// A credential, with what the initializer of the client's credentials takes for it.
    private struct Supplied {
        var auth: AuthSpec
        /// Whether the initializer has a default for it in each alternative.
        var hasDefault: Bool

        var type: String {
            if case .tokenEndpoint = auth.source { "OAuthCredential" } else { "Credential" }
        }

        /// Where the value comes from, as the spec says it; `nil` if the client has it.
        var source: String? {
            switch auth.source {
            case .client: nil
            case .response(let status): "from: \(status)"
            case .challenge(nil): "from: challenge"
            case .challenge(let realm?): "realm: \(realm)"
            case .tokenEndpoint(let url): "tokenURL: \(url)"
            case .endpoint(let name, _): "from: \(name)"
            }
        }
    }

    /// Compares the credentials that a service declares: how they are sent, and what callers supply for them.
    func compareCredentials(_ site: Site) {
        let (before, after) = (Self.credentials(old.document), Self.credentials(new.document))
        let known = Set(before.map(\.name))
        // Clients need not supply a new credential that every call can do without.
        let added = after.filter { known.contains($0.name) || !$0.value.hasDefault }
        match(before, added, site, (.keyRemoved, .keyAdded)) { old, new, site in
            if old.type != new.type { compare(.credentialTypeChanged, old.type, new.type, site) }
            if old.hasDefault, !new.hasDefault { add(.defaultRemoved, site, "has no default") }
            if !old.hasDefault, new.hasDefault { add(.defaultChanged, site, "has a default") }
            if old.auth.scheme != new.auth.scheme {
                add(.schemeChanged, site, "has another scheme")
            } else if let rule = Self.rule(from: old.auth.source, to: new.auth.source) {
                compare(rule, old.source, new.source, site)
            }
        }
    }

    private static func credentials(_ document: SpecDocument) -> [Part<Supplied>] {
        let optional = document.optionalCredentials
        return document.service.auth.map { auth in
            let hasDefault = auth.isIssued || optional.contains(auth.name)
            return Part(
                name: "credential \(auth.name)", mark: auth.mark,
                value: Supplied(auth: auth, hasDefault: hasDefault))
        }
    }

    /// Returns the rule for a value that comes from another place; `nil` if programs in use do not notice.
    private static func rule(from old: AuthSpec.Source, to new: AuthSpec.Source) -> ChangeRule? {
        switch (old, new) {
        case _ where old == new: nil
        // A server accepts the tokens that its endpoint issues to any client.
        case (.client, .tokenEndpoint), (.tokenEndpoint, .client): nil
        // Callers may have the value already.
        case (.client, .endpoint): nil
        case (.endpoint(let old, _), .endpoint(let new, _)) where old == new: nil
        case (.client, .challenge): .credentialSourceAdded
        default: .credentialSourceChanged
        }
    }
}
