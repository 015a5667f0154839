internal import PosthornSpec

/// The call that decodes a member of an object.
///
/// Common types have a function of their own, because generic and overloaded functions take the compiler the
/// most time (`Documentation/GeneratedCode.md`).
struct MemberCall {
    let call: Call
    /// The value of the property before the member is decoded; `nil` if there is none of its type.
    let start: String?
    /// Whether `null` keeps the default.
    let keepsDefault: Bool
    /// Whether the call returns the storage of a boxed property.
    let returnsBox: Bool
    /// Whether the member may be missing.
    let mayBeMissing: Bool

    /// - Parameters:
    ///   - isForeign: Whether the type is written in Swift.
    ///   - isBoxed: Whether the property is boxed.
    init(_ field: FieldModel, isForeign: Bool, isBoxed: Bool = false) {
        let spec = field.spec
        mayBeMissing =
            field.isOptional || spec.type.isNullable || field.defaultText != nil || spec.isOneWay
        keepsDefault =
            !field.isOptional && !spec.type.isNullable && field.defaultText != nil && !spec.isOneWay
        returnsBox = isBoxed && !keepsDefault
        var name = isForeign ? "codable" : "value"
        var placeholder: String?
        if !isForeign, spec.type.form == nil, !field.isPresence,
            let usual = Self.usual(spec.type.wrapped)
        {
            (name, placeholder) = usual
        }
        if spec.traits.isLossy {
            (name, placeholder) =
                spec.type.wrapped.isMap ? ("lossyMap", "[:]") : ("lossyArray", "[]")
        }
        if returnsBox { name = "boxed" }
        if field.isPresence {
            name = isForeign ? "codablePresence" : returnsBox ? "boxedPresence" : "presence"
        } else if mayBeMissing {
            name += "IfPresent"
        }
        let form = spec.type.format.map { Call.Argument("as", $0) }
        call = Call("json.\(name)", form.map { [$0] } ?? [])
        start = field.defaultText ?? (mayBeMissing ? "nil" : placeholder)
    }

    /// Returns the function and the placeholder of a common type.
    private static func usual(_ type: TypeExpression) -> (name: String, placeholder: String)? {
        switch type {
        case .array: return ("array", "[]")
        case .map: return ("map", "[:]")
        case .named, .optional, .inline: break
        }
        return switch type.scalar {
        case .string: ("string", "\"\"")
        case .int: ("int", "0")
        case .bool: ("bool", "false")
        case .double: ("double", "0")
        default: nil
        }
    }
}
