internal import PosthornSpec

/// The generator of the statements that make a cipher or a signer from its key.
enum SchemeCalls {
    /// Whether making the cipher checks its key.
    static func canThrow(_ scheme: StrategyScheme) -> Bool {
        [.envelope, .hpke, .sealedFields].contains(scheme.scheme)
    }

    /// Returns the statements that assign a member of a set, whose parameter of the same name is the key.
    static func assignment(of member: String, _ spec: StrategyScheme) -> [Statement] {
        let name = SwiftName.escaped(member)
        let prefix = canThrow(spec) ? "try " : ""
        var settings = settings(spec).map { Statement.text("\(name).\($0) = \($1)") }
        if let place = spec.place {
            let text = literal(place.name)
            settings.append(
                place.kind == "header"
                    ? .block(
                        "if let field = HTTPField.Name(\(text))",
                        [.text("\(name).place = .header(field)")])
                    : .text("\(name).place = .\(place.kind)(\(text))"))
        }
        guard !settings.isEmpty else {
            return [.call(prefix: "self.\(member) = \(prefix)", making(spec, name))]
        }
        return [.call(prefix: "var \(name) = \(prefix)", making(spec, name))] + settings
            + [.text("self.\(member) = \(name)")]
    }

    private static func making(_ spec: StrategyScheme, _ key: String) -> Call {
        switch spec.scheme {
        case .envelope:
            let audience = spec.texts["audience"].map { [Call.Argument("audience", literal($0))] }
            return Call("EnvelopeCipher", [.init("key", key)] + (audience ?? []))
        case .jwe: return Call("JWECipher", texts: [key])
        case .hpke: return Call("HPKECipher", [.init("recipient", key)])
        case .sealedFields: return Call("SealedFields", [.init("key", key)])
        case .sortedParameters:
            let digest = Scheme.digests.first { $0.key == spec.texts["algorithm"] }?.value ?? ""
            return Call("ParameterSigner", [.init("key", key), .init("digest", ".\(digest)")])
        case .hmacRequest: return Call("HMACSigner", [.init("key", key)])
        case .awsSigV4:
            return Call(
                "AWSSigner",
                [.init("credentials", key)]
                    + ["region", "service"].map { .init($0, literal(spec.texts[$0] ?? "")) })
        case .messageSignature: return Call("MessageSigner", [.init("key", key)])
        case .jws: return Call("JWSSigner", [.init("key", key)])
        }
    }

    private static func settings(_ spec: StrategyScheme) -> [(property: String, value: String)] {
        func list(_ key: String) -> String? {
            spec.lists[key].map { "[\($0.map { literal($0) }.joined(separator: ", "))]" }
        }
        let writing = Scheme.encodings.first { $0.key == spec.texts["encoding"] }?.value
        let settings: [(String, String?)] = [
            ("order", list("fields").map { ".named(\($0))" }), ("excluded", list("exclude")),
            ("timeName", spec.texts["time"].map { literal($0) }),
            ("nonceName", spec.texts["nonce"].map { literal($0) }),
            ("keyIDName", spec.texts["keyID"].map { literal($0) }),
            ("components", list("components")), ("writing", writing.map { ".\($0)" }),
        ]
        return settings.compactMap { property, value in value.map { (property, $0) } }
    }
}
