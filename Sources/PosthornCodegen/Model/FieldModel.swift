internal import PosthornSpec

/// A parameter or field as generated code writes it.
///
/// A class for the reason that ``FieldSpec`` is one.
final class FieldModel {
    /// The type without `?`, as it is written inside of the type that has the field.
    let type: String
    /// The type without `?`, as it is written outside of it.
    let outerType: String
    /// The default in Swift; for an optional field `nil`.
    let defaultText: String?
    /// The default as the spec writes it.
    let defaultDoc: String?
    let doc: String?
    /// The type that is declared in place.
    let inlineType: (name: String, kind: TypeSpec.Kind)?
    /// The field as the spec has it.
    let spec: FieldSpec

    /// Describes a field of the type `owner`.
    init(_ field: FieldSpec, owner: String, context: GeneratorContext) {
        let inlineName = SwiftName.nestedType(of: field.swiftName)
        spec = field
        type = TypeSpelling(inlineType: inlineName).spell(field.type.wrapped)
        outerType = TypeSpelling(inlineType: "\(owner).\(inlineName)").spell(field.type.wrapped)
        doc = Self.doc(of: field)
        inlineType = field.type.inline.map { (inlineName, $0) }
        if field.isOptional {
            defaultText = field.type.isNullable ? ".absent" : "nil"
            defaultDoc = nil
        } else if let value = field.defaultValue {
            let text = DefaultText(value: value.value, type: field.type, context: context)
            (defaultText, defaultDoc) = (text.swift, text.doc)
        } else {
            (defaultText, defaultDoc) = (nil, nil)
        }
    }

    var wireName: String { spec.wireName }

    /// The name, without backticks.
    var plainName: String { spec.swiftName }

    var isOptional: Bool { spec.isOptional }

    /// The name as it is written in Swift.
    var name: String { SwiftName.escaped(plainName) }

    /// The name as the label of a parameter.
    var label: String { SwiftName.label(plainName) }

    /// Whether nothing, `null` and a value are told apart.
    var isPresence: Bool { spec.isPresence }

    /// The type with its `?`.
    var fullType: String { full(type) }

    private func full(_ type: String) -> String {
        if isPresence { return "Presence<\(type)>" }
        return isOptional || spec.type.isNullable ? type + "?" : type
    }

    private static func doc(of field: FieldSpec) -> String? {
        var sentences = field.doc.map { [DocText.sentence($0)] } ?? []
        // One of lists and keys would be no sentence.
        if case .text(let example) = field.example?.value {
            sentences.append("For example \(DefaultText.code(example)).")
        }
        if let reason = field.deprecated {
            sentences.append(
                "Deprecated" + (reason.isEmpty ? "." : ": " + DocText.sentence(reason)))
        }
        if field.isSealed { sentences.append("Sealed on its way.") }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// What documentation says of it where it is given.
    ///
    /// - Parameter other: What it says of one without a `doc`.
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

    /// The property that stores the value.
    func property(_ introducer: String = "let", doc: DocComment = []) -> Declaration {
        .variable(introducer, "\(name): \(fullType)", doc: doc)
    }

    /// The parameter of an initializer in the type.
    var parameter: String { parameter(of: type) }

    /// The parameter of a method outside of the type.
    var outerParameter: String { parameter(of: outerType) }

    private func parameter(of type: String) -> String {
        "\(label): \(full(type))" + (defaultText.map { " = \($0)" } ?? "")
    }

    /// The argument that passes the value on.
    var argument: Call.Argument { .init(SwiftName.argumentLabel(plainName), name) }

    /// The assignment in an initializer, of the parameter unless it is said of what.
    func assignment(of value: String? = nil) -> Statement {
        .text("self.\(plainName) = \(value ?? name)")
    }
}

extension [FieldModel] {
    /// Those that have to be given before those that may be left out, otherwise in their order.
    var inCallOrder: [FieldModel] {
        filter { $0.defaultText == nil } + filter { $0.defaultText != nil }
    }

    /// The types that are declared in place.
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
    /// The name on the wire as documentation shows it, where a backtick would end the code.
    var wireNameInDoc: String { wireName.filter { $0 != "`" && !$0.isNewline } }
}
