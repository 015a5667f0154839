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
        let making = Declaration.function(
            "init", members.map { "\(SwiftName.label($0.name)): \($0.type)" },
            doc: [.text("Creates the set of \(noun.all).")],
            members.map { .text("self.\($0.name) = \(SwiftName.escaped($0.name))") })
        return .type(
            "struct", typeName, ["Sendable"],
            doc: [.text("The \(noun.all) of ``\(service)``\(remark)")],
            members.map {
                .variable("var", "\(SwiftName.escaped($0.name)): \($0.type)", doc: $0.doc)
            } + [making])
    }
}

extension SuppliedSet {
    /// Returns the nonempty sets of a service.
    static func all(_ context: GeneratorContext) -> [SuppliedSet] {
        [
            ciphers(context), signers(context.service), credentials(context.service),
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
                return Member(name: cipher.name, type: type(of: cipher, context), doc: doc)
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
                return Member(name: signer.name, type: "any Signer", doc: [.text(doc)])
            })
    }

    private static func credentials(_ service: ServiceSpec) -> SuppliedSet {
        SuppliedSet(
            property: "auth", noun: ("credential", "credentials"),
            remark: "; their values are bound here and never in the spec.",
            finder: ("credential", "Credential?"),
            members: service.auth.map { auth in
                let way =
                    switch auth.scheme {
                    case .bearer: "Sent as `Authorization: Bearer …`."
                    case .basic: "Sent as `Authorization: Basic …`."
                    case .header(let name): "Sent as the header `\(name)`."
                    }
                let doc = (auth.doc.map { DocText.sentence($0) + " " } ?? "") + way
                return Member(name: auth.name, type: "Credential", doc: [.text(doc)])
            })
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
