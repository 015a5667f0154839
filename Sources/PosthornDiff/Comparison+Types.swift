internal import PosthornSpec

extension Comparison {
    /// Compares the types of a value.
    func compare(
        _ old: TypeExpression, _ new: TypeExpression, _ site: Site, _ direction: Direction
    ) {
        if old.isNullable != new.isNullable {
            let rule: ChangeRule =
                switch (direction, new.isNullable) {
                case (.request, true): .requestBecameNullable
                case (.request, false): .requestNoLongerNullable
                case (.response, true): .responseBecameNullable
                case (.response, false): .responseNoLongerNullable
                }
            add(rule, site, "\(new.isNullable ? "may be" : "is never") null\(direction.words)")
        }
        switch (old.wrapped, new.wrapped) {
        case (.array(let before), .array(let after)), (.map(let before), .map(let after)):
            compare(before, after, site.inner("[]"), direction)
        case (let before, let after): compareNames(before, after, site, direction)
        }
    }

    private func compareNames(
        _ before: TypeExpression, _ after: TypeExpression, _ site: Site, _ direction: Direction
    ) {
        let kinds = (old.kind(of: before), new.kind(of: after))
        var names: String {
            "\(quoted(before.description)) became \(quoted(after.description))"
        }
        if direction == .request, let type = kinds.1?.type(like: before) {
            add(.swiftTypeChanged, site, "\(names)\(direction.words)")
            return compare(before, type, site, direction)
        }
        if direction == .response, let type = kinds.0?.type(like: after) {
            add(.swiftTypeChanged, site, "\(names)\(direction.words)")
            return compare(type, after, site, direction)
        }
        switch kinds {
        case (.wrapper(let inner, _)?, let other) where other?.isWrapper != true:
            add(.swiftTypeChanged, site, names)
            return compare(inner, after, site, direction)
        case (let other, .wrapper(let inner, _)?) where other?.isWrapper != true:
            add(.swiftTypeChanged, site, names)
            return compare(before, inner, site, direction)
        case (let first?, let second?):
            guard let name = before.name, let next = after.name else {
                // A declared type took the place of an inline one, or the other way round.
                if before.name != nil || after.name != nil {
                    add(.swiftTypeChanged, site, names)
                }
                return compare(first, second, site, direction)
            }
            if name.text != next.text, new.types[name.text] != nil {
                add(.swiftTypeChanged, site, names)
            }
            return compare(
                Pair(old: name.text, new: next.text, direction: direction), in: site.owner)
        default: break
        }
        if kinds == (nil, nil), before.name?.text == after.name?.text, !before.isList, !after.isList
        {
            if before.form != after.form { add(.formatChanged, site, names) }
            return
        }
        let (first, second) = (WireValues(before, kinds.0), WireValues(after, kinds.1))
        let isSafe = direction == .request ? first.fit(in: second) : second.fit(in: first)
        add(isSafe ? .swiftTypeChanged : .typeChanged, site, "\(names)\(direction.words)")
    }

    /// Compares two declarations.
    func compare(
        _ old: TypeSpec.Kind, _ new: TypeSpec.Kind, _ site: Site, _ direction: Direction
    ) {
        switch (old, new) {
        case (.object(let before, let first), .object(let after, let second)):
            compareFields(
                Slot.members(self.old.shapes.fields(before, first), direction),
                Slot.members(self.new.shapes.fields(after, second), direction), site, direction)
        case (.tuple(let before), .tuple(let after)):
            guard before.positions.count == after.positions.count else {
                return add(
                    .typeChanged, site,
                    "\(before.positions.count) positions became \(after.positions.count)")
            }
            for (index, fields) in zip(before.positions, after.positions).enumerated() {
                compare(fields.0.type, fields.1.type, site.inner("\(index)"), direction)
            }
            if let first = before.rest, let second = after.rest {
                compare(first.type, second.type, site, direction)
            } else if before.rest != nil || after.rest != nil {
                let word = after.rest == nil ? "not " : ""
                add(.swiftTypeChanged, site, "elements after the positions are \(word)read")
            }
        case (.enumeration(let before), .enumeration(let after)):
            guard before.isInteger == after.isInteger, before.isFraction == after.isFraction else {
                return add(.typeChanged, site, "its values became another kind of value")
            }
            func values(_ spec: EnumSpec) -> [Part<String>] {
                spec.cases.map {
                    Part(name: quoted($0.rawValue), mark: $0.mark, value: $0.swiftName)
                }
            }
            matchValues(
                values(before), values(after), (before.isOpen, after.isOpen), site, direction
            ) { old, new, site in
                if old != new { add(.renamed, site, "case '\(old)' became '\(new)'") }
            }
        case (.union(let before), .union(let after)):
            compareUnions(before, after, site, direction)
        case (.wrapper(let before, _), .wrapper(let after, _)):
            compare(before, after, site, direction)
        case (.foreign(let before), .foreign(let after)):
            if before.path != after.path {
                add(.typeChanged, site, "\(quoted(before.path)) became \(quoted(after.path))")
            }
        default: add(.typeChanged, site, "became another kind of type")
        }
    }

    private func compareUnions(
        _ old: UnionSpec, _ new: UnionSpec, _ site: Site, _ direction: Direction
    ) {
        if old.discriminator != new.discriminator {
            let names = [old, new].map { union in
                union.isByEvent
                    ? "the event" : union.discriminator.map { quoted($0.joined(separator: ".")) }
            }
            let words = names.map { $0 ?? "no member" }
            add(.discriminatorChanged, site, "\(words[0]) told the types apart, now \(words[1])")
        }
        if old.keepsMalformed != new.keepsMalformed {
            add(
                .swiftTypeChanged, site,
                "values that can't be read are \(new.keepsMalformed ? "" : "not ")kept")
        }
        let isTagged = old.discriminator != nil && new.discriminator != nil
        func values(_ union: UnionSpec) -> [Part<UnionCase>] {
            union.cases.flatMap { one in
                (isTagged ? one.tags : [one.swiftName]).map {
                    Part(name: quoted($0), mark: one.mark, value: one)
                }
            }
        }
        matchValues(values(old), values(new), (old.isOpen, new.isOpen), site, direction) {
            if $0.swiftName != $1.swiftName {
                add(.renamed, $2, "case '\($0.swiftName)' became '\($1.swiftName)'")
            }
            compare($0.type, $1.type, $2.at($0.typeMark, $1.typeMark), direction)
        }
    }

    /// Compares the values of enums, or the types of unions by the values that mean them.
    private func matchValues<Value>(
        _ old: [Part<Value>], _ new: [Part<Value>], _ isOpen: (old: Bool, new: Bool), _ site: Site,
        _ direction: Direction, both: (Value, Value, Site) -> Void
    ) {
        let isRequest = direction == .request
        let added: ChangeRule =
            isRequest
            ? .requestValueAdded : isOpen.old ? .responseOpenValueAdded : .responseValueAdded
        match(
            old, new, site, (isRequest ? .requestValueRemoved : .responseValueRemoved, added),
            words: direction.words, both: both)
        // An enum of one value is closed, so that its other values say it.
        guard old.count == new.count || min(old.count, new.count) > 1 else { return }
        switch isOpen {
        case (false, true): add(isRequest ? .requestOpened : .responseOpened, site, "is open")
        case (true, false): add(isRequest ? .requestClosed : .responseClosed, site, "is closed")
        default: break
        }
    }
}

extension TypeSpec.Kind {
    fileprivate var isWrapper: Bool { if case .wrapper = self { true } else { false } }

    /// Returns the type of a union with the name of another, whose values need no member that tells types apart.
    fileprivate func type(like type: TypeExpression) -> TypeExpression? {
        guard case .union(let union) = self, union.discriminator == nil else { return nil }
        return union.cases.first { $0.type.description == type.description }?.type
    }
}

/// The family of the values that a type has in messages, and how many of the family the type has.
private struct WireValues {
    private var family = ""
    /// 0 for a part that other types need not have.
    private var size = 0

    init(_ type: TypeExpression, _ kind: TypeSpec.Kind?) {
        if case .enumeration(let spec)? = kind {
            family = spec.isInteger ? "number" : spec.isFraction ? "fraction" : "text"
            return
        }
        switch kind == nil ? type.scalar : nil {
        case .json: family = "json"
        case .string: (family, size) = ("text", 1)
        case .uuid, .url, .data: family = "text"
        case .date, .duration:
            let numbers = ["unix", "millis", "nanos", "seconds"]
            family = numbers.contains(type.form ?? "") ? "number" : "text"
        case _ where type.form != nil: family = "\(type)"
        case .bool: (family, size) = ("bool", 1)
        case .uint64: (family, size) = ("unsigned", 1)
        case .int32: (family, size) = ("number", 32)
        case .int, .int64: (family, size) = ("number", 64)
        case .double, .float, .decimal: (family, size) = ("number", 99)
        case .encodedPath, nil: break
        }
    }

    /// Returns whether each value is a value of another type.
    func fit(in other: WireValues) -> Bool {
        other.family == "json" || family == other.family && other.size > 0 && size <= other.size
    }
}
