package import PosthornCore
package import PosthornSamples
package import PosthornSpec

/// Counts how often responses have the members that their types permit.
package struct MemberCensus: Sendable {
    /// The count of one member.
    package struct Tally: Hashable, Sendable {
        /// The number of objects that could have had the member.
        package var objects = 0
        /// The number of objects that had it, with a value other than `null`.
        package var present = 0
    }

    /// The counts by the status and the path of the member, such as `200 body.orders[].id`.
    package private(set) var members: [String: Tally] = [:]

    /// The depth of objects, the elements of an array and the paths that are counted.
    private static let (depth, elements, most) = (12, 1_000, 2_000)

    package init() {}

    /// Counts the members of a value.
    package mutating func count(
        _ value: JSONValue, _ type: TypeExpression, _ table: TypeTable, at path: String
    ) {
        count(value, type, table, path, 0)
    }

    /// Returns the members that no object had, of at least a number of objects.
    package func neverSeen(in least: Int) -> [Drift] {
        members.filter { $0.value.present == 0 && $0.value.objects >= least }.map(\.key).sorted()
            .map { path in
                let parts = path.split(separator: " ", maxSplits: 1)
                return Drift(
                    .neverSeen, Int(parts.first ?? "") ?? 0, String(parts.last ?? ""),
                    expected: "", found: "nothing", isHarmless: true)
            }
    }

    /// Adds the counts of another census.
    mutating func merge(_ other: MemberCensus) {
        for (path, tally) in other.members where members[path] != nil || members.count < Self.most {
            members[path, default: Tally()].objects += tally.objects
            members[path, default: Tally()].present += tally.present
        }
    }

    private mutating func count(
        _ value: JSONValue, _ type: TypeExpression, _ table: TypeTable, _ path: String,
        _ depth: Int
    ) {
        guard depth < Self.depth else { return }
        let type = table.unwrapped(type).type
        switch type {
        case .array(let item):
            for element in (value.array ?? []).prefix(Self.elements) {
                count(element, item, table, path + "[]", depth + 1)
            }
        case .map(let item):
            for (_, member) in value.object ?? [:] {
                count(member, item, table, path + "{}", depth + 1)
            }
        case .named, .inline, .optional:
            if case .union(let union)? = table.kind(of: type) {
                guard let choice = union.choice(for: value) else { return }
                return count(value, choice.type, table, path, depth + 1)
            }
            guard value.object != nil, let fields = table.fields(of: type) else { return }
            for field in fields { count(field, of: value, table, path, depth) }
        }
    }

    private mutating func count(
        _ field: FieldSpec, of object: JSONValue, _ table: TypeTable, _ path: String,
        _ depth: Int
    ) {
        guard !field.holdsOthers, !field.isConstant, !field.traits.isWriteOnly else { return }
        let place = path + "." + field.shownName
        let member = object.value(at: field.path)
        if let member { count(member, field.type, table, place, depth + 1) }
        let mayBeAbsent =
            field.isOptional || field.defaultValue != nil || table.unwrapped(field.type).isNullable
        guard mayBeAbsent, members[place] != nil || members.count < Self.most else { return }
        var tally = members[place] ?? Tally()
        tally.objects += 1
        if member.map({ !$0.isNull }) == true { tally.present += 1 }
        members[place] = tally
    }
}
