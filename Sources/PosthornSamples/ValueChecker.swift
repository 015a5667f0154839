package import PosthornJSON
package import PosthornSpec

/// A comparison of values with types of a spec.
package struct ValueChecker: Sendable {
    package let table: TypeTable
    /// Who sends the values, which decides about members that are only read or only written.
    package let direction: SampleMaker.Direction
    /// Whether paths have `[]` for each element of an array and `{}` for each entry of a map.
    ///
    /// Each deviation is found once, and no path has a key of a map.
    package var usesGeneralPaths = false

    /// The largest number of deviations that are found in one value.
    package static let most = 100

    package init(_ table: TypeTable, _ direction: SampleMaker.Direction) {
        (self.table, self.direction) = (table, direction)
    }

    /// Returns the deviations of a value from a type, in the order of the spec.
    ///
    /// - Parameter limits: The limits of the value; none by default.
    package func deviations(
        of value: JSONValue, from type: TypeExpression, limits: [LimitSpec] = []
    ) -> [Deviation] {
        var run = Run(table: table, direction: direction, isGeneral: usesGeneralPaths)
        run.check(value, type, ValueLimits(limits), at: "")
        return run.found
    }

    /// Returns the deviations of an object's members from fields.
    package func deviations(of object: JSONValue, from fields: [FieldSpec]) -> [Deviation] {
        var run = Run(table: table, direction: direction, isGeneral: usesGeneralPaths)
        run.checkObject(object, fields, unless: nil, at: "")
        return run.found
    }
}

extension ValueChecker {
    /// One comparison.
    fileprivate struct Run {
        let table: TypeTable
        let direction: SampleMaker.Direction
        let isGeneral: Bool
        var found: [Deviation] = []
        private var depth = 0

        init(table: TypeTable, direction: SampleMaker.Direction, isGeneral: Bool) {
            (self.table, self.direction, self.isGeneral) = (table, direction, isGeneral)
        }

        private mutating func add(
            _ kind: Deviation.Kind, _ expected: String, _ value: JSONValue?, at path: String,
            found words: String? = nil, isHarmless: Bool = false
        ) {
            guard found.count < most,
                !isGeneral || !found.contains(where: { $0.kind == kind && $0.path == path })
            else { return }
            found.append(
                Deviation(
                    path: path, kind: kind, expected: expected,
                    found: words ?? value?.kindWords ?? "nothing", value: value,
                    isHarmless: isHarmless))
        }

        mutating func check(
            _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits, at path: String
        ) {
            guard found.count < most, depth < 200 else { return }
            depth += 1
            defer { depth -= 1 }
            switch type {
            case .optional(let wrapped):
                if !value.isNull { check(value, wrapped, limits, at: path) }
            case .array(let item):
                guard let items = value.array else { return mismatch(value, "an array", path) }
                checkLimits(value, type, limits, path)
                for (index, element) in items.enumerated() {
                    check(element, item, ValueLimits([]), at: self.path(path, index))
                }
            case .map(let item):
                guard let members = value.object else { return mismatch(value, "an object", path) }
                checkLimits(value, type, limits, path)
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    check(member, item, ValueLimits([]), at: self.path(path, key: name))
                }
            case .named, .inline: checkNamed(value, type, limits, path)
            }
        }

        private mutating func checkNamed(
            _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits, _ path: String
        ) {
            switch table.kind(of: type) {
            case .wrapper(let inner, _)?: check(value, inner, limits, at: path)
            case .enumeration(let spec)?:
                guard !spec.cases.contains(where: { spec.json($0.rawValue) == value }) else {
                    return
                }
                let wanted = spec.isInteger || spec.isFraction ? "a number" : "a text"
                guard !value.isNull, value.kindWords == wanted else {
                    return mismatch(value, wanted, path)
                }
                let values = spec.cases.prefix(12).map(\.rawValue).joined(separator: ", ")
                add(
                    .unknownValue, "one of \(values)\(spec.cases.count > 12 ? ", …" : "")", value,
                    at: path, found: "another value", isHarmless: spec.isOpen)
            case .tuple(let tuple)?: checkTuple(value, tuple, path)
            case .union(let union)?: checkUnion(value, union, path)
            case .object?:
                guard value.object != nil else { return mismatch(value, "an object", path) }
                checkObject(value, table.fields(of: type) ?? [], unless: nil, at: path)
            case .foreign?, .refused?: break
            case nil:
                guard let scalar = type.scalar else { return }
                if let expected = ScalarCheck.expectation(value, scalar, form: type.form) {
                    return mismatch(value, expected, path)
                }
                checkLimits(value, type, limits, path)
            }
        }

        private mutating func mismatch(_ value: JSONValue, _ expected: String, _ path: String) {
            add(value.isNull ? .null : .wrongType, expected, value, at: path)
        }

        private mutating func checkLimits(
            _ value: JSONValue, _ type: TypeExpression, _ limits: ValueLimits, _ path: String
        ) {
            guard let problem = limits.problem(of: value, type) else { return }
            // Clients check responses only where the spec says so.
            add(
                .limit, problem.expected, value, at: path, found: problem.found,
                isHarmless: direction == .response)
        }

        private mutating func checkTuple(_ value: JSONValue, _ tuple: TupleSpec, _ path: String) {
            guard let items = value.array, items.count >= tuple.positions.count else {
                let expected = "an array of at least \(tuple.positions.count) elements"
                return mismatch(value, expected, path)
            }
            for (index, item) in items.enumerated() {
                let field = index < tuple.positions.count ? tuple.positions[index] : tuple.rest
                guard let field else {
                    add(.unknownMember, "", item, at: self.path(path, index), isHarmless: true)
                    continue
                }
                check(
                    item, field.type, ValueLimits(field.limits), at: self.path(path, index))
            }
        }

        // MARK: Unions

        private mutating func checkUnion(_ value: JSONValue, _ union: UnionSpec, _ path: String) {
            guard let tagPath = union.discriminator, !tagPath.isEmpty else {
                return checkFirstFit(value, union, path)
            }
            guard value.object != nil else { return mismatch(value, "an object", path) }
            let place = tagPath.reduce(path) { Self.path($0, $1) }
            guard let tag = value.value(at: tagPath) else {
                return add(.missingMember, "", nil, at: place, isHarmless: union.isOpen)
            }
            guard let choice = union.choice(for: value) else {
                let tags = union.cases.flatMap(\.tags).joined(separator: ", ")
                return add(
                    .unknownValue, "one of \(tags)", tag, at: place, found: "another value",
                    isHarmless: union.isOpen)
            }
            guard let fields = table.fields(of: choice.type) else {
                return check(value, choice.type, ValueLimits([]), at: path)
            }
            checkObject(value, fields, unless: tagPath, at: path)
        }

        /// Finds the first type that fits, or reports what the nearest one lacks.
        private mutating func checkFirstFit(
            _ value: JSONValue, _ union: UnionSpec, _ path: String
        ) {
            var nearest: [Deviation]?
            for choice in union.cases {
                var run = Run(table: table, direction: direction, isGeneral: isGeneral)
                run.depth = depth
                run.check(value, choice.type, ValueLimits([]), at: path)
                let harm = run.found.filter { !$0.isHarmless || direction == .request }
                if harm.isEmpty {
                    found += run.found
                    return
                }
                let isWhole = harm.contains { $0.path == path && $0.kind == .wrongType }
                if !isWhole, nearest.map({ $0.count > run.found.count }) ?? true {
                    nearest = run.found
                }
            }
            guard let nearest else {
                return add(
                    value.isNull ? .null : .wrongType, "one of the types of the union", value,
                    at: path, isHarmless: union.isOpen && !value.isNull)
            }
            for var deviation in nearest where found.count < most {
                deviation.isHarmless = deviation.isHarmless || union.isOpen
                found.append(deviation)
            }
        }

        // MARK: Objects

        /// The members of an object, and of the objects between them and fields with `at`.
        private final class Node {
            var field: FieldSpec?
            /// Whether the member is the discriminator of a union, which has checked it.
            var isTag = false
            var members: [String: Node] = [:]
            var order: [String] = []

            /// - Parameter field: The field at the path; `nil` for the discriminator of a union.
            func insert(_ path: ArraySlice<String>, _ field: FieldSpec?) {
                guard let name = path.first else {
                    if let field { self.field = field } else { isTag = true }
                    return
                }
                let next = members[name] ?? Node()
                if members.updateValue(next, forKey: name) == nil { order.append(name) }
                next.insert(path.dropFirst(), field)
            }

            /// Whether every value has the member.
            func isRequired(_ isRequired: (FieldSpec) -> Bool) -> Bool {
                field.map(isRequired) ?? members.values.contains { $0.isRequired(isRequired) }
            }
        }

        /// - Parameter tag: The path of the discriminator of a union, which an object need not declare.
        mutating func checkObject(
            _ value: JSONValue, _ fields: [FieldSpec], unless tag: [String]?, at path: String
        ) {
            let root = Node()
            for field in fields where !field.holdsOthers { root.insert(field.path[...], field) }
            if let tag { root.insert(tag[...], nil) }
            check(value, root, fields.first(where: \.holdsOthers), at: path)
        }

        private mutating func check(
            _ value: JSONValue, _ node: Node, _ others: FieldSpec?, at path: String
        ) {
            guard let members = value.object else { return mismatch(value, "an object", path) }
            for name in node.order {
                guard let next = node.members[name], !next.isTag else { continue }
                let place = Self.path(path, name)
                guard let member = members[name] else {
                    if next.isRequired(isRequired) {
                        let isNullable =
                            next.field.map { table.unwrapped($0.type).isNullable } ?? false
                        add(
                            .missingMember, next.field.map { "\($0.type)" } ?? "an object", nil,
                            at: place, isHarmless: direction == .response && isNullable)
                    }
                    continue
                }
                if let field = next.field {
                    check(member, field, at: place)
                } else if !next.members.isEmpty {
                    check(member, next, nil, at: place)
                }
            }
            for (name, member) in members.sorted(by: { $0.key < $1.key })
            where node.members[name] == nil {
                if let others {
                    check(member, others.type, ValueLimits([]), at: self.path(path, key: name))
                } else {
                    add(.unknownMember, "", member, at: Self.path(path, name), isHarmless: true)
                }
            }
        }

        private func isRequired(_ field: FieldSpec) -> Bool {
            if field.isOptional || field.isConstant && field.defaultValue == nil { return false }
            if direction == .request ? field.traits.isReadOnly : field.traits.isWriteOnly {
                return false
            }
            return field.isConstant || field.defaultValue == nil
        }

        private mutating func check(_ value: JSONValue, _ field: FieldSpec, at path: String) {
            if direction == .request ? field.traits.isReadOnly : field.traits.isWriteOnly {
                return add(.unknownMember, "", value, at: path, isHarmless: true)
            }
            if field.isConstant, let constant = table.constant(field) {
                guard constant != value else { return }
                return add(
                    .unknownValue, Self.text(of: constant), value, at: path, found: "another value")
            }
            let (type, isNullable) = table.unwrapped(field.type)
            if value.isNull, isNullable { return }
            if value.isNull, type.scalar != .json {
                // A client reads `null` as a missing value.
                let isRead = field.isOptional || field.defaultValue != nil
                return add(
                    .null, "\(field.type)", value, at: path,
                    isHarmless: direction == .response && isRead)
            }
            check(value, field.type, ValueLimits(field.limits), at: path)
        }

        private static func text(of constant: JSONValue) -> String {
            switch constant {
            case .string(let text): "'\(text)'"
            case .number(let number): number.text
            case .bool(let bool): "\(bool)"
            case .null, .array, .object: "the constant"
            }
        }

        private func path(_ path: String, _ index: Int) -> String {
            isGeneral ? path + "[]" : "\(path)[\(index)]"
        }

        private func path(_ path: String, key: String) -> String {
            isGeneral ? path + "{}" : Self.path(path, key)
        }

        private static func path(_ path: String, _ name: String) -> String {
            // A received name can have any length.
            let name = name.utf8.count > 100 ? name.prefix(100) + "…" : name
            return path.isEmpty ? name : "\(path).\(name)"
        }
    }
}
