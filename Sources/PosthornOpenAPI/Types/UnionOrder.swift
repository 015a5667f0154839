internal import PosthornForeign

/// The order in which a union without a discriminator tries its types.
///
/// An object also reads a value of another one that has its required members, and loses the others. It comes after that one
/// where the reverse is not so.
struct UnionOrder {
    private let cases: [UnionShape.Case]
    /// The fields of objects by their names on the wire; `nil` for other types.
    private let fields: [[String: FieldDraft]?]

    init(_ cases: [UnionShape.Case]) {
        self.cases = cases
        fields = cases.map { item in
            item.type.declaredType?.shape.map { shape in
                Dictionary(
                    shape.fields.map { ($0.wireName, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }
    }

    /// The cases, otherwise in the order in which they stand.
    var sorted: [UnionShape.Case] {
        let before = cases.indices.map { first in
            Set(cases.indices.filter { $0 != first && comes($0, before: first) })
        }
        var rest = Array(cases.indices)
        var result: [UnionShape.Case] = []
        while !rest.isEmpty {
            // In a circle, a type must not come before those whose values all fit it.
            let place =
                rest.firstIndex { before[$0].isDisjoint(with: rest) }
                ?? rest.firstIndex { later in
                    !rest.contains { $0 != later && covers(later, $0) }
                } ?? 0
            result.append(cases[rest.remove(at: place)])
        }
        return result
    }

    private func comes(_ first: Int, before second: Int) -> Bool {
        guard let own = fields[first], let other = fields[second] else {
            return covers(second, first)
        }
        guard Self.reads(other, valuesOf: own) else { return false }
        guard Self.reads(own, valuesOf: other) else { return true }
        if covers(second, first) { return true }
        return !covers(first, second) && Self.required(own) > Self.required(other)
    }

    private func covers(_ index: Int, _ other: Int) -> Bool {
        Cover.covers(cases[index].type, cases[other].type)
    }

    private static func required(_ fields: [String: FieldDraft]) -> Int {
        fields.values.count { !$0.mayBeLeftOut }
    }

    /// Returns whether an object can read a value of another one.
    private static func reads(
        _ fields: [String: FieldDraft], valuesOf others: [String: FieldDraft]
    ) -> Bool {
        fields.allSatisfy { name, field in
            guard let other = others[name] else { return field.mayBeLeftOut }
            return field.mayBeLeftOut && other.mayBeLeftOut || Cover.overlap(field, other)
        }
    }
}
