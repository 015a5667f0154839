package import PosthornJSON
package import PosthornSpec

/// Values at the edges of a type, and values that are not of the type, each with a description.
package struct SampleVariants: Sendable {
    /// A value with one difference from a usual one.
    package struct Variant: Sendable {
        /// The names and indices on the way to the difference; empty for the whole value.
        package var path: String
        /// The difference, such as `the least number`.
        package var description: String
        package var value: JSONValue
    }

    /// What to make.
    package enum Purpose: Sendable {
        /// Values of the type.
        case boundary
        /// Values that the type or a limit excludes.
        case wrong
    }

    /// Makes what surrounds the differences.
    package let maker: SampleMaker
    private let purpose: Purpose

    /// The depth of members and the number of variants that are made.
    private static let (depth, most) = (4, 500)

    package init(_ maker: SampleMaker, _ purpose: Purpose) {
        var maker = maker
        maker.optionals = .all
        (self.maker, self.purpose) = (maker, purpose)
    }

    /// Returns the variants of a field's value.
    package func variants(of field: FieldSpec, _ random: inout SampleRandom) -> [Variant] {
        guard !field.isConstant else { return [] }
        return variants(
            of: field.type, field.path.last ?? field.wireName, field.limits, depth: 0, &random)
    }

    /// Returns the variants of a type's value.
    package func variants(
        of type: TypeExpression, limits: [LimitSpec] = [], _ random: inout SampleRandom
    ) -> [Variant] {
        variants(of: type, "", limits, depth: 0, &random)
    }

    private func variants(
        of type: TypeExpression, _ name: String, _ limits: [LimitSpec], depth: Int,
        _ random: inout SampleRandom
    ) -> [Variant] {
        guard depth < Self.depth else { return [] }
        let (inner, isNullable) = maker.table.unwrapped(type)
        var found: [Variant] = []
        let isAny = inner.scalar == .json || maker.table.kind(of: inner).map(Self.isOpaque) == true
        if purpose == .boundary ? isNullable : !isNullable && !isAny {
            found.append(Variant(path: "", description: "null", value: .null))
        }
        switch inner {
        case .array(let item):
            found += arrays(inner, name, limits, &random)
            guard ValueLimits(limits).length.contains(1) else { break }
            found += variants(of: item, name, [], depth: depth + 1, &random).map { variant in
                Variant(
                    path: "[0]" + (variant.path.isEmpty || variant.path.hasPrefix("[") ? "" : ".")
                        + variant.path,
                    description: variant.description, value: .array([variant.value]))
            }
        case .map:
            found.append(
                purpose == .boundary
                    ? Variant(path: "", description: "no entries", value: .object([:]))
                    : Variant(path: "", description: "a text in place of an object", value: "text"))
        default:
            switch maker.table.kind(of: inner) {
            case .object?: found += objects(inner, depth: depth, &random)
            case .enumeration(let spec)?: found += enumValues(spec)
            case .union(let union)?:
                if purpose == .boundary {
                    found += union.cases.map { choice in
                        var value = maker.value(of: choice.type, named: name, &random)
                        if let path = union.discriminator, let tag = choice.tags.first {
                            value.set(union.json(tag), at: path[...])
                        }
                        return Variant(
                            path: "", description: "the case \(choice.swiftName)", value: value)
                    }
                }
            case .tuple?, .wrapper?, .foreign?, .refused?: break
            case nil:
                guard let scalar = inner.scalar else { break }
                let leaf = ScalarVariants(
                    type: scalar, form: inner.form, name: name, limits: ValueLimits(limits))
                found +=
                    purpose == .boundary ? leaf.boundaries(&random) : leaf.wrongs(&random)
            }
        }
        return Array(found.prefix(Self.most))
    }

    private static func isOpaque(_ kind: TypeSpec.Kind) -> Bool {
        switch kind {
        case .foreign, .refused, .union: true
        case .object, .enumeration, .tuple, .wrapper: false
        }
    }

    private func arrays(
        _ type: TypeExpression, _ name: String, _ limits: [LimitSpec],
        _ random: inout SampleRandom
    ) -> [Variant] {
        let length = ValueLimits(limits).length
        var counts: [Int] = []
        switch purpose {
        case .boundary:
            counts = [length.lowerBound]
            if length.upperBound <= 1_000 { counts.append(length.upperBound) }
        case .wrong:
            if length.lowerBound > 0 { counts = [length.lowerBound - 1] }
            if length.upperBound <= 1_000 { counts.append(length.upperBound + 1) }
        }
        guard case .array(let item) = type else { return [] }
        var found = counts.map { count in
            Variant(
                path: "", description: "\(count) elements",
                value: .array(
                    (0..<count).map { _ in maker.value(of: item, named: name, &random) }))
        }
        if purpose == .wrong {
            found.append(
                Variant(path: "", description: "a text in place of an array", value: "text"))
        }
        return found
    }

    private func enumValues(_ spec: EnumSpec) -> [Variant] {
        guard purpose == .wrong else {
            return spec.cases.map { choice in
                Variant(
                    path: "", description: "the value \(choice.rawValue)",
                    value: spec.json(choice.rawValue))
            }
        }
        let isNumber = spec.isInteger || spec.isFraction
        let known = Set(spec.cases.map(\.rawValue))
        let other =
            isNumber
            ? (0...).lazy.map { $0 + 90_001 }.map(String.init).first { !known.contains($0) }
            : ["unlisted", "unlisted-value"].first { !known.contains($0) }
        return other.map {
            [Variant(path: "", description: "a value that is not listed", value: spec.json($0))]
        } ?? []
    }

    private func objects(
        _ type: TypeExpression, depth: Int, _ random: inout SampleRandom
    ) -> [Variant] {
        let whole = maker.value(of: type, &random)
        var found: [Variant] = []
        if purpose == .wrong {
            found.append(
                Variant(path: "", description: "a text in place of an object", value: "text"))
        } else {
            var least = maker
            least.optionals = .none
            found.append(
                Variant(
                    path: "", description: "only the required members",
                    value: least.value(of: type, &random)))
        }
        for field in maker.table.fields(of: type) ?? []
        where !field.isConstant && maker.isSent(field, &random) {
            if purpose == .wrong, !field.mayBeLeftOut {
                var value = whole
                value.set(nil, at: field.path[...])
                found.append(
                    Variant(path: field.shownName, description: "missing", value: value))
            }
            let inner = variants(
                of: field.type, field.path.last ?? field.wireName, field.limits, depth: depth + 1,
                &random)
            for variant in inner where found.count < Self.most {
                var value = whole
                value.set(variant.value, at: field.path[...])
                let isJoined = variant.path.isEmpty || variant.path.hasPrefix("[")
                found.append(
                    Variant(
                        path: field.shownName + (isJoined ? "" : ".") + variant.path,
                        description: variant.description, value: value))
            }
        }
        return found
    }
}
