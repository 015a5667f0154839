import FoundationEssentials

extension BuiltRequest {
    /// Adds the credential that the call carries, unless its field is set already.
    mutating func authorize(by service: any APIService) async throws {
        guard let auth, let name = auth.credential, let field = auth.field,
            headers[field] == nil
        else { return }
        guard let credential = service.credential(named: name) else {
            throw CallFault(
                .credentialFailed, "the service has no credential named \(name)",
                advice: "return one from credential(named:)")
        }
        let text = try await Self.text(of: credential, for: auth, name)
        do {
            headers[field] = try HeaderField.make(field.rawName, text).value
        } catch {
            throw CallFault(
                .credentialFailed, "the credential \(name) can't stand in a header field",
                advice: "look for a line break or a blank at its end")
        }
    }

    private static func text(
        of credential: Credential, for auth: AuthChoice, _ name: String
    ) async throws -> String {
        switch (auth, credential.content) {
        case (.basic, .basic(let user, let password)):
            guard !user.contains(":") else { break }
            return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        case (.bearer, .text(let token)):
            return "Bearer " + token
        case (.bearer, .provider(let provider)):
            return "Bearer " + (try await provided(provider, name))
        case (.header, .text(let key)):
            return key
        case (.header, .provider(let provider)):
            return try await provided(provider, name)
        default:
            break
        }
        throw CallFault(
            .credentialFailed, "the credential \(name) is not of the kind that the spec says",
            advice: "a user's name, without a colon, and password for basic, "
                + "else a token or a key")
    }

    private static func provided(
        _ provider: @Sendable () async throws -> String, _ name: String
    ) async throws -> String {
        do {
            return try await provider()
        } catch  where Cancellation.isBehind(error) {
            throw CancellationError()
        } catch {
            throw CallFault(
                .credentialFailed,
                "the credential \(name) could not be had: an error of type "
                    + "\(type(of: error)) was thrown", underlying: error)
        }
    }
}
