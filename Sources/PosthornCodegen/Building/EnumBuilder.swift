internal import PosthornSpec

/// The generator of an enum.
struct EnumBuilder {
    let name: String
    let spec: EnumSpec
    let doc: DocComment

    var declaration: Declaration { spec.isOpen ? open : closed }

    private var raw: String { spec.isInteger ? "Int" : spec.isFraction ? "Double" : "String" }

    private var isNumber: Bool { spec.isInteger || spec.isFraction }

    private var closed: Declaration {
        .type(
            "enum", name, [raw, "ClosedEnum"], doc: doc,
            spec.cases.map { value in
                let isImplied = !isNumber && value.rawValue == value.swiftName
                return .enumCase(
                    SwiftName.escaped(value.swiftName) + (isImplied ? "" : " = \(text(value))"),
                    doc: doc(of: value))
            })
    }

    private var open: Declaration {
        let unknown = Declaration.enumCase(
            "unknown(\(raw))", doc: [.text("A value that the spec does not list.")])
        let reading =
            spec.cases.map { Statement.Branch("case \(text($0))", "self = .\($0.swiftName)") }
            + [Statement.Branch("default", "self = .unknown(rawValue)")]
        let writing =
            spec.cases.map { Statement.Branch("case .\($0.swiftName)", text($0)) }
            + [Statement.Branch("case .unknown(let value)", "value")]
        return .type(
            "enum", name, ["OpenEnum"], doc: doc,
            spec.cases.map { .enumCase(SwiftName.escaped($0.swiftName), doc: doc(of: $0)) } + [
                unknown,
                .function(
                    "static var knownCases: [Self]", nil,
                    Wrapping.list(spec.cases.map { "." + $0.swiftName }).map { .text($0) }),
                .function("init", ["rawValue: \(raw)"], [.switching(on: "rawValue", reading)]),
                .function("var rawValue: \(raw)", nil, [.switching(on: "self", writing)]),
            ])
    }

    private func doc(of value: EnumCase) -> DocComment {
        value.doc.map { [.text(DocText.sentence($0))] } ?? []
    }

    private func text(_ value: EnumCase) -> String {
        isNumber ? value.rawValue : literal(value.rawValue)
    }
}
