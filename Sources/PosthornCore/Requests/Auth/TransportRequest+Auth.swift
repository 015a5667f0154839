import FoundationEssentials

extension TransportRequest {
    /// Adds a credential that the call carries, unless its place is already taken.
    ///
    /// - Parameter transport: The transport of the call, which also requests tokens.
    /// - Returns: The credential, if it can be replaced after a refusal. `nil` if it cannot, or if nothing was added.
    mutating func authorize(
        _ auth: RequestBuilder.AuthScheme, with credential: Credential?,
        over transport: any Transport
    ) async throws -> (any RenewableCredential)? {
        let name = auth.credential
        guard try !isTaken(auth) else { return nil }
        guard let credential else {
            throw APIError.Cause(
                .credentialFailed, "the service has no credential named \(name)",
                advice: "return one from credential(named:)")
        }
        switch (auth, credential.content) {
        case (_, .none): break
        case (.basic, .basic(let user, let password)) where !user.contains(":"):
            try put(Data("\(user):\(password)".utf8).base64EncodedString(), auth, name)
        case (.digest, .digest): options.credential = credential
        case (.certificate, .certificate): options.needsIdentity = true
        case (.basic, _), (.digest, _), (.certificate, _):
            throw CredentialMismatch.kind(auth, credential.content)
        case (_, .text(let text)): try put(text, auth, name)
        case (_, .provider(let provider)):
            try put(try await Self.provided(provider, name), auth, name)
        case (_, .refreshing(let source)):
            if source.proof?.scheme != nil {
                guard case .bearer = auth else { throw CredentialMismatch.boundToken(name) }
            }
            return try await load(source, auth)
        case (.bearer(_, let scopes), .scoped(let tokens)):
            let purpose = TokenPurpose(scopes: scopes.joined(separator: " "))
            return try await load(tokens.source(for: purpose, over: transport), auth)
        case (.bearer, .challenged(let tokens)):
            var sent = ChallengedCredential(tokens: tokens, auth: auth, transport: transport)
            try await sent.load(into: &self)
            return sent
        case (.header, .issued(let values)):
            var sent = IssuedCredential(
                values, auth, origin: origin, deadline: limits.total.map { .now + $0 })
            try await sent.load(into: &self)
            return sent
        default: throw CredentialMismatch.kind(auth, credential.content)
        }
        return nil
    }

    /// Adds the text of a source.
    mutating func load(
        _ source: CredentialSource, _ auth: RequestBuilder.AuthScheme
    ) async throws -> SentCredential {
        var sent = SentCredential(source: source, auth: auth)
        try await sent.load(into: &self)
        return sent
    }

    /// Whether the request has a value in the place of a credential, which a later layer has set.
    private func isTaken(_ auth: RequestBuilder.AuthScheme) throws -> Bool {
        switch auth {
        case .query(let name, _):
            let query = target.drop { $0 != "?" }.dropFirst()
            return query.split(separator: "&").contains { Self.isItem($0, named: name) }
        case .cookie(let name, _):
            return headers[values: .cookie].contains { field in
                field.split(separator: ";").contains {
                    $0.drop { $0 == " " }.hasPrefix(name + "=")
                }
            }
        case .certificate: return false
        default:
            guard let field = auth.field else {
                throw APIError.Cause(
                    .credentialFailed,
                    "the header field of the credential \(auth.credential) has an invalid name",
                    advice: "name the field with letters, digits and hyphens")
            }
            return headers[field] != nil
        }
    }

    private static func isItem(_ item: Substring, named name: String) -> Bool {
        item.hasPrefix(PercentEncoding.encode(name) + "=")
    }

    /// Sets a query parameter whose value is a secret.
    private mutating func putInQuery(_ name: String, _ text: String) {
        let path = target.prefix { $0 != "?" }
        var items = target.dropFirst(path.count + 1).split(separator: "&")
            .filter { !Self.isItem($0, named: name) }
        let item = PercentEncoding.pair(name, text)
        items.append(item[...])
        target = path + "?" + items.joined(separator: "&")
        change {
            $0.hidden.insert(name)
            $0.hasSecretURL = true
        }
    }

    /// Sets a cookie beside those that the call has.
    private mutating func putInCookies(_ name: String, _ text: String) throws {
        try CookieField.check(name, text)
        let others = headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix(name + "=") }
        headers[.cookie] = (others + ["\(name)=\(text)"]).joined(separator: "; ")
    }

    /// Sets the field to a loaded text, replacing an earlier one.
    ///
    /// If the text is not allowed in a header field, its source does not return it again.
    mutating func put(
        _ text: String, of source: CredentialSource? = nil, _ auth: RequestBuilder.AuthScheme,
        _ name: String
    ) throws {
        do {
            switch auth {
            case .query(let parameter, _): putInQuery(parameter, text)
            case .cookie(let cookie, _): try putInCookies(cookie, text)
            default:
                guard let field = auth.field else { return }
                let prefix = source?.proof?.scheme.map { $0 + " " } ?? auth.prefix
                headers[field] = try HeaderField.make(field.rawName, prefix + text).value
            }
        } catch {
            source?.refuse(text)
            throw APIError.Cause(
                .credentialFailed,
                "the credential \(name) contains a character that its place in the request can't contain",
                advice: "remove the line break or the space at its end")
        }
    }

    private static func provided(
        _ provider: @Sendable () async throws -> String, _ name: String
    ) async throws -> String {
        do {
            return try await provider()
        } catch  where Cancellation.isBehindCall(error) {
            throw CancellationError()
        } catch {
            throw APIError.Cause(
                .credentialFailed,
                "the credential \(name) could not be loaded: "
                    + APIError.Cause.text(forThrown: error),
                advice: "see the error in `underlying`", underlying: error)
        }
    }
}
