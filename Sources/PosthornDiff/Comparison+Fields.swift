internal import PosthornSpec

extension Comparison {
    /// Compares parameters, or the members of an object.
    ///
    /// Two are the same if they have one name in messages, otherwise if they have one name in Swift.
    func compareFields(_ before: [Slot], _ after: [Slot], _ site: Site, _ direction: Direction) {
        var rest = Dictionary(after.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var pairs: [String: Slot] = [:]
        for slot in before { pairs[slot.key] = rest.removeValue(forKey: slot.key) }
        for slot in before where pairs[slot.key] == nil {
            let same = rest.values.filter {
                $0.field.swiftName == slot.field.swiftName
                    || $0.field.shownName == slot.field.shownName && $0.part != slot.part
                    || $0.index != nil && $0.index == slot.index
            }.min { $0.field.mark < $1.field.mark }
            guard let same else { continue }
            pairs[slot.key] = rest.removeValue(forKey: same.key)
        }
        for slot in before {
            if let other = pairs[slot.key] {
                compare(slot, other, site, direction)
            } else {
                comparePresence(slot, nil, inner(slot, nil, site), direction)
            }
        }
        for slot in after where rest[slot.key] != nil {
            comparePresence(nil, slot, inner(nil, slot, site), direction)
        }
        guard direction == .request else { return }
        compareOrder(
            before.inCallOrder.compactMap { pairs[$0.key] },
            after.inCallOrder.filter { rest[$0.key] == nil }, site)
    }

    /// Compares the order in which callers pass arguments that both specs have.
    private func compareOrder(_ before: [Slot], _ after: [Slot], _ site: Site) {
        let keys = Set(before.map(\.key)).intersection(after.map(\.key))
        let names = [before, after].map { slots in
            slots.filter { keys.contains($0.key) }.map(\.argument)
        }
        guard let (first, second) = zip(names[0], names[1]).first(where: { $0 != $1 }) else {
            return
        }
        add(.orderChanged, site, "'\(second)' is passed before '\(first)'")
    }

    /// Returns the site of a part in both specs, or of what holds it where there is none.
    private func inner(_ old: Slot?, _ new: Slot?, _ site: Site) -> Site {
        guard let slot = new ?? old else { return site }
        let name = site.member.isEmpty ? slot.shown : "\(site.member) \(slot.shown)"
        var site =
            slot.part.isEmpty
            ? site.inner(slot.shown, wireName: slot.field.wireName)
            : site.part(name, slot.field.wireName)
        if let field = old?.field {
            site.old = .init(path: self.old.path(of: field) ?? site.old.path, mark: field.mark)
        }
        if let field = new?.field {
            site.new = .init(path: self.new.path(of: field) ?? site.new.path, mark: field.mark)
        }
        return site
    }

    private func compare(_ old: Slot, _ new: Slot, _ site: Site, _ direction: Direction) {
        let site = inner(old, new, site)
        if old.part != new.part {
            add(.parameterMoved, site, "was in the \(old.part), now in the \(new.part)")
        } else if old.isNamed, new.isNamed, old.key != new.key {
            add(.wireNameChanged, site, "was \(quoted(old.field.shownName))")
        }
        let names = [old, new].map(\.argument)
        if names[0] != names[1] || old.field.swiftName != new.field.swiftName, new.part != "as" {
            let both = names[0] == names[1] ? [old, new].map(\.field.swiftName) : names
            add(.renamed, site, "'\(both[0])' became '\(both[1])' in Swift")
        }
        comparePresence(old, new, site, direction)
        compareDeprecation(old.field.deprecated, new.field.deprecated, site)
        if old.field.isSealed != new.field.isSealed {
            add(.sealedChanged, site, "is \(new.field.isSealed ? "" : "no longer ")sealed")
        }
        // That it became a constant, or is none any more, says that its type changed.
        let areConstants = [old, new].map { $0.presence == .constant }
        if areConstants[0] != areConstants[1], new.presence != .defaulted { return }
        compareLimits(old.field, new.field, site, direction)
        let types = site.at(old.field.typeMark, new.field.typeMark)
        if let item = Self.item(old, new, site) {
            // A value is a list of one element there.
            add(.swiftTypeChanged, types, "became a list of such values")
            compare(old.field.type, item, types, direction)
        } else {
            compare(old.field.type, new.field.type, types, direction)
        }
    }

    /// Returns the type of the elements, if a parameter became a list that repeats its name.
    private static func item(_ old: Slot, _ new: Slot, _ site: Site) -> TypeExpression? {
        guard new.part == "query", case .array(let item) = new.field.type.wrapped,
            !old.field.type.isList, site.owner.endpoints?.new.rules.style ?? .form == .form
        else { return nil }
        return item
    }

    /// Compares whether messages have a value, which one of the specs may not have at all.
    private func comparePresence(
        _ old: Slot?, _ new: Slot?, _ site: Site, _ direction: Direction
    ) {
        let change: (rule: ChangeRule, message: String)? =
            switch (direction, old?.presence, new?.presence) {
            case (.request, nil, .required): (.requestRequiredAdded, "is added and required")
            case (.request, nil, .optional): (.requestOptionalAdded, "is added")
            case (.request, nil, _):
                (.requestDefaultAdded, "is added with a value that is always sent")
            case (.request, _, nil): (.requestRemoved, "is removed")
            case (.request, .optional, .required):
                (.requestBecameRequired, "may no longer be left out")
            case (.request, .required, .optional): (.requestBecameOptional, "may be left out")
            case (.request, .defaulted, .required), (.request, .constant, .required),
                (.request, .constant, .optional):
                (.defaultRemoved, "has no default any more")
            case (.request, .required, .constant), (.request, .optional, .constant),
                (.request, .defaulted, .constant):
                (.constantChanged, "became a constant")
            case (.response, nil, _): (.responseAdded, "is added")
            case (.response, .required, nil), (.response, .constant, nil):
                (.responseRequiredRemoved, "is removed")
            case (.response, _, nil): (.responseOptionalRemoved, "is removed")
            case (.response, .required, .optional), (.response, .defaulted, .optional),
                (.response, .constant, .optional):
                (.responseBecameOptional, "may be missing")
            case (.response, .optional, .required), (.response, .optional, .defaulted):
                (.responseBecameRequired, "is never missing")
            case (.response, .constant, .required), (.response, .constant, .defaulted):
                (.constantChanged, "is no longer a constant")
            case (.response, .required, .constant), (.response, .optional, .constant),
                (.response, .defaulted, .constant):
                (.swiftTypeChanged, "became a constant, which is no property")
            default: nil
            }
        if let change { return add(change.rule, site, change.message + direction.words) }
        guard let old, let new, old.field.defaultValue?.value != new.field.defaultValue?.value
        else { return }
        if old.presence == .constant, new.presence == .constant {
            add(.constantChanged, site, "has another value")
        } else if new.part != "as" {
            let word = new.field.defaultValue == nil ? "no" : "another"
            add(.defaultChanged, site, "has \(word) default")
        }
    }

    private func compareLimits(
        _ old: FieldSpec, _ new: FieldSpec, _ site: Site, _ direction: Direction
    ) {
        let (before, after) = (LimitSet(old.limits), LimitSet(new.limits))
        guard before != after else { return }
        let isNarrower = !before.fit(in: after)
        let isWider = !after.fit(in: before)
        let checksResponses = self.old.service.limits == .refuse
        if direction == .request, isNarrower {
            add(.requestLimitNarrowed, site, "has a narrower limit")
        } else if direction == .response, isWider, checksResponses {
            add(.responseLimitWidened, site, "has a wider limit, which old clients refuse")
        } else {
            add(.limitChanged, site, "has a \(isWider ? "wider" : "narrower") limit")
        }
    }
}

/// The limits of a value.
private struct LimitSet: Equatable {
    private var length: ClosedRange<Int> = 0...Int.max
    private var range: ClosedRange<Double> = -.infinity ... .infinity
    private var pattern: String?

    init(_ limits: [LimitSpec]) {
        for limit in limits {
            switch limit.kind {
            case .length(let least, let most): length = least...max(least, most ?? .max)
            case .range(let least, let most):
                let low = least.flatMap(Double.init) ?? -.infinity
                range = low...max(low, most.flatMap(Double.init) ?? .infinity)
            case .pattern(let text): pattern = text
            }
        }
    }

    /// Returns whether each value within the limits is within others.
    func fit(in other: LimitSet) -> Bool {
        other.length.lowerBound <= length.lowerBound && length.upperBound <= other.length.upperBound
            && other.range.lowerBound <= range.lowerBound
            && range.upperBound <= other.range.upperBound
            && (other.pattern == nil || other.pattern == pattern)
    }
}
