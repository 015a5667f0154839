internal import PosthornSpec

/// The generator of the statements that make a cipher or a signer from its key.
enum SchemeCalls {
    /// Returns the statements that assign a member of a set, whose parameter of the same name is the key.
    static func assignment(of member: String, _ spec: SchemeSpec) -> [Statement] {
        let name = SwiftName.escaped(member)
        let prefix = spec.form.checksKey ? "try " : ""
        var making = Call(spec.form.swiftName, [.init(spec.form.keyLabel, name)])
        var settings: [Statement] = []
        for (parameter, value) in spec.arguments {
            if let label = labels[parameter] {
                making.arguments.append(.init(label, spell(value)))
            } else if case .place(kind: "header", let field) = value {
                settings.append(
                    .block(
                        "if let field = HTTPField.Name(\(literal(field)))",
                        [.text("\(name).place = .header(field)")]))
            } else {
                let property = properties[parameter] ?? parameter
                let text = parameter == "fields" ? ".named(\(spell(value)))" : spell(value)
                settings.append(.text("\(name).\(property) = \(text)"))
            }
        }
        guard !settings.isEmpty else {
            return [.call(prefix: "self.\(member) = \(prefix)", making)]
        }
        return [.call(prefix: "var \(name) = \(prefix)", making)] + settings
            + [.text("self.\(member) = \(name)")]
    }

    /// The labels of the parameters that initializers take.
    private static let labels = [
        "audience": "audience", "algorithm": "digest", "region": "region", "service": "service",
    ]

    /// The names of properties that differ from those of their parameters.
    private static let properties = [
        "fields": "order", "exclude": "excluded", "encoding": "writing", "time": "timeName",
        "nonce": "nonceName", "keyID": "keyIDName",
    ]

    /// Returns the value of a parameter in Swift.
    static func spell(_ value: SchemeSpec.Value) -> String {
        switch value {
        case .text(let text): literal(text)
        case .list(let texts): "[\(texts.map { literal($0) }.joined(separator: ", "))]"
        case .time(let time): RuleCalls.duration(time)
        case .member(let name): "." + name
        case .place(let kind, let name): ".\(kind)(\(literal(name)))"
        }
    }
}
