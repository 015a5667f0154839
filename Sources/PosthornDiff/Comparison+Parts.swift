internal import PosthornSpec

extension Comparison {
    /// A named part of a spec.
    struct Part<Value> {
        var name: String
        var mark: SourceMark?
        var value: Value
    }

    /// Matches parts by their names, and adds a change for each that only one spec has.
    ///
    /// - Parameters:
    ///   - rules: The rules for a part that is removed or added, or `nil` for none.
    ///   - words: Where the parts are, for the messages.
    func match<Value>(
        _ old: [Part<Value>], _ new: [Part<Value>], _ site: Site,
        _ rules: (removed: ChangeRule, added: ChangeRule), words: String = "",
        both: (Value, Value, Site) -> Void = { _, _, _ in }
    ) {
        func inner(_ name: String, _ old: SourceMark?, _ new: SourceMark?) -> Site {
            site.part(site.member.isEmpty ? name : "\(site.member) \(name)", site.wireName)
                .at(old, new)
        }
        let others = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for part in old {
            if let other = others[part.name] {
                both(part.value, other.value, inner(part.name, part.mark, other.mark))
            } else {
                add(rules.removed, inner(part.name, part.mark, nil), "is removed\(words)")
            }
        }
        let known = Set(old.map(\.name))
        for part in new where !known.contains(part.name) {
            add(rules.added, inner(part.name, nil, part.mark), "is added\(words)")
        }
    }

    /// Adds a change if only one part is deprecated.
    func compareDeprecation(_ old: String?, _ new: String?, _ site: Site) {
        switch (old, new) {
        case (nil, _?): add(.deprecated, site, "is deprecated")
        case (_?, nil): add(.noLongerDeprecated, site, "is no longer deprecated")
        default: break
        }
    }

    /// Adds a change if two texts are different.
    func compare(_ rule: ChangeRule, _ old: String?, _ new: String?, _ site: Site) {
        guard old != new else { return }
        add(rule, site, "\(old.map(quoted) ?? "none") became \(new.map(quoted) ?? "none")")
    }
}

/// Returns whether two parts of specs are the same but for their places.
func isSame(_ left: Any, _ right: Any) -> Bool { text(of: left) == text(of: right) }

private func text(of value: Any) -> String {
    if value is SourceMark { return "" }
    let mirror = Mirror(reflecting: value)
    // An enum's case is the label of its child.
    guard !mirror.children.isEmpty else { return "\(value)" }
    let texts = mirror.children.map { "\($0.label ?? ""):\(text(of: $0.value))" }
    let isOrdered = mirror.displayStyle != .dictionary && mirror.displayStyle != .set
    return "(" + (isOrdered ? texts : texts.sorted()).joined() + ")"
}
