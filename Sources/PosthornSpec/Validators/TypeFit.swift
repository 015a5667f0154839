/// A comparison of the values that types accept, as far as a spec tells.
struct TypeFit {
    let types: [String: TypeSpec]
    private let shapes: ObjectShapes
    /// The pairs of declared types that are being compared, which recursive types compare again.
    private var open: Set<[String]> = []
    /// The number of comparisons that are left, which limits the work for hostile specs.
    private var remaining = 100_000

    init(_ types: [String: TypeSpec]) {
        self.types = types
        shapes = ObjectShapes(types)
    }

    /// Returns whether a type accepts all documented values of another one.
    ///
    /// The result is `false` if the spec does not tell, as for types that are written in Swift.
    mutating func covers(
        _ type: TypeExpression, _ other: TypeExpression, depth: Int = 0
    ) -> Bool {
        remaining -= 1
        guard remaining > 0, depth < 64 else { return false }
        let (first, second) = (unwrapped(type), unwrapped(other))
        if first.isNullable || !second.isNullable {
            return coversValues(first.type, second.type, depth: depth + 1)
        }
        return isAnything(first.type)
    }

    /// Returns a type without wrappers and `?`, and whether `null` is one of its values.
    private func unwrapped(_ type: TypeExpression) -> (type: TypeExpression, isNullable: Bool) {
        let (inner, wrappers) = type.limited(types)
        return (inner, type.isNullable || wrappers.contains(true))
    }

    private func isAnything(_ type: TypeExpression) -> Bool {
        type.scalar == .json || isOpenUnion(type)
    }

    /// Returns whether a type is a union without `by` that keeps all values.
    func isOpenUnion(_ type: TypeExpression) -> Bool {
        guard case .union(let union) = unwrapped(type).type.kind(in: types) else { return false }
        return union.isOpen && union.discriminator == nil
    }

    private mutating func coversValues(
        _ type: TypeExpression, _ other: TypeExpression, depth: Int
    ) -> Bool {
        if isAnything(type) { return true }
        if case .union(let union) = other.kind(in: types) {
            guard !union.isOpen else { return false }
            return union.cases.allSatisfy { covers(type, $0.type, depth: depth) }
        }
        if case .union(let union) = type.kind(in: types) {
            guard union.discriminator == nil else { return false }
            return union.cases.contains { covers($0.type, other, depth: depth) }
        }
        switch (type, other) {
        case (.array(let item), .array(let otherItem)):
            return covers(item, otherItem, depth: depth)
        case (.map(let value), .map(let otherValue)):
            return covers(value, otherValue, depth: depth)
        case (.map(let value), _):
            return shapes.shape(of: other)?.fields.allSatisfy {
                covers(value, $0.type, depth: depth)
            } ?? false
        case (_, .map(let value)):
            guard let shape = shapes.shape(of: type), shape.required.isEmpty
            else { return false }
            return shape.fields.allSatisfy { covers($0.type, value, depth: depth) }
        default: break
        }
        if let shape = shapes.shape(of: type), let otherShape = shapes.shape(of: other) {
            return coversMembers(type, shape, other, otherShape, depth: depth)
        }
        return ScalarFit(type, types).covers(ScalarFit(other, types))
    }

    /// Returns whether a field accepts all values of another one, one of which is a constant.
    ///
    /// Returns `nil` if the types of the fields tell.
    private static func accepts(
        _ field: FieldSpec, _ other: FieldSpec, _ types: [String: TypeSpec]
    ) -> Bool? {
        guard field.isConstant || other.isConstant else { return nil }
        guard field.isConstant else {
            guard case .text(let text) = other.defaultValue?.value,
                case .enumeration(let spec) = field.type.wrapped.kind(in: types), !spec.isOpen
            else { return nil }
            let isText = !spec.isInteger && !spec.isFraction
            return isText == (other.type.scalar == .string)
                && spec.cases.contains { $0.rawValue == text }
        }
        return other.isConstant && field.type.scalar == other.type.scalar
            && field.defaultValue?.value == other.defaultValue?.value
    }

    /// Returns whether an object accepts another one: it requires no more, and their common members fit.
    private mutating func coversMembers(
        _ type: TypeExpression, _ shape: ObjectShapes.Shape, _ other: TypeExpression,
        _ otherShape: ObjectShapes.Shape, depth: Int
    ) -> Bool {
        var pair: [String]?
        if let name = type.name?.text, let otherName = other.name?.text {
            pair = [name, otherName]
        }
        if let pair {
            // Within the comparison of the same types, they are assumed to fit.
            guard open.insert(pair).inserted else { return true }
        }
        defer { if let pair { open.remove(pair) } }
        for field in shape.fields where !field.holdsOthers {
            guard let place = otherShape.places[field.wireName] else {
                if field.mayBeLeftOut, !field.isConstant { continue }
                return false
            }
            let otherField = otherShape.fields[place]
            if let accepts = Self.accepts(field, otherField, types) {
                guard accepts else { return false }
                continue
            }
            guard field.mayBeLeftOut || !otherField.mayBeLeftOut || otherField.isConstant
            else { return false }
            let accepted: TypeExpression =
                field.mayBeLeftOut ? .optional(field.type.wrapped) : field.type
            guard covers(accepted, otherField.type, depth: depth) else { return false }
        }
        return true
    }
}

/// The JSON scalars that a type accepts.
private struct ScalarFit {
    private enum Form {
        case bool
        case text
        case number
        /// A number in a string.
        case digits
        case other
    }

    private var scalar: ScalarType?
    private var form = Form.other
    private var name: String?
    private var values: EnumSpec?

    init(_ type: TypeExpression, _ types: [String: TypeSpec]) {
        if case .enumeration(let spec) = type.kind(in: types) {
            values = spec
            form = spec.isInteger || spec.isFraction ? .number : .text
            return
        }
        guard let scalar = type.scalar else { return }
        self.scalar = scalar
        name = type.form
        switch (scalar, type.form) {
        case (.bool, nil): form = .bool
        case (.date, "unix"), (.date, "millis"), (.duration, "seconds"), (.duration, "millis"),
            (.bool, "int"):
            form = .number
        case (_, "string") where scalar.isNumber: form = .digits
        case (.date, "unix string"), (.date, "millis string"): form = .digits
        case (_, nil) where scalar.isNumber: form = .number
        case (.string, nil), (.uuid, _), (.url, nil), (.data, _), (.date, _), (.duration, _),
            (.bool, _):
            form = .text
        // A format of which this rule knows nothing.
        default: break
        }
    }

    func covers(_ other: ScalarFit) -> Bool {
        guard form != .other, other.form != .other else { return false }
        if let values {
            guard other.scalar != .string || values.isOpen else { return false }
            if values.isOpen {
                if values.isFraction { return other.form == .number }
                return values.isInteger ? other.isWhole : other.isText
            }
            guard let others = other.values, !others.isOpen else { return false }
            let known = Set(values.cases.map(\.rawValue))
            return form == other.form && others.cases.allSatisfy { known.contains($0.rawValue) }
        }
        if scalar == .string { return other.isText }
        guard form == other.form else { return false }
        if form == .number || form == .digits { return coversNumbers(other) }
        return other.scalar == scalar && other.name == name
    }

    private var isText: Bool { form == .text || form == .digits }

    private var isWhole: Bool {
        if let values { return values.isInteger }
        return form == .number && [.int, .int32, .int64, .uint64, .bool].contains(scalar)
    }

    private func coversNumbers(_ other: ScalarFit) -> Bool {
        switch scalar {
        case .double, .float, .decimal, .date, .duration: true
        case .int, .int64:
            other.values?.isInteger == true || [.int, .int64, .int32, .bool].contains(other.scalar)
        case .int32: [.int32, .bool].contains(other.scalar)
        case .uint64: [.uint64, .bool].contains(other.scalar)
        default: other.scalar == scalar
        }
    }
}
