internal import PosthornCore
internal import PosthornSpec

/// The ciphers, signers and credentials that a call needs.
struct CallStrategies: Sendable {
    var ciphers: [String: any PayloadCipher] = [:]
    var signers: [String: any Signer] = [:]
    var credentials: [String: Credential] = [:]

    /// Makes what an endpoint names.
    /// - Throws: The names of what is missing, and of what only a Swift program has.
    init(
        _ endpoint: EndpointSpec, _ service: ServiceSpec, _ secrets: SecretSource
    ) throws(InterpretationErrors) {
        var errors: [InterpretationError] = []
        var maker = Maker(endpoint: endpoint.fullName, secrets: secrets)
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
                credentials = try maker.credentials(requires, service)
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
    let secrets: SecretSource

    mutating func strategy<Strategy>(
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
    mutating func credentials(
        _ requires: RequiresSpec, _ service: ServiceSpec
    ) throws(InterpretationError) -> [String: Credential] {
        var missing: [String] = []
        for (needs, _) in requires.alternatives {
            var found: [String: Credential] = [:]
            for name in needs.map(\.name) {
                guard let auth = service.auth.first(where: { $0.name == name }) else { continue }
                if let credential = try credential(auth) {
                    found[name] = credential
                } else if !missing.contains(name) {
                    missing.append(name)
                }
            }
            if found.count == Set(needs.map(\.name)).count { return found }
        }
        guard !missing.isEmpty else { return [:] }
        let places = missing.map { secrets.place($0) }.joined(separator: ", or ")
        throw InterpretationError(
            .secret, endpoint, "the call needs the credential \(quotedList(missing))",
            found: "none", write: "it in \(places)")
    }

    private func credential(_ auth: AuthSpec) throws(InterpretationError) -> Credential? {
        if case .certificate = auth.scheme {
            throw InterpretationError(
                .needsSwift, endpoint, "a call from the command line has no client certificate",
                found: quoted(auth.name), write: "a program that calls the generated code")
        }
        guard let text = try secrets.text(auth.name) else { return nil }
        switch auth.scheme {
        case .bearer: return .bearer(text)
        case .basic, .digest:
            guard let colon = text.firstIndex(of: ":") else {
                throw InterpretationError(
                    .secret, endpoint,
                    "the credential \(quoted(auth.name)) is a user and a password",
                    found: "a text without a colon", write: "'USER:PASSWORD'")
            }
            let user = String(text[..<colon])
            let password = String(text[text.index(after: colon)...])
            if case .digest = auth.scheme { return .digest(user: user, password: password) }
            return .basic(user: user, password: password)
        case .header, .query, .cookie, .certificate: return .apiKey(text)
        }
    }
}
