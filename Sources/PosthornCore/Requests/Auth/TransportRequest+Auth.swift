import FoundationEssentials

extension TransportRequest {
    /// Adds the credential that the call carries, unless its field is already set.
    ///
    /// - Returns: The credential with its source, for loading it again. `nil` if it has no source, or if
    ///   nothing was added.
    mutating func authorize(with credential: Credential?) async throws -> SentCredential? {
        guard let auth else { return nil }
        let name = auth.credential
        guard let field = auth.field else {
            throw APIError.Cause(
                .credentialFailed, "the header field of the credential \(name) has an invalid name",
                advice: "name the field with letters, digits and hyphens")
        }
        guard headers[field] == nil else { return nil }
        guard let credential else {
            throw APIError.Cause(
                .credentialFailed, "the service has no credential named \(name)",
                advice: "return one from credential(named:)")
        }
        switch (auth, credential.content) {
        case (_, .none): break
        case (.basic, .basic(let user, let password)) where !user.contains(":"):
            try put(Data("\(user):\(password)".utf8).base64EncodedString(), auth, name)
        case (.bearer, .text(let text)), (.header, .text(let text)): try put(text, auth, name)
        case (.bearer, .provider(let provider)), (.header, .provider(let provider)):
            try put(try await Self.provided(provider, name), auth, name)
        case (.bearer, .refreshing(let source)), (.header, .refreshing(let source)):
            var sent = SentCredential(
                source: source, auth: auth, name: name,
                deadline: limits.total.map { ContinuousClock.now + $0 })
            try await sent.load(into: &self)
            return sent
        default:
            throw APIError.Cause(
                .credentialFailed,
                "the credential \(name) does not have the kind that the spec requires",
                advice: "for basic, use `.basic(user:password:)` with no colon in the user name; "
                    + "otherwise use `.bearer` or `.apiKey`")
        }
        return nil
    }

    /// Sets the field to a loaded text, replacing an earlier one.
    ///
    /// If the text is not allowed in a header field, its source does not return it again.
    mutating func put(
        _ text: String, of source: CredentialSource? = nil, _ auth: RequestBuilder.AuthScheme,
        _ name: String
    ) throws {
        guard let field = auth.field else { return }
        do {
            headers[field] = try HeaderField.make(field.rawName, auth.prefix + text).value
        } catch {
            source?.refuse(text)
            throw APIError.Cause(
                .credentialFailed,
                "the credential \(name) contains a character that a header field can't contain",
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
