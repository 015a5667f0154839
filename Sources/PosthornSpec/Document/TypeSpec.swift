/// A type that a spec declares.
package struct TypeSpec: Hashable, Sendable {
    /// A kind of type.
    package indirect enum Kind: Hashable, Sendable {
        /// A JSON object with its own fields and those of the included types.
        case object([FieldSpec], includes: [TypeName])
        /// A set of strings or numbers.
        case enumeration(EnumSpec)
        case union(UnionSpec)
        /// A JSON array with a type for each position.
        case tuple(TupleSpec)
        /// A named type with the wire format of another type, and the place of the latter.
        case wrapper(TypeExpression, SourceMark)
        /// A type written in Swift.
        case foreign(ForeignSpec)
        /// A refused declaration, which only keeps the name known.
        case refused
    }

    package var name: String
    package var mark: SourceMark
    package var kind: Kind
    package var doc: String?
    /// The reason for the deprecation, empty if the spec gives none.
    ///
    /// `nil` if the type is not deprecated.
    package var deprecated: String?
}

/// A set of strings or numbers.
package struct EnumSpec: Hashable, Sendable {
    package var cases: [EnumCase]
    /// Whether the generated type keeps values that are not listed.
    ///
    /// The default is `true`.
    package var isOpen = true
    package var isInteger = false
    /// Whether the values are numbers, at least one of which has a fraction.
    package var isFraction = false
    /// Whether the spec uses the short form `a | b`.
    package var isShort = false
}

/// One of several types.
package struct UnionSpec: Hashable, Sendable {
    package var cases: [UnionCase]
    /// The member that tells the types apart, as the names on the way to it.
    ///
    /// `nil` selects the first type that can be decoded. An empty array stands for the name of the server-sent
    /// event that holds the value.
    package var discriminator: [String]?
    /// What the values of the discriminator are.
    package var tagKind = TagKind.text
    /// Whether the generated type keeps values of types that are not listed.
    ///
    /// The default is `true`.
    package var isOpen = true
    /// The objects whose members all types have, readable on the union.
    package var includes: [TypeName] = []
    /// Whether the generated type keeps values of listed types that can't be read.
    package var keepsMalformed = false
    /// Whether the reader understood all keys, one of which may be a misspelled `by`.
    var isUnderstood = true
}

extension UnionSpec {
    /// What the values of a discriminator can be.
    package enum TagKind: Sendable {
        case text, integer, bool

        /// The word for a value in a sentence.
        var word: String {
            switch self {
            case .text: "text"
            case .integer: "number"
            case .bool: "'true' or 'false'"
            }
        }

        /// The type of a member that holds the values.
        var scalar: ScalarType {
            switch self {
            case .text: .string
            case .integer: .int
            case .bool: .bool
            }
        }
    }

    /// Whether the name of a server-sent event tells the types apart.
    package var isByEvent: Bool { discriminator?.isEmpty == true }
}

/// The positions of a JSON array.
package struct TupleSpec: Hashable, Sendable {
    package var positions: [FieldSpec]
    /// The field for the elements that follow, or `nil` if they are ignored.
    package var rest: FieldSpec?

    /// The positions, followed by the rest.
    package var fields: [FieldSpec] { positions + (rest.map { [$0] } ?? []) }

    /// Returns the type of the element at an index; `nil` for one that is ignored.
    package func type(at index: Int) -> TypeExpression? {
        guard index >= positions.count else { return positions[index].type }
        return if case .array(let item)? = rest?.type.wrapped { item } else { nil }
    }
}

/// A type of a union.
package struct UnionCase: Hashable, Sendable {
    /// The values of the discriminator that mean the type.
    package var tags: [String] = []
    /// The name of the generated case, without backticks.
    package var swiftName: String
    package var mark: SourceMark
    package var type: TypeExpression
    package var typeMark: SourceMark
}

/// A type written in Swift.
package struct ForeignSpec: Hashable, Sendable {
    /// The name in Swift, such as `Money.Amount`.
    package var name: String
    /// The module that declares the type, or `nil` for the module of the service.
    package var module: String?

    /// The name in generated code, qualified with the module unless the type is nested.
    package var path: String {
        guard let module, !name.contains(".") else { return name }
        return "\(module).\(name)"
    }
}
