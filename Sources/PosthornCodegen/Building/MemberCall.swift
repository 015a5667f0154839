internal import PosthornSpec

/// The call that reads a member of an object.
///
/// A function of its own for each of the usual types: generic ones and overloads are what takes the
/// compiler its time (`Documentation/GeneratedCode.md`).
struct MemberCall {
    let call: Call
    /// The default of the field, where a missing member has one.
    let fallback: String?
    /// Whether the call has a value in any case: `nil`, the default, or one that stands for it until
    /// the object's end throws.
    let isWhole: Bool

    init(_ field: FieldModel, isForeign: Bool) {
        let spec = field.spec
        let mayBeMissing = field.isOptional || spec.type.isNullable || field.defaultText != nil
        // `null` is a value that has no default.
        let absent = spec.type.isNullable && !field.isOptional ? field.defaultText : nil
        var name = isForeign ? "codable" : "value"
        var hasPlaceholder = false
        if !isForeign, field.form == nil, !field.isPresence, absent == nil,
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
        var arguments = [Call.Argument(label: nil, value: .text(literal(field.wireName)))]
        if let form = field.form {
            arguments.append(Call.Argument(label: "as", value: .text(".\(form)")))
        }
        if let absent {
            arguments.append(Call.Argument(label: "ifAbsent", value: .text(absent)))
        }
        call = Call("json.\(name)", arguments)
        fallback = field.isOptional || spec.type.isNullable ? nil : field.defaultText
        isWhole = mayBeMissing || hasPlaceholder
    }

    private static func name(of type: TypeExpression) -> String? {
        switch type {
        case .array: return "array"
        case .map: return "map"
        default: break
        }
        switch TypeSpelling().spell(type) {
        case "String": return "string"
        case "Int": return "int"
        case "Bool": return "bool"
        case "Double": return "double"
        case "Decimal": return "decimal"
        case "Date": return "date"
        case "URL": return "url"
        case "UUID": return "uuid"
        default: return nil
        }
    }
}
