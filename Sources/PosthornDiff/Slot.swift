internal import PosthornSpec

/// A parameter of a request, or a member of an object.
struct Slot {
    /// The part of the request with the parameter, or an empty text for a member.
    var part: String
    var field: FieldSpec
    /// Whether the name is part of a message: not in a path, and not for a whole body.
    var isNamed: Bool
    /// The index among the parameters of a path.
    var index: Int?

    /// How certain it is that a message has the value.
    enum Presence: Equatable {
        case required, optional, defaulted, constant
    }

    var presence: Presence {
        if field.isConstant { return .constant }
        if field.isOptional || field.holdsOthers || part == "as" { return .optional }
        return field.defaultValue == nil ? .required : .defaulted
    }

    /// The label of the argument.
    var argument: String { field.label ?? field.swiftName }

    /// The name in messages with its part, by which two slots are the same.
    var key: String {
        if index != nil { return "path \(field.swiftName)" }
        guard isNamed else { return part }
        return part + " " + (part == "header" ? field.shownName.lowercased() : field.shownName)
    }

    /// The name in reports.
    var shown: String {
        let name = field.holdsOthers ? "others" : field.shownName
        return part.isEmpty ? name : isNamed || index != nil ? "\(part) \(name)" : part
    }

    /// Returns the members of an object that messages in a direction have.
    static func members(_ fields: [FieldSpec], _ direction: Comparison.Direction) -> [Slot] {
        fields.filter {
            direction == .request ? !$0.traits.isReadOnly : !$0.traits.isWriteOnly
        }.map { Slot(part: "", field: $0, isNamed: true) }
    }

    /// Returns the parameters of a request; those of a body only if the caller passes its fields.
    static func parameters(_ parameters: [ParameterSpec], withBody: Bool = true) -> [Slot] {
        var count = 0
        return parameters.compactMap { parameter in
            let field = parameter.field
            switch parameter.place {
            case .path:
                count += 1
                return Slot(part: "path", field: field, isNamed: false, index: count)
            case .query, .header, .cookie:
                return Slot(part: parameter.place.rawValue, field: field, isNamed: true)
            case .url: return Slot(part: "url", field: field, isNamed: false)
            case .contentType: return Slot(part: "as", field: field, isNamed: false)
            case .body, .form, .part:
                return withBody ? Slot(part: "body", field: field, isNamed: true) : nil
            case .wholeBody, .upload, .text, .bytes, .lines:
                return withBody ? Slot(part: "body", field: field, isNamed: false) : nil
            case .original: return Slot(part: "from", field: field, isNamed: false)
            }
        }
    }
}

extension [Slot] {
    /// The arguments of a call: those without a default first, as generated methods have them.
    var inCallOrder: [Slot] {
        filter { $0.presence == .required }
            + filter { $0.presence != .required && $0.presence != .constant }
    }
}
