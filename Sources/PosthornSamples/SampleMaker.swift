package import PosthornJSON
package import PosthornSpec

/// Plausible values of the types of a spec.
///
/// Examples of the spec come first. Other values follow from the type, its limits and the name of the member, and are the
/// same for the same random numbers.
package struct SampleMaker: Sendable {
    /// The members that may be left out.
    package enum Optionals: Sendable {
        case none, some, all
    }

    /// Who sends the values.
    package enum Direction: Sendable {
        case request, response
    }

    package let table: TypeTable
    /// Which of the members that may be left out values have.
    package var optionals = Optionals.some
    package var direction: Direction

    /// From this depth on, values have no more members, elements and entries than they must.
    private static let depth = 4

    package init(_ table: TypeTable, _ direction: Direction) {
        (self.table, self.direction) = (table, direction)
    }

    /// Returns a value of a field: its constant or example if it has one.
    package func value(of field: FieldSpec, _ random: inout SampleRandom) -> JSONValue {
        value(of: field, depth: 0, &random)
    }

    /// Returns a value of a type.
    ///
    /// - Parameters:
    ///   - name: The name that the value has, from which texts and numbers follow; empty by default.
    ///   - limits: The limits of the value; none by default.
    package func value(
        of type: TypeExpression, named name: String = "", limits: [LimitSpec] = [],
        _ random: inout SampleRandom
    ) -> JSONValue {
        value(of: type, name, ValueLimits(limits), depth: 0, &random)
    }

    /// Returns the name of a server-sent event with its value, for a union that events tell apart.
    package func event(
        of union: UnionSpec, _ random: inout SampleRandom
    ) -> (name: String, value: JSONValue) {
        let choice = random.pick(union.cases)
        return (
            choice.tags.first ?? choice.swiftName,
            value(of: choice.type, "", ValueLimits([]), depth: 1, &random)
        )
    }

    private func value(
        of field: FieldSpec, depth: Int, _ random: inout SampleRandom
    ) -> JSONValue {
        if field.isConstant, let constant = table.constant(field) { return constant }
        if let example = field.example { return table.value(example.value, of: field.type) }
        return value(
            of: field.type, field.path.last ?? field.wireName, ValueLimits(field.limits),
            depth: depth, &random)
    }

    private func value(
        of type: TypeExpression, _ name: String, _ limits: ValueLimits, depth: Int,
        _ random: inout SampleRandom
    ) -> JSONValue {
        let isDeep = depth > Self.depth
        switch type {
        case .optional(let wrapped):
            return isDeep ? .null : value(of: wrapped, name, limits, depth: depth, &random)
        case .array(let item):
            return .array(
                (0..<count(limits, isDeep, &random)).map { _ in
                    value(of: item, name, ValueLimits([]), depth: depth + 1, &random)
                })
        case .map(let item):
            var members: [String: JSONValue] = [:]
            for place in 0..<count(limits, isDeep, &random) {
                let key = SampleText.text(named: "", random: &random)
                members[members[key] == nil ? key : "\(key)\(place)"] =
                    value(of: item, "", ValueLimits([]), depth: depth + 1, &random)
            }
            return .object(members)
        case .named, .inline: break
        }
        switch table.kind(of: type) {
        case .wrapper(let inner, _)?: return value(of: inner, name, limits, depth: depth, &random)
        case .enumeration(let spec)?: return spec.json(random.pick(spec.cases).rawValue)
        case .tuple(let tuple)?:
            return .array(tuple.positions.map { value(of: $0, depth: depth + 1, &random) })
        case .union(let union)?: return value(of: union, name, depth: depth, &random)
        case .object?: return object(of: type, depth: depth, &random)
        // Only Swift code knows the form; a text is the most common one.
        case .foreign?, .refused?: return .string(SampleText.text(named: name, random: &random))
        case nil:
            guard let scalar = type.scalar else { return .null }
            return ScalarSample(type: scalar, form: type.form, name: name, limits: limits)
                .value(&random)
        }
    }

    /// Returns the number of elements of an array or a map.
    private func count(
        _ limits: ValueLimits, _ isDeep: Bool, _ random: inout SampleRandom
    ) -> Int {
        let range = limits.length
        // A limit of millions of elements is no reason to send them.
        let least = min(range.lowerBound, 10_000)
        if isDeep { return least }
        let usual = Int.random(in: 1...3, using: &random)
        return max(least, min(usual, range.upperBound))
    }

    private func object(
        of type: TypeExpression, depth: Int, _ random: inout SampleRandom
    ) -> JSONValue {
        var object = JSONValue.object([:])
        for field in table.fields(of: type) ?? [] where isSent(field, depth: depth, &random) {
            object.set(value(of: field, depth: depth + 1, &random), at: field.path[...])
        }
        return object
    }

    /// Returns whether an object has a field.
    package func isSent(_ field: FieldSpec, _ random: inout SampleRandom) -> Bool {
        isSent(field, depth: 0, &random)
    }

    private func isSent(_ field: FieldSpec, depth: Int, _ random: inout SampleRandom) -> Bool {
        if field.holdsOthers { return false }
        if direction == .request ? field.traits.isReadOnly : field.traits.isWriteOnly {
            return false
        }
        if field.isConstant { return true }
        guard field.isOptional || field.defaultValue != nil else { return true }
        switch optionals {
        case .none: return false
        case .all: return depth <= Self.depth
        case .some:
            return depth <= Self.depth && (field.example != nil || random.next() % 4 > 0)
        }
    }

    private func value(
        of union: UnionSpec, _ name: String, depth: Int, _ random: inout SampleRandom
    ) -> JSONValue {
        guard
            let choice = depth > Self.depth
                ? union.cases.min(by: { table.height(of: $0.type) < table.height(of: $1.type) })
                : random.pick(union.cases)
        else { return .null }
        var value = value(of: choice.type, name, ValueLimits([]), depth: depth + 1, &random)
        if let path = union.discriminator, !path.isEmpty, let tag = choice.tags.first {
            value.set(union.json(tag), at: path[...])
        }
        return value
    }
}
