internal import PosthornSpec

extension Comparison {
    /// Returns what changes from the services of one target to those of another.
    ///
    /// Services are the same if they have one name, and if each target has one more service, these two are the same. A
    /// change of a type that several services use is one change.
    package static func changes(from old: [DiffedSpec], to new: [DiffedSpec]) -> [Change] {
        var others = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var pairs: [(old: DiffedSpec, new: DiffedSpec?)] = old.map { ($0, others[$0.name]) }
        for spec in old { others[spec.name] = nil }
        let unmatched = pairs.indices.filter { pairs[$0].new == nil }
        if unmatched.count == 1, others.count == 1, let other = others.popFirst() {
            pairs[unmatched[0]].new = other.value
        }
        let hasSeveral = old.count > 1 || new.count > 1
        let types = old.map(\.usedTypes)
        var changes: [Change] = []
        for (index, pair) in pairs.enumerated() {
            guard let after = pair.new else {
                changes.append(change(.serviceRemoved, pair.old, place: new.first))
                continue
            }
            let elsewhere = types.indices.filter { $0 != index }
                .reduce(into: Set()) { $0.formUnion(types[$1]) }
            changes += Self.changes(
                from: pair.old, to: after, prefix: hasSeveral ? after.name + "." : "",
                usedElsewhere: elsewhere)
        }
        for spec in new where others[spec.name] != nil {
            changes.append(change(.serviceAdded, spec, place: old.first))
        }
        return joined(changes)
    }

    private static func change(
        _ rule: ChangeRule, _ spec: DiffedSpec, place other: DiffedSpec?
    ) -> Change {
        let isRemoved = rule == .serviceRemoved
        let (own, there) = (spec.place, (other ?? spec).place)
        return Change(
            rule: rule, subject: "service \(spec.name)", member: "",
            message: isRemoved ? "is removed" : "is added", old: isRemoved ? own : there,
            new: isRemoved ? there : own)
    }

    /// Joins the changes of a part of several services.
    private static func joined(_ changes: [Change]) -> [Change] {
        var result: [Change] = []
        var indices: [[String]: Int] = [:]
        for change in changes {
            let key = [
                change.rule.rawValue, change.subject, change.text, change.old.text, change.new.text,
            ]
            if let index = indices[key] {
                result[index].endpoints = Set(result[index].endpoints + change.endpoints).sorted()
            } else {
                indices[key] = result.count
                result.append(change)
            }
        }
        return result
    }
}

extension DiffedSpec {
    fileprivate var name: String { document.service.name }

    /// The place of the service.
    fileprivate var place: Change.Place {
        locate?(.service)
            ?? Change.Place(path: document.service.path, mark: document.service.mark)
    }

    /// The types that calls use.
    fileprivate var usedTypes: Set<String> {
        var types: [String: TypeSpec] = [:]
        for type in document.files.lazy.flatMap(\.types) { types[type.name] = type }
        let uses = document.typeUses(types)
        return uses.sent.union(uses.returned).union(uses.failed).subtracting(document.nestedTypes)
    }
}
