internal import PosthornSpec

/// A parameter or field as generated code writes it.
struct FieldModel {
    var wireName: String
    /// The name, without backticks.
    var plainName: String
    /// The type without `?`, as it is written inside of the type that has the field.
    var type: String
    /// The type without `?`, as it is written outside of it.
    var outerType: String
    var isOptional: Bool
    /// The default in Swift; for an optional field `nil`.
    var defaultText: String?
    /// The default as the spec writes it.
    var defaultDoc: String?
    var doc: String?
    /// The enum that is declared in place.
    var inlineEnum: (name: String, cases: [EnumCase])?

    /// Describes a field of the type `owner`.
    init(_ field: FieldSpec, owner: String, context: GeneratorContext) {
        let enumName = SwiftName.uppercasingStart(field.swiftName)
        wireName = field.wireName
        plainName = field.swiftName
        type = TypeSpelling(inlineEnum: enumName).spell(field.type)
        outerType = TypeSpelling(inlineEnum: "\(owner).\(enumName)").spell(field.type)
        isOptional = field.isOptional
        doc = field.doc
        if case .openEnum(let cases) = field.type.innermost { inlineEnum = (enumName, cases) }
        if isOptional {
            defaultText = "nil"
        } else if let value = field.defaultValue {
            let text = DefaultText(value: value.value, type: field.type, context: context)
            defaultText = text.swift
            defaultDoc = text.doc
        }
    }

    /// The name as it is written in Swift.
    var name: String { SwiftName.escaped(plainName) }

    /// The name as the label of a parameter.
    var label: String { SwiftName.label(plainName) }

    /// The type with its `?`.
    var fullType: String { isOptional ? type + "?" : type }

    /// The property that stores the value.
    func property(doc: DocComment = []) -> Declaration {
        .variable(
            VariableDeclaration(
                doc: doc, introducer: "public var", name: name, rest: ": \(fullType)"))
    }

    /// The parameter of an initializer in the type.
    var parameter: String { parameter(of: type) }

    /// The parameter of a method outside of the type.
    var outerParameter: String { parameter(of: outerType) }

    private func parameter(of type: String) -> String {
        let type = isOptional ? type + "?" : type
        return "\(label): \(type)" + (defaultText.map { " = \($0)" } ?? "")
    }

    /// The argument that passes the value on.
    var argument: Call.Argument {
        Call.Argument(label: SwiftName.argumentLabel(plainName), value: .text(name))
    }

    /// The assignment in an initializer.
    var assignment: Statement { .text("self.\(plainName) = \(name)") }
}

extension [FieldModel] {
    /// Those that have to be given before those that may be left out, otherwise in their order.
    var inCallOrder: [FieldModel] {
        filter { $0.defaultText == nil } + filter { $0.defaultText != nil }
    }

    /// The enums that are declared in place.
    var inlineEnums: [Declaration] {
        compactMap { field in
            field.inlineEnum.map {
                OpenEnumBuilder.declaration(
                    name: $0.name, cases: $0.cases,
                    doc: [.text("The values of `\(field.wireNameInDoc)`.")])
            }
        }
    }
}

extension FieldModel {
    /// The name on the wire as documentation shows it, where a backtick would end the code.
    var wireNameInDoc: String { wireName.filter { $0 != "`" && !$0.isNewline } }
}
