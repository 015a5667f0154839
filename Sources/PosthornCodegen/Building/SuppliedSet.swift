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

    func type(of service: String) -> Declaration {
        let canThrow = members.contains { $0.scheme?.form.checksKey == true }
        let making = ([members] + alternatives).map { taken in
            Declaration.function(
                "init",
                taken.map {
                    "\(SwiftName.label($0.name)): \($0.scheme?.form.keyType ?? $0.type)"
                        + ($0.defaultValue.map { " = \($0)" } ?? "")
                }, effects: canThrow ? "throws" : "",
                doc: [.text("Creates the set of \(noun.all).")],
                members.flatMap { member -> [Statement] in
                    if let scheme = member.scheme {
                        return SchemeCalls.assignment(of: member.name, scheme)
                    }
                    let isTaken = taken.contains { $0.name == member.name }
                    let value = isTaken ? SwiftName.escaped(member.name) : ".none"
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
                name: auth.name, type: "Credential", doc: doc(of: auth),
                defaultValue: context.optionalCredentials.contains(auth.name) ? ".none" : nil)
        }
        // Of the alternatives of the service, each has an initializer that requires its credentials. A member
        // of an earlier alternative is left out, because a client with that one uses its initializer.
        var earlier: Set<String> = []
        var alternatives: [[Member]] = []
        for (needs, _) in service.requires?.alternatives ?? [] where !needs.isEmpty {
            let names = Set(needs.map(\.name))
            alternatives.append(
                members.filter { !earlier.contains($0.name) || names.contains($0.name) }.map {
                    var member = $0
                    if names.contains($0.name) { member.defaultValue = nil }
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

    private static func doc(of auth: AuthSpec) -> DocComment {
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
