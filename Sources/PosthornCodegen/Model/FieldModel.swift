internal import PosthornSpec

/// A parameter or field in generated code.
///
/// This is a class for the same reason as ``FieldSpec``.
final class FieldModel {
    /// The type without `?`, as written inside the enclosing type.
    let type: String
    /// The type without `?`, as written outside the enclosing type.
    let outerType: String
    /// The default as Swift code, such as `nil` for an optional field.
    ///
    /// `nil` if the field has no default.
    let defaultText: String?
    /// The default as the spec writes it, or `nil` for none.
    let defaultDoc: String?
    let doc: String?
    /// The inline type and its name, or `nil` for none.
    let inlineType: (name: String, kind: TypeSpec.Kind)?
    let spec: FieldSpec

    /// Creates the model of a field in the type `owner`.
    ///
    /// - Parameter isOutside: Whether the model is used outside of the type only.
    init(
        _ field: FieldSpec, owner: String, context: GeneratorContext, isOutside: Bool = false
    ) {
        let inlineName = SwiftName.nestedType(of: field.swiftName)
        spec = field
        let inner = TypeSpelling(context, inlineType: inlineName).spell(field.type.wrapped)
        let outer = TypeSpelling(context, inlineType: "\(owner).\(inlineName)").spell(
            field.type.wrapped)
        let own = isOutside ? outer : inner
        type = field.isTagged ? "Tagged<\(own)>" : own
        outerType = field.isTagged ? "Tagged<\(outer)>" : outer
        doc = Self.doc(of: field)
        inlineType = field.type.inline.map { (inlineName, $0) }
        if field.isOptional {
            defaultText = field.type.isNullable ? ".absent" : "nil"
            defaultDoc = nil
        } else if let value = field.defaultValue {
            let text = DefaultText(value: value.value, type: field.type, context: context)
            (defaultText, defaultDoc) = (text.swift, text.doc)
        } else if field.traits.isReadOnly {
            (defaultText, defaultDoc) = ("nil", nil)
        } else {
            (defaultText, defaultDoc) = (nil, nil)
        }
    }

    /// The value of a constant as Swift code, or `nil` for another field.
    var constant: String? {
        guard spec.isConstant, let text = defaultText else { return nil }
        // A literal alone would be an `Int`.
        return spec.type.scalar == .uint64 ? "UInt64(\(text))" : text
    }

    var wireName: String { spec.wireName }

    /// The Swift name without backticks.
    var plainName: String { spec.swiftName }

    var isOptional: Bool { spec.isOptional }

    /// The Swift name, with backticks if needed.
    var name: String { SwiftName.escaped(plainName) }

    /// The name as a parameter label.
    var label: String { spec.label.map { "\($0) \(name)" } ?? SwiftName.label(plainName) }

    /// The label of the argument, without backticks.
    var plainLabel: String { spec.label ?? plainName }

    /// Whether the field distinguishes between absence, `null` and a value.
    var isPresence: Bool { spec.isPresence }

    /// Returns a type with its `?`, or as `FieldPresence`.
    private func full(_ type: String) -> String {
        if isPresence { return "FieldPresence<\(type)>" }
        return isOptional || spec.type.isNullable || spec.isOneWay ? type + "?" : type
    }

    private static func doc(of field: FieldSpec) -> String? {
        var sentences = field.doc.map { [DocText.sentence($0)] } ?? []
        if field.holdsOthers, sentences.isEmpty {
            sentences.append("The members that the spec does not name.")
        }
        // A list or a group of keys would not make a sentence.
        if case .text(let example) = field.example?.value {
            sentences.append("For example \(DefaultText.code(example)).")
        }
        if let reason = field.deprecated { sentences.append(DocText.deprecation(reason)) }
        if field.isSealed { sentences.append("Sealed on its way.") }
        if field.isSecret { sentences.append("Hidden wherever the value is shown.") }
        if field.traits.isReadOnly { sentences.append("Set by the server, and never sent.") }
        if field.traits.isWriteOnly { sentences.append("Only sent, and not read from a response.") }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// Returns the documentation of the field as a parameter.
    ///
    /// - Parameter other: The first sentence for a field without a `doc`.
    func sentences(orElse other: String? = nil) -> [String] {
        var sentences = [doc.map(DocText.sentence) ?? other].compactMap { $0 }
        if isOptional {
            sentences.append("Not sent when `\(isPresence ? ".absent" : "nil")`.")
        } else if spec.type.isNullable {
            sentences.append("Sent as `null` when `nil`.")
        }
        if let value = defaultDoc { sentences.append("The default is \(value).") }
        return sentences
    }

    func property(_ introducer: String = "let", doc: DocComment = []) -> Declaration {
        guard spec.isSecret else {
            return .variable(introducer, "\(name): \(full(type))", doc: doc)
        }
        // A property with a wrapper is a variable.
        var property = Declaration.variable("var", "\(name): \(full(type))", doc: doc)
        property.attribute = "@Secret"
        return property
    }

    /// The parameter of an initializer inside the type.
    var parameter: String { parameter(of: type) }

    /// The type with its label, for an enum's case.
    var associatedValue: String { "\(SwiftName.argumentLabel(plainName)): \(full(type))" }

    var outerParameter: String { parameter(of: outerType) }

    /// The parameter outside of the type, without its default.
    var requiredParameter: String { parameter(of: outerType, hasDefault: false) }

    private func parameter(of type: String, hasDefault: Bool = true) -> String {
        // A value that is to be sent has the member.
        let isRequired = spec.isOneWay && spec.traits.isWriteOnly
        return "\(label): \(isRequired ? type : full(type))"
            + (hasDefault ? defaultText.map { " = \($0)" } ?? "" : "")
    }

    var argument: Call.Argument { .init(SwiftName.argumentLabel(plainLabel), name) }

    /// Returns the assignment in an initializer, of the parameter unless `value` is given.
    func assignment(of value: String? = nil) -> Statement {
        .text("self.\(plainName) = \(value ?? name)")
    }
}

extension [FieldModel] {
    /// The required parameters followed by those with defaults, otherwise in order.
    var inCallOrder: [FieldModel] {
        filter { $0.defaultText == nil } + filter { $0.defaultText != nil }
    }

    func inlineTypes(_ context: GeneratorContext, root: String?) -> [Declaration] {
        compactMap { field in
            field.inlineType.flatMap {
                TypeBuilder(context: context, root: root).declaration(
                    name: $0.name, kind: $0.kind,
                    doc: [.text("The values of `\(field.wireNameInDoc)`.")])
            }
        }
    }
}

extension FieldModel {
    /// The wire name in documentation, without backticks, which would end the code.
    var wireNameInDoc: String { wireName.filter { $0 != "`" && !$0.isNewline } }
}
