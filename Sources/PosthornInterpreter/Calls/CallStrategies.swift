internal import PosthornCore
internal import PosthornOAuth
internal import PosthornSpec

/// The ciphers, signers and credentials that a call needs.
struct CallStrategies: Sendable {
    var ciphers: [String: any PayloadCipher] = [:]
    var signers: [String: any Signer] = [:]
    var credentials: [String: Credential] = [:]

    /// Makes what an endpoint names.
    /// - Throws: The names of what is missing, and of what only a Swift program has.
    init(
        _ endpoint: EndpointSpec, _ client: InterpretedService
    ) throws(InterpretationErrors) {
        let service = client.spec.service
        let maker = Maker(endpoint: endpoint.fullName, client: client)
        var errors: [InterpretationError] = []
        for name in endpoint.ciphers ?? [] {
            do throws(InterpretationError) {
                let spec = service.ciphers.first { $0.name == name }
                ciphers[name] = try maker.strategy(
                    "cipher", name, spec?.scheme, SchemeStrategies.cipher)
            } catch { errors.append(error) }
        }
        for name in endpoint.signers ?? [] {
            do throws(InterpretationError) {
                let spec = service.signers.first { $0.name == name }
                signers[name] = try maker.strategy(
                    "signer", name, spec?.scheme, SchemeStrategies.signer)
            } catch { errors.append(error) }
        }
        do throws(InterpretationError) {
            if let requires = endpoint.rules.requires ?? service.usualRequires {
                credentials = try maker.credentials(requires)
            }
            try Self.checkPolicies(endpoint, service)
        } catch { errors.append(error) }
        guard errors.isEmpty else { throw InterpretationErrors(all: errors) }
    }

    private static func checkPolicies(
        _ endpoint: EndpointSpec, _ service: ServiceSpec
    ) throws(InterpretationError) {
        guard case .declared(let name)? = endpoint.response(in: service) else { return }
        throw InterpretationError(
            .needsSwift, endpoint.fullName,
            "a call from the command line has response policies of the library",
            found:
                "\(quoted(name)), which is written in Swift",
            write: "a program that calls the generated code")
    }
}

/// Makes strategies from the texts of their secrets.
private struct Maker {
    let endpoint: String
    let client: InterpretedService

    private var secrets: SecretSource { client.secrets }

    func strategy<Strategy>(
        _ kind: String, _ name: String, _ scheme: SchemeSpec?,
        _ make: (SchemeSpec, KeyText) throws(APIError.Cause) -> Strategy?
    ) throws(InterpretationError) -> Strategy {
        guard let scheme else {
            throw InterpretationError(
                .needsSwift, endpoint, "a \(kind) without a 'scheme' is written in Swift",
                found: quoted(name),
                write: "a program that calls the generated code, or its 'scheme' in the spec")
        }
        let forms = KeyText.forms(of: scheme.form.keyType)
        guard let text = try secrets.text(name) else {
            throw InterpretationError(
                .secret, endpoint, "the \(kind) \(quoted(name)) needs its key", found: "none",
                write: "\(forms), in \(secrets.place(name))")
        }
        let reason: String
        do throws(APIError.Cause) {
            if let made = try make(scheme, KeyText(name: name, text: text)) { return made }
            reason = "a scheme that this tool does not have"
        } catch {
            reason = error.message
        }
        throw InterpretationError(
            .secret, endpoint, "the key of the \(kind) \(quoted(name)) fits its scheme",
            found: oneLine(reason), write: forms)
    }

    /// Returns the credentials of the first alternative that is complete.
    func credentials(_ requires: RequiresSpec) throws(InterpretationError) -> [String: Credential] {
        let all = client.spec.service.auth
        var missing: [AuthSpec] = []
        for (needs, _) in requires.alternatives {
            var found: [String: Credential] = [:]
            for name in needs.map(\.name) {
                guard let auth = all.first(where: { $0.name == name }) else { continue }
                if let credential = try credential(auth) {
                    found[name] = credential
                } else if !missing.contains(where: { $0.name == name }) {
                    missing.append(auth)
                }
            }
            if found.count == Set(needs.map(\.name)).count { return found }
        }
        guard !missing.isEmpty else { return [:] }
        let places = missing.map { "\(secretForm($0)) in \(secrets.place($0.name))" }
        throw InterpretationError(
            .secret, endpoint, "the call needs the credential \(quotedList(missing.map(\.name)))",
            found: "none", write: places.joined(separator: ", or "))
    }

    private func credential(_ auth: AuthSpec) throws(InterpretationError) -> Credential? {
        if case .certificate = auth.scheme {
            throw InterpretationError(
                .needsSwift, endpoint, "a call from the command line has no client certificate",
                found: quoted(auth.name), write: "a program that calls the generated code")
        }
        // The text of a value that the server issues is empty.
        guard let text = auth.isIssued ? "" : try secrets.text(auth.name) else { return nil }
        if let credential = client.credentials.credential(auth.name, of: text) { return credential }
        return client.credentials.keep(try credential(auth, of: text), auth.name, of: text)
    }

    private func credential(
        _ auth: AuthSpec, of text: String
    ) throws(InterpretationError) -> Credential {
        // A token has no colon (RFC 6750, section 2.1).
        let pair = text.firstIndex(of: ":").map { colon in
            (user: String(text[..<colon]), secret: String(text[text.index(after: colon)...]))
        }
        switch (auth.source, pair) {
        case (.response(let status), _): return .serverIssued(with: .init(integerLiteral: status))
        case (.challenge(let realm), let pair?):
            return .basic(user: pair.user, password: pair.secret).forTokens(from: realm)
        case (.challenge(let realm), nil) where text == AuthSpec.anonymous:
            return .anonymous.forTokens(from: realm)
        case (.tokenEndpoint(let url), let pair?):
            return OAuthCredential.client(pair.user, secret: pair.secret).credential(tokenURL: url)
        case (.endpoint(let name, let place), let pair?):
            let signIn = try SignIn(name, client)
            guard let arguments = signIn.arguments(pair.user, pair.secret) else {
                throw InterpretationError(
                    .secret, endpoint, "\(quoted(name)) requires \(signIn.required)",
                    found: "another text with a colon for \(quoted(auth.name))",
                    write: "\(signIn.form) in \(secrets.place(auth.name))")
            }
            return try signIn.credential(at: place, arguments)
        case (.challenge, nil), (.tokenEndpoint, nil), (.endpoint, nil), (.client, _): break
        }
        switch auth.scheme {
        case .bearer: return .bearer(text)
        case .basic, .digest:
            guard let pair else {
                throw InterpretationError(
                    .secret, endpoint,
                    "the credential \(quoted(auth.name)) is a user and a password",
                    found: "a text without a colon", write: "'USER:PASSWORD'")
            }
            if case .digest = auth.scheme {
                return .digest(user: pair.user, password: pair.secret)
            }
            return .basic(user: pair.user, password: pair.secret)
        case .header, .query, .cookie, .certificate: return .apiKey(text)
        }
    }

    /// The form of the secret, as an error names it.
    private func secretForm(_ auth: AuthSpec) -> String {
        switch auth.source {
        case .challenge: "'USER:PASSWORD', a token or '\(AuthSpec.anonymous)',"
        case .tokenEndpoint: "'CLIENT:SECRET', or a token,"
        case .endpoint(let name, _): (try? SignIn(name, client).form) ?? "it"
        case .client, .response:
            [.basic, .digest].contains(auth.scheme) ? "'USER:PASSWORD'" : "it"
        }
    }
}

extension AuthSpec {
    /// The secret of a challenged credential for tokens that a server gives to everybody.
    fileprivate static let anonymous = "anonymous"
}
