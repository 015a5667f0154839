internal import PosthornSpec

/// The call that decodes a member of an object.
///
/// Common types have a function of their own, because generic and overloaded functions take the compiler the
/// most time (`Documentation/GeneratedCode.md`).
struct MemberCall {
    let call: Call
    /// The default that replaces a missing member, or `nil` for none.
    let fallback: String?
    /// Whether the call always returns a value.
    ///
    /// The value can be `nil`, the default, or a placeholder that is discarded when the end of the object
    /// throws.
    let isWhole: Bool

    init(_ field: FieldModel, isForeign: Bool) {
        let spec = field.spec
        let mayBeMissing = field.isOptional || spec.type.isNullable || field.defaultText != nil
        // `null` is a value, which the default does not replace.
        let absent = spec.type.isNullable && !field.isOptional ? field.defaultText : nil
        var name = isForeign ? "codable" : "value"
        var hasPlaceholder = false
        if !isForeign, spec.type.form == nil, !field.isPresence, absent == nil,
            let usual = Self.name(of: spec.type.wrapped)
        {
            name = usual
            hasPlaceholder = true
        }
        if absent != nil || field.isPresence {
            name = isForeign ? "codablePresence" : "presence"
        } else if mayBeMissing {
            name += "IfPresent"
        }
        var arguments = [Call.Argument(literal(field.wireName))]
        if let form = spec.type.form { arguments.append(.init("as", ".\(form)")) }
        if let absent { arguments.append(.init("ifAbsent", absent)) }
        call = Call("json.\(name)", arguments)
        fallback = field.isOptional || spec.type.isNullable ? nil : field.defaultText
        isWhole = mayBeMissing || hasPlaceholder
    }

    private static func name(of type: TypeExpression) -> String? {
        switch type {
        case .array: return "array"
        case .map: return "map"
        case .named, .optional, .inline: break
        }
        switch type.scalar {
        case .string, .int, .bool, .double, .decimal, .date, .url, .uuid:
            return type.scalar?.rawValue.lowercased()
        default: return nil
        }
    }
}
