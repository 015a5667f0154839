internal import PosthornJSON
internal import PosthornSpec

/// Objects, whose members may be inside of other objects of the message.
extension ValueCheckRun {
    /// - Parameter tag: The path of the discriminator of a union, which an object need not declare.
    mutating func checkObject(_ value: JSONValue, _ fields: [FieldSpec], tag: [String]?) {
        check(
            value, WireMember.tree(of: fields), others: fields.first(where: \.holdsOthers),
            tag: tag?[...])
    }

    private mutating func check(
        _ value: JSONValue, _ tree: [(name: String, member: WireMember)], others: FieldSpec?,
        tag: ArraySlice<String>?
    ) {
        guard let members = value.object else { return mismatch(value, "an object") }
        for (name, member) in tree {
            at(.member(name)) {
                $0.check(members[name], member, tag: tag?.first == name ? tag?.dropFirst() : nil)
            }
        }
        let known = tree.map(\.name)
        for (name, member) in members.sorted(by: { $0.key < $1.key })
        where !known.contains(name) && name != tag?.first {
            if case .map(let type)? = others?.type.wrapped {
                at(entry(name)) { $0.check(member, type) }
            } else {
                at(.member(name)) {
                    $0.add(.unknownMember, "", member, listed: known, isHarmless: true)
                }
            }
        }
    }

    private mutating func check(
        _ value: JSONValue?, _ member: WireMember, tag: ArraySlice<String>?
    ) {
        // The union has checked its discriminator.
        if tag?.isEmpty == true { return }
        guard let value else {
            guard checker.direction != .patch, member.isRequired(isRequired) else { return }
            guard case .field(let field) = member else {
                return add(.missingMember, "an object", nil)
            }
            let isRead = isResponse && table.unwrapped(field.type).isNullable
            return add(.missingMember, field.type.words, nil, isHarmless: isRead)
        }
        switch member {
        case .field(let field): check(value, field)
        case .object(let members): check(value, members, others: nil, tag: tag)
        }
    }

    private func isRequired(_ field: FieldSpec) -> Bool {
        if isResponse ? field.traits.isWriteOnly : field.traits.isReadOnly { return false }
        if field.isOptional { return false }
        return field.isConstant ? !checker.lacksConstants : field.defaultValue == nil
    }

    mutating func check(_ value: JSONValue, _ field: FieldSpec) {
        if isResponse ? field.traits.isWriteOnly : field.traits.isReadOnly {
            return add(
                .unknownMember, isResponse ? "" : "set by the server only", value,
                advice: "no value for it", isHarmless: true)
        }
        if field.isConstant, let constant = table.constant(field) {
            guard constant != value else { return }
            return addUnknown(value, among: [constant.scalarText ?? "the constant"])
        }
        let (type, isNullable) = table.unwrapped(field.type)
        if value.isNull, isNullable { return }
        if value.isNull, type.scalar != .json {
            switch checker.direction {
            case .patch where field.isOptional: return
            // In responses, `null` is a missing value.
            case .response where field.isOptional || field.defaultValue != nil: return
            default: break
            }
            return add(
                .null, field.type.words, value, advice: field.isOptional ? "no value for it" : nil)
        }
        check(
            value, field.type, ValueLimits(field.limits),
            isLossy: isResponse && field.traits.isLossy)
    }
}
