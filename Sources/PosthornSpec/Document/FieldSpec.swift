/// A named value: a parameter, or a field of an object.
///
/// A class, because fields are handed on from step to step: copies of fourteen properties would be a
/// tenth of what generating takes.
public final class FieldSpec: Hashable, Sendable {
    /// The name on the wire.
    public let wireName: String
    /// The name in Swift, without backticks.
    public let swiftName: String
    /// Where the name is written.
    public let mark: SourceMark
    /// The type.
    public let type: TypeExpression
    /// Where the type is written.
    public let typeMark: SourceMark
    /// Whether it may be left out.
    public let isOptional: Bool
    /// What it is when it is left out.
    public let defaultValue: DefaultSpec?
    /// What it means.
    public let doc: String?
    /// A value to show.
    public let example: DefaultSpec?
    /// Why it is not to be used any more; empty without a reason.
    public let deprecated: String?
    /// What is allowed, checked before it is sent.
    public let limits: [LimitSpec]
    /// How it is written in a query or a form, if that is said of it alone.
    public let style: QueryStyleSpec?
    /// Where the spec says that it is sealed; nothing if it does not.
    public let sealedMark: SourceMark?
    /// Whether arrays and objects have a way to be written at its place.
    public let takesAnyType: Bool
    /// Whether it is a field of a type that a body includes, where it is looked at by the rules.
    let isIncluded: Bool

    init(
        wireName: String, swiftName: String, mark: SourceMark, type: TypeExpression,
        typeMark: SourceMark, isOptional: Bool, defaultValue: DefaultSpec? = nil,
        doc: String? = nil, example: DefaultSpec? = nil, deprecated: String? = nil,
        limits: [LimitSpec] = [], style: QueryStyleSpec? = nil,
        sealedMark: SourceMark? = nil, takesAnyType: Bool = false,
        isIncluded: Bool = false
    ) {
        self.wireName = wireName
        self.swiftName = swiftName
        self.mark = mark
        self.type = type
        self.typeMark = typeMark
        self.isOptional = isOptional
        self.defaultValue = defaultValue
        self.doc = doc
        self.example = example
        self.deprecated = deprecated
        self.limits = limits
        self.style = style
        self.sealedMark = sealedMark
        self.takesAnyType = takesAnyType
        self.isIncluded = isIncluded
    }

    /// The same field where its type is included.
    func included(at mark: SourceMark) -> FieldSpec {
        FieldSpec(
            wireName: wireName, swiftName: swiftName, mark: mark, type: type, typeMark: mark,
            isOptional: isOptional, defaultValue: defaultValue, doc: doc, example: example,
            deprecated: deprecated, limits: limits, style: style,
            sealedMark: sealedMark.map { _ in mark }, takesAnyType: takesAnyType, isIncluded: true)
    }

    /// Whether it is sealed on its way.
    public var isSealed: Bool { sealedMark != nil }

    /// Whether two fields are one: each is made once, and handed on.
    public static func == (left: FieldSpec, right: FieldSpec) -> Bool { left === right }

    /// Hashes what a field is told apart by.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
