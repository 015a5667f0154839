internal import PosthornCore
internal import PosthornSpec

/// Objects, whose members may be inside of other objects of the message.
extension WireCheck {
    mutating func checkObject(_ value: JSONValue, _ type: TypeExpression) {
        guard let members = value.object else { return mismatch(value, "is an object", "'{…}'") }
        guard let shape = shapes.shape(of: type) else { return }
        let others = shape.fields.first(where: \.holdsOthers)
        check(members, WireMember.tree(of: shape.fields), others: others)
    }

    mutating func check(
        _ members: [String: JSONValue], _ tree: [(name: String, member: WireMember)],
        others: FieldSpec?
    ) {
        for (name, member) in tree {
            at(.member(name)) { $0.check(members[name], member) }
        }
        let known = tree.map(\.name)
        let strange = members.keys.filter { !known.contains($0) }.sorted()
        for name in strange {
            guard let value = members[name] else { continue }
            at(.member(name)) { check in
                guard let others else { return check.undeclared(name, among: known) }
                if case .map(let type) = others.type.wrapped { check.check(value, type) }
            }
        }
    }

    mutating func check(_ value: JSONValue?, _ member: WireMember) {
        switch member {
        case .field(let field):
            guard let value else { return checkAbsence(of: field) }
            check(value, field)
        case .object(let members):
            guard let value else {
                if !member.mayBeLeftOut, direction != .patch { missing("an object") }
                return
            }
            guard let own = value.object else { return mismatch(value, "is an object", "'{…}'") }
            check(own, members, others: nil)
        }
    }

    mutating func checkAbsence(of field: FieldSpec) {
        let mayBeMissing =
            isResponse
            ? field.isOptional || field.type.isNullable || field.defaultValue != nil
                || field.traits.isWriteOnly || field.isConstant
            : field.mayBeLeftOut || direction == .patch
        if !mayBeMissing { missing(Self.words(for: field.type)) }
    }

    mutating func check(_ value: JSONValue, _ field: FieldSpec) {
        if !isResponse, field.traits.isReadOnly {
            return add(
                .member, "is set by the server only", found: Self.summary(value),
                write: "no value for it")
        }
        if isResponse, field.traits.isWriteOnly { return }
        if value.isNull, !field.type.isNullable, type(of: field).scalar != .json {
            if direction == .patch, field.isOptional { return }
            return add(
                .null, "is not nullable", found: "null",
                write: field.isOptional ? "no value for it" : Self.words(for: field.type),
                isRefused: !isResponse || !field.isOptional && field.defaultValue == nil)
        }
        let count = deviations.count
        if field.traits.isLossy, isResponse {
            checkLossy(value, field.type)
        } else {
            check(value, field.type)
        }
        if deviations.count == count { checkLimits(value, field) }
    }

    private func type(of field: FieldSpec) -> TypeExpression { field.type.limited(types).type }
}
