internal import PosthornSpec

/// A set of strategies that a spec names and the creator of the service supplies.
///
/// The ciphers, the signers, the credentials and the response policies each become a struct with a member per
/// name, and a function that finds a member.
struct SuppliedSet {
    struct Member {
        var name: String
        var type: String
        var doc: DocComment
        /// The scheme for which the initializer takes a key, or `nil` if it takes the member itself.
        var scheme: SchemeSpec?
        /// The type that the initializer takes, and the value of the member made of it; `nil` for the member itself.
        var making: (type: String, value: String)?
        /// The value that the initializer has for the member, or `nil` if the creator has to supply one.
        var defaultValue: String?
    }

    /// The service's property, such as `ciphers`, whose name with a capital is that of the type.
    let property: String
    /// The noun for the members, such as `cipher` and `ciphers`.
    let noun: (one: String, all: String)
    /// The end of the first sentence in the type's documentation.
    let remark: String
    /// The function that finds a member, and its result type.
    let finder: (name: String, result: String)
    let members: [Member]
    /// The members of further initializers, each of which requires others.
    var alternatives: [[Member]] = []

    var typeName: String { SwiftName.uppercasingStart(property) }

    /// The function that finds a member by its name in the spec.
    var find: Declaration {
        let branches = members.map {
            Statement.Branch("case \(literal($0.name))", "\(property).\($0.name)")
        }
        return .function(
            "func \(finder.name)", ["named name: String"], effects: "-> \(finder.result)",
            doc: [.text("Finds the \(noun.one) that an endpoint names.")],
            [.switching(on: "name", branches + [Statement.Branch("default", "nil")])])
    }

    /// The members that each initializer takes: the last one takes no keys, for tests and other formats.
    private var initialized: [[Member]] {
        let hasKeys = members.contains { $0.scheme != nil }
        let withoutKeys = members.map { member in
            var member = member
            member.scheme = nil
            return member
        }
        return [members] + alternatives + (hasKeys ? [withoutKeys] : [])
    }

    func type(of service: String) -> Declaration {
        let making = initialized.map { taken in
            let canThrow = taken.contains { $0.scheme?.form.checksKey == true }
            return Declaration.function(
                "init",
                taken.map {
                    "\(SwiftName.label($0.name)): \($0.scheme?.form.keyType ?? $0.making?.type ?? $0.type)"
                        + ($0.defaultValue.map { " = \($0)" } ?? "")
                }, effects: canThrow ? "throws" : "",
                doc: [.text("Creates the set of \(noun.all).")],
                members.flatMap { member -> [Statement] in
                    let own = taken.first { $0.name == member.name }
                    if let scheme = own?.scheme {
                        return SchemeCalls.assignment(of: member.name, scheme)
                    }
                    let value =
                        own == nil ? ".none" : own?.making?.value ?? SwiftName.escaped(member.name)
                    return [.text("self.\(member.name) = \(value)")]
                })
        }
        return .type(
            "struct", typeName, ["Sendable"],
            doc: [.text("The \(noun.all) of ``\(service)``\(remark)")],
            members.map {
                .variable("var", "\(SwiftName.escaped($0.name)): \($0.type)", doc: $0.doc)
            } + making)
    }
}

extension SuppliedSet {
    /// Returns the nonempty sets of a service.
    static func all(_ context: GeneratorContext) -> [SuppliedSet] {
        [
            ciphers(context), signers(context.service), credentials(context),
            responses(context.service),
        ].filter { !$0.members.isEmpty }
    }

    private static func ciphers(_ context: GeneratorContext) -> SuppliedSet {
        SuppliedSet(
            property: "ciphers", noun: ("cipher", "ciphers"),
            remark: "; the keys are bound here and never in the spec.",
            finder: ("cipher", "(any PayloadCipher)?"),
            members: context.service.ciphers.map { cipher in
                var doc: DocComment = [
                    .text(cipher.doc ?? "The cipher that the spec names `\(cipher.name)`.")
                ]
                if context.fieldCiphers.contains(cipher.name) {
                    doc.append(
                        .text(
                            "It seals only the fields that the spec marks as sealed; the rest of a "
                                + "body stays readable."))
                }
                return Member(
                    name: cipher.name, type: type(of: cipher, context), doc: doc,
                    scheme: cipher.scheme)
            })
    }

    /// Returns the type of a cipher's property.
    ///
    /// Ciphers of streamed bodies must conform to `StreamingCipher`, and those of sealed fields to
    /// `FieldCipher`. The property's type makes the compiler check this.
    private static func type(of cipher: StrategySpec, _ context: GeneratorContext) -> String {
        var protocols: [String] = []
        if context.fieldCiphers.contains(cipher.name) { protocols.append("FieldCipher") }
        if context.streamedCiphers.contains(cipher.name) { protocols.append("StreamingCipher") }
        return "any "
            + (protocols.isEmpty ? "PayloadCipher" : protocols.joined(separator: " & "))
    }

    private static func signers(_ service: ServiceSpec) -> SuppliedSet {
        SuppliedSet(
            property: "signers", noun: ("signer", "signers"),
            remark: "; the keys are bound here and never in the spec.",
            finder: ("signer", "(any Signer)?"),
            members: service.signers.map { signer in
                let doc = signer.doc ?? "The signer that the spec names `\(signer.name)`."
                return Member(
                    name: signer.name, type: "any Signer", doc: [.text(doc)],
                    scheme: signer.scheme)
            })
    }

    private static func credentials(_ context: GeneratorContext) -> SuppliedSet {
        let service = context.service
        let members = service.auth.map { auth in
            Member(
                name: auth.name, type: "Credential", doc: doc(of: auth, context),
                making: making(of: auth),
                defaultValue: value(of: auth)
                    ?? (context.optionalCredentials.contains(auth.name) ? ".none" : nil))
        }
        // Of the alternatives of the service, each has an initializer that requires its credentials. A member
        // of an earlier alternative is left out, because a client with that one uses its initializer.
        let issued = Set(service.auth.filter(\.isIssued).map(\.name))
        var earlier: Set<String> = []
        var alternatives: [[Member]] = []
        for (needs, _) in service.requires?.alternatives ?? [] where !needs.isEmpty {
            let names = Set(needs.map(\.name))
            alternatives.append(
                members.filter { !earlier.contains($0.name) || names.contains($0.name) }.map {
                    var member = $0
                    if names.contains($0.name), !issued.contains($0.name) {
                        member.defaultValue = nil
                    }
                    return member
                })
            earlier.formUnion(names)
        }
        let isFree = service.requires?.alternatives.contains { $0.needs.isEmpty } == true
        return SuppliedSet(
            property: "auth", noun: ("credential", "credentials"),
            remark: "; their values are bound here and never in the spec.",
            finder: ("credential", "Credential?"),
            members: alternatives.isEmpty || isFree ? members : alternatives[0],
            alternatives: isFree ? [] : Array(alternatives.dropFirst()))
    }

    /// Returns what the initializer takes for a credential, and the value of the member made of it.
    private static func making(of auth: AuthSpec) -> (type: String, value: String)? {
        let name = SwiftName.escaped(auth.name)
        switch auth.source {
        case .client, .response, .endpoint: return nil
        case .challenge(let realm):
            return (
                "Credential", "\(name).forTokens(\(realm.map { "from: \(literal($0))" } ?? ""))"
            )
        case .tokenEndpoint(let url):
            return ("OAuthCredential", "\(name).credential(tokenURL: \(literal(url)))")
        }
    }

    /// Returns the credential whose value the server issues.
    private static func value(of auth: AuthSpec) -> String? {
        guard case .response(let status) = auth.source else { return nil }
        return ".serverIssued(with: \(status))"
    }

    private static func doc(of auth: AuthSpec, _ context: GeneratorContext) -> DocComment {
        let way =
            switch auth.scheme {
            case .bearer: "Sent as `Authorization: Bearer …`."
            case .basic: "Sent as `Authorization: Basic …`."
            case .digest: "Sent as `Authorization: Digest …` when the server asks for it."
            case .certificate: "The certificate of the session, without which nothing is sent."
            case .header(let name, ""): "Sent as the header `\(name)`."
            case .header(let name, let prefix): "Sent as `\(name): \(prefix)…`."
            case .query(let name): "Sent as the query parameter `\(name)`."
            case .cookie(let name): "Sent as the cookie `\(name)`."
            }
        var doc: DocComment = [
            .text((auth.doc.map { DocText.sentence($0) + " " } ?? "") + way)
        ]
        switch auth.source {
        case .client: break
        case .response(let status):
            doc.append(
                .text(
                    "The server issues it in a response with \(status); the client needs no value."
                ))
        case .challenge(let realm):
            let place = realm.map { "`\($0)`" } ?? "a server at the origin of the service"
            doc.append(
                .text(
                    "A token of \(place), for a `basic` credential of the user, or `anonymous`."))
        case .tokenEndpoint(let url):
            doc.append(.text("A token of `\(url)`, for the scopes of each endpoint."))
        case .endpoint(let name, _):
            let parts = name.split(separator: ".").map(String.init)
            let scope = GroupBuilder.scope(of: parts.count > 1 ? parts[0] : nil, context)
            let type = SwiftName.request(of: parts.last ?? name, beside: context.types)
            doc.append(
                .text("The call `\(name)` returns it: `.issued(by: \(scope).\(type)(…))`."))
        }
        if !auth.flows.isEmpty {
            let flows = auth.flows.map { "`\($0)`" }.joined(separator: ", ")
            doc.append(.text("A token of OAuth 2, from the flow \(flows)."))
        }
        let scopes = (auth.scopes ?? []).map { scope in
            "`\(scope.name)`" + (scope.doc.map { ": \(DocText.sentence($0))" } ?? ".")
        }
        if !scopes.isEmpty { doc.append(.text("Scopes: " + scopes.joined(separator: " "))) }
        return doc
    }

    private static func responses(_ service: ServiceSpec) -> SuppliedSet {
        SuppliedSet(
            property: "responses", noun: ("response policy", "response policies"),
            remark: ", which the spec only names.",
            finder: ("responsePolicy", "(any ResponsePolicy)?"),
            members: service.responses.map { policy in
                let doc = policy.doc ?? "The response policy that the spec names `\(policy.name)`."
                return Member(name: policy.name, type: "any ResponsePolicy", doc: [.text(doc)])
            })
    }
}
