/// A named value: a parameter, or a field of an object.
///
/// This is a class because fields pass through many steps. Copying many properties each time would take a
/// tenth of the generator's time.
package final class FieldSpec: Hashable, Sendable {
    package let wireName: String
    /// The name in Swift, without backticks.
    package let swiftName: String
    /// The label of the argument, or `nil` for the Swift name.
    package let label: String?
    package let mark: SourceMark
    package let type: TypeExpression
    package let typeMark: SourceMark
    /// Whether the field can be omitted.
    package let isOptional: Bool
    /// The value to use if the caller omits the field, or `nil` for none.
    package let defaultValue: DefaultSpec?
    /// Whether every request, or every value of an object, has the default, so that the field is no property.
    package let isConstant: Bool
    package let doc: String?
    /// An example of the value, or `nil` for none.
    package let example: DefaultSpec?
    /// The reason for the deprecation, empty if the spec gives none.
    ///
    /// `nil` if the field is not deprecated.
    package let deprecated: String?
    /// The limits that the generated code checks before it sends the value.
    package let limits: [LimitSpec]
    /// The field's own style in a query or a form, or `nil` for the default style.
    package let style: QueryStyleSpec?
    /// The place of `sealed`, or `nil` if the field is not sealed.
    package let sealedMark: SourceMark?
    /// Whether the field's place defines how to write arrays and objects.
    package let takesAnyType: Bool
    package let traits: FieldTraits
    /// Whether the value comes with its entity tag.
    package let isTagged: Bool
    /// Whether a body includes the field from a type.
    ///
    /// The rules check such a field where the type declares it.
    package let isIncluded: Bool

    init(
        wireName: String, swiftName: String, label: String? = nil, mark: SourceMark,
        type: TypeExpression,
        typeMark: SourceMark, isOptional: Bool, defaultValue: DefaultSpec? = nil,
        isConstant: Bool = false, doc: String? = nil, example: DefaultSpec? = nil,
        deprecated: String? = nil,
        limits: [LimitSpec] = [], style: QueryStyleSpec? = nil,
        sealedMark: SourceMark? = nil, takesAnyType: Bool = false,
        traits: FieldTraits = FieldTraits(), isTagged: Bool = false, isIncluded: Bool = false
    ) {
        self.wireName = wireName
        self.swiftName = swiftName
        self.label = label
        self.mark = mark
        self.type = type
        self.typeMark = typeMark
        self.isOptional = isOptional
        self.defaultValue = defaultValue
        self.isConstant = isConstant
        self.doc = doc
        self.example = example
        self.deprecated = deprecated
        self.limits = limits
        self.style = style
        self.sealedMark = sealedMark
        self.takesAnyType = takesAnyType
        self.traits = traits
        self.isTagged = isTagged
        self.isIncluded = isIncluded
    }

    /// Returns the field as a body includes it from its type.
    func included(at mark: SourceMark) -> FieldSpec {
        var traits = traits
        traits.isWriteOnly = false
        return FieldSpec(
            wireName: wireName, swiftName: swiftName, mark: mark, type: type, typeMark: mark,
            isOptional: isOptional, defaultValue: defaultValue, isConstant: isConstant, doc: doc,
            example: example, deprecated: deprecated, limits: limits, style: style,
            sealedMark: sealedMark.map { _ in mark }, takesAnyType: takesAnyType,
            traits: traits, isIncluded: true)
    }

    /// Returns the variable of a server with another type.
    func variable(of type: TypeExpression) -> FieldSpec {
        FieldSpec(
            wireName: wireName, swiftName: swiftName, mark: mark, type: type, typeMark: typeMark,
            isOptional: isOptional, defaultValue: defaultValue, doc: doc, example: example,
            limits: limits)
    }

    /// The value of a constant as the spec writes it, or `nil` for another field.
    var constantText: String? {
        guard isConstant, case .text(let text) = defaultValue?.value else { return nil }
        return text
    }

    package var isSealed: Bool { sealedMark != nil }

    /// Whether the field holds the members of its object that the spec does not name.
    package var holdsOthers: Bool { traits.holdsOthers }

    /// The names that lead to the member in the object.
    package var path: [String] { traits.at.isEmpty ? [wireName] : traits.at }

    /// The path in messages, such as `metadata.name`.
    package var shownName: String { path.joined(separator: ".") }

    /// The start of the names of a map's entries on the wire; `nil` for a field with a name of its own.
    package var prefix: Substring? { traits.isPattern ? wireName.dropLast() : nil }

    /// Whether the value is hidden wherever it is shown.
    package var isSecret: Bool { traits.isSecret }

    /// Whether values of the object lack the field in one direction, without a default in its place.
    package var isOneWay: Bool {
        (traits.isReadOnly || traits.isWriteOnly) && !isOptional && !type.isNullable
            && defaultValue == nil
    }

    /// The key of the field in the spec, for diagnostics.
    var key: String { holdsOthers ? "others" : wireName }

    /// Returns whether both are the same instance, because each field is created once.
    package static func == (left: FieldSpec, right: FieldSpec) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
