internal import PosthornForeign
internal import PosthornSpec

/// A check whether all values of a type fit another one, so that a union would never read it.
///
/// Where it is open, the result is `true`: the import then finds another form, which the generator accepts.
enum Cover {
    static func covers(_ type: TypeText, _ other: TypeText, depth: Int = 0) -> Bool {
        guard depth < 6 else { return true }
        if case .wrapper(let inner) = type.declaredType?.kind {
            return covers(inner, other, depth: depth + 1)
        }
        if case .wrapper(let inner) = other.declaredType?.kind {
            return covers(type, inner, depth: depth + 1)
        }
        if other.isNullable, !type.isNullable { return isAnything(type) }
        let (type, other) = (type.wrapped, other.wrapped)
        if isAnything(type) { return true }
        if union(other) != nil || union(type) != nil { return false }
        switch (type, other) {
        case (.array(let item), .array(let otherItem)):
            return covers(item, otherItem, depth: depth + 1)
        case (.map(let value), .map(let otherValue)):
            return covers(value, otherValue, depth: depth + 1)
        case (.map(let value), .declared(let declared)):
            return declared.shape?.fields.allSatisfy { covers(value, $0.type, depth: depth + 1) }
                ?? false
        case (.declared(let declared), .map):
            return declared.shape.map { $0.fields.allSatisfy(\.mayBeLeftOut) } ?? false
        case (.declared(let first), .declared(let second)):
            if first === second { return true }
            if let shape = first.shape, let otherShape = second.shape {
                return covers(shape, otherShape, depth: depth + 1)
            }
            return coversScalars(type, other)
        default: return coversScalars(type, other)
        }
    }

    private static func covers(_ shape: ObjectShape, _ other: ObjectShape, depth: Int) -> Bool {
        for field in shape.fields {
            guard let second = other.fields.first(where: { $0.wireName == field.wireName }) else {
                if field.mayBeLeftOut, field.constant == nil { continue }
                return false
            }
            if let constant = field.constant {
                guard let value = second.constant, value.text == constant.text,
                    value.isPlain == constant.isPlain
                else { return false }
                continue
            }
            guard field.mayBeLeftOut || !second.mayBeLeftOut else { return false }
            if let constant = second.constant {
                guard form(field.type.wrapped) == (constant.isNumber ? .number : .text) else {
                    return false
                }
                // A closed enum holds its own values alone.
                if case .enumeration(let values) = field.type.declaredType?.kind, !values.isOpen,
                    !values.values.contains(where: { $0.node.text == constant.text })
                {
                    return false
                }
                continue
            }
            let accepted: TypeText = field.mayBeLeftOut ? .optional(field.type.wrapped) : field.type
            guard covers(accepted, second.type, depth: depth) else { return false }
        }
        return true
    }

    /// Returns whether two fields can have one value; in doubt, `true`.
    static func overlap(_ field: FieldDraft, _ other: FieldDraft) -> Bool {
        let (values, otherValues) = (self.values(of: field), self.values(of: other))
        if let values, let otherValues { return !values.isDisjoint(with: otherValues) }
        return field.constant != nil || other.constant != nil
            || overlap(field.type.wrapped, other.type.wrapped)
    }

    /// The values of a constant or a closed enum.
    private static func values(of field: FieldDraft) -> Set<String>? {
        if let constant = field.constant { return [constant.text] }
        guard case .enumeration(let values) = field.type.declaredType?.kind, !values.isOpen
        else { return nil }
        return Set(values.values.map(\.node.text))
    }

    private static func overlap(_ type: TypeText, _ other: TypeText) -> Bool {
        switch (type, other) {
        case (.array, .array), (.map, .map): return true
        case (.declared(let declared), .map), (.map, .declared(let declared)):
            return form(.declared(declared)) == .other
        case (.array, .declared(let declared)), (.declared(let declared), .array):
            return !declared.isObject && form(.declared(declared)) == .other
        case (.array, .map), (.map, .array): return false
        default: break
        }
        let (kind, otherKind) = (form(type), form(other))
        if kind == .other, otherKind == .other { return true }
        if kind != .other, otherKind != .other { return kind == otherKind }
        let composed = kind == .other ? type : other
        return isAnything(composed) || union(composed) != nil || isWrapper(composed)
    }

    private static func isWrapper(_ type: TypeText) -> Bool {
        switch type.declaredType?.kind {
        case .wrapper, .pending: true
        default: false
        }
    }

    private static func isAnything(_ type: TypeText) -> Bool {
        if case .name("JSON") = type.wrapped { return true }
        return union(type).map { $0.by == nil } ?? false
    }

    private static func union(_ type: TypeText) -> UnionShape? {
        if case .union(let shape) = type.declaredType?.kind { shape } else { nil }
    }

    private enum Form {
        case text
        case number
        case bool
        case other
    }

    private static func form(_ type: TypeText) -> Form {
        switch type {
        case .name("Bool"): return .bool
        case .name("JSON"): return .other
        case .name(let name): return Formats.isText(name) ? .text : .number
        case .declared(let declared):
            if case .enumeration(let values) = declared.kind {
                return values.isNumber ? .number : .text
            }
            return .other
        case .array, .map, .optional: return .other
        }
    }

    private static func coversScalars(_ type: TypeText, _ other: TypeText) -> Bool {
        let kind = form(type)
        guard kind != .other, kind == form(other) else { return false }
        switch (type, other) {
        case (.declared(let declared), _):
            guard case .enumeration(let values) = declared.kind, !values.isOpen else { return true }
            // A closed enum holds its own values alone.
            guard case .enumeration(let others) = other.declaredType?.kind, !others.isOpen
            else { return false }
            return Set(values.values.map(\.node.text)).isSuperset(
                of: others.values.map(\.node.text))
        // Responses have texts in place of URLs.
        case (.name("String"), _), (.name("URL"), _): return true
        case (.name("Double"), _), (.name("Date(unix)"), _): return true
        case (.name(let name), .name(let second)): return name == second
        default: return true
        }
    }
}
