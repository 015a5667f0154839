/// Reads where the value of a credential comes from.
extension NodeReader {
    /// Reads `from`, `at`, `realm` and `tokenURL` of a credential.
    func source(
        _ entries: [YAMLEntry], of scheme: AuthSpec.Scheme, isOAuth: Bool
    ) -> AuthSpec.Source {
        if let entry = entries["tokenURL"] { return tokenEndpoint(entry, entries, isOAuth) }
        guard let from = entries["from"] else {
            if let realm = entries["realm"] {
                error(
                    realm.mark, "a realm issues tokens for a challenge",
                    found: "'realm' without 'from'", write: "'from: challenge' beside it")
            }
            if let at = entries["at"] {
                error(
                    at.mark, "a credential is at a place of a response",
                    found: "'at' without 'from'",
                    write: "'from: signIn' beside it, with the endpoint that returns it")
            }
            return .client
        }
        if from.value.text == "challenge" { return challenge(from, entries, scheme, isOAuth) }
        if let realm = entries["realm"] {
            error(
                realm.mark, "a realm issues tokens for a challenge",
                found: "it beside another 'from'", write: "no 'realm'")
        }
        if let name = from.value.text, name.first?.isLetter == true {
            return endpoint(name, from, at: entries["at"], scheme, isOAuth)
        }
        if let at = entries["at"] {
            error(
                at.mark,
                "a response that refuses a call has the value in the field of the credential",
                found: "'at'", write: "no 'at'")
        }
        return response(from, scheme)
    }

    /// Reads an endpoint that returns the value, and where its response has it.
    private func endpoint(
        _ name: String, _ from: YAMLEntry, at entry: YAMLEntry?, _ scheme: AuthSpec.Scheme,
        _ isOAuth: Bool
    ) -> AuthSpec.Source {
        let own: AuthSpec.Place
        switch scheme {
        case .bearer where !isOAuth, .query: own = .whole
        case .header(let name, ""): own = .header(name)
        case .header: own = .whole
        case .cookie(let name): own = .cookie(name)
        case .bearer, .basic, .digest, .certificate:
            error(
                from.mark, "an endpoint returns a token or a key",
                found: "'from: \(name)' for another credential",
                write: "'scheme: bearer' or a place, as in 'header: X-API-Key'")
            return .client
        }
        guard let entry else { return .endpoint(name, at: own) }
        return place(entry).map { .endpoint(name, at: $0) } ?? .client
    }

    /// Reads where a response has the value of a credential.
    private func place(_ entry: YAMLEntry) -> AuthSpec.Place? {
        guard case .mapping = entry.value.kind else {
            return text(of: entry, as: "the path of a member").map {
                .member(MemberPath($0)?.names.joined(separator: ".") ?? $0)
            }
        }
        guard
            let entries = entries(
                of: entry, holding: "'header' or 'cookie'", as: "header: X-Subject-Token"),
            checkKeys(of: entries, in: .issued)
        else { return nil }
        guard let only = entries.first, entries.count == 1 else {
            return refuse(
                entry.mark, "'at' is a member, a header field or a cookie",
                found: entries.isEmpty
                    ? "none of them" : entries.map { quoted($0.key) }.joined(separator: " and "),
                write: "one of the three")
        }
        guard let name = text(of: only, as: "a name") else { return nil }
        guard HeaderNames.isUsable(name) else {
            return refuse(
                only.value.mark, "a \(only.key) has a name that HTTP allows", found: quoted(name),
                write: "one as in 'X-Subject-Token'")
        }
        return only.key == "cookie" ? .cookie(name) : .header(name)
    }

    /// Reads the status of a response that has the value.
    private func response(_ from: YAMLEntry, _ scheme: AuthSpec.Scheme) -> AuthSpec.Source {
        guard let status = from.value.text.flatMap(Int.init), (400...599).contains(status) else {
            error(
                from.place,
                "'from' is an endpoint or the status of a response with the value, or 'challenge'",
                found: from.value.summary,
                write: "'from: signIn', or 'from: 409' or another status from 400 to 599")
            return .client
        }
        guard case .header(_, prefix: "") = scheme else {
            error(
                from.mark, "a server sends the value in the header field that it receives",
                found: "'from: \(status)' without 'header', or with 'prefix'",
                write: "'header: X-Session-Id' beside it")
            return .client
        }
        return .response(status: status)
    }

    private func challenge(
        _ from: YAMLEntry, _ entries: [YAMLEntry], _ scheme: AuthSpec.Scheme, _ isOAuth: Bool
    ) -> AuthSpec.Source {
        if let at = entries["at"] {
            error(
                at.mark, "a server of tokens has one place for them", found: "'at'",
                write: "no 'at'")
        }
        guard scheme == .bearer, !isOAuth else {
            error(
                from.mark, "a challenge asks for a bearer token",
                found: "'from: challenge' for another credential",
                write: "'scheme: bearer' beside it")
            return .client
        }
        return .challenge(realm: entries["realm"].flatMap(secretURL))
    }

    private func tokenEndpoint(
        _ entry: YAMLEntry, _ entries: [YAMLEntry], _ isOAuth: Bool
    ) -> AuthSpec.Source {
        if let other = entries["from"] ?? entries["realm"] {
            error(
                other.mark, "a token has one source", found: "\(quoted(other.key)) and 'tokenURL'",
                write: "one of the two")
            return .client
        }
        guard isOAuth else {
            error(
                entry.mark, "a token endpoint belongs to OAuth 2", found: "'tokenURL'",
                write: "'scheme: oauth2' beside it")
            return .client
        }
        if let flows = entries["flows"], case .sequence(let items) = flows.value.kind,
            !items.contains(where: { $0.text == "clientCredentials" })
        {
            error(
                flows.mark, "'tokenURL' is for the flow 'clientCredentials'", found: "other flows",
                write: "'flows: [clientCredentials]', or no 'tokenURL'")
        }
        return secretURL(entry).map { .tokenEndpoint($0) } ?? .client
    }

    /// Reads a URL to which the client sends a secret.
    private func secretURL(_ entry: YAMLEntry) -> String? {
        guard let url = text(of: entry, as: "a URL") else { return nil }
        guard AuthSpec.isForSecrets(url) else {
            return refuse(
                entry.value.mark,
                "\(quoted(entry.key)) receives a secret, so that its URL begins with https, or is one of this "
                    + "machine, as in 'http://127.0.0.1:8080/token'",
                // A password does not belong into a diagnostic.
                found: url.contains("@") ? "one with a user" : quoted(url),
                write: "one as in 'https://auth.example/token', without a query")
        }
        return url
    }
}
