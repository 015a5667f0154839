internal import PosthornCore
internal import PosthornSpec

/// Unions, whose types are told apart by a discriminator, or tried one after the other.
extension WireCheck {
    mutating func check(_ value: JSONValue, _ union: UnionSpec) {
        guard let discriminator = union.discriminator, !discriminator.isEmpty else {
            return checkUntagged(value, union)
        }
        guard value.object != nil else { return mismatch(value, "is an object", "'{…}'") }
        let text = value.scalarText(along: discriminator)
        let place = discriminator.map { JSONValue.Step.member($0) }
        guard let text else {
            path += place
            defer { path.removeLast(place.count) }
            return add(
                .missing, "tells which type of the union it is", found: "nothing",
                write: quotedList(Array(union.cases.flatMap(\.tags).prefix(20))),
                isRefused: !union.isOpen || isResponse)
        }
        if let found = union.cases.first(where: { $0.tags.contains(text) }) {
            return at(nil, isLenient: union.keepsMalformed) { check in
                check.ignoring(place) { $0.check(value, found.type) }
            }
        }
        path += place
        defer { path.removeLast(place.count) }
        let tags = union.cases.flatMap(\.tags)
        add(
            .tag, "is one of the tags that the spec lists", found: quoted(text),
            write: Suggestion.write(
                for: text, among: tags, else: quotedList(Array(tags.prefix(20)))),
            isRefused: !union.isOpen)
    }

    /// Checks a value of a union whose types are tried one after the other.
    mutating func checkUntagged(_ value: JSONValue, _ union: UnionSpec) {
        var best: [Deviation]?
        for type in union.cases.map(\.type) {
            var trial = self
            trial.deviations = []
            trial.check(value, type)
            guard trial.deviations.contains(where: \.isRefused) else {
                deviations += trial.deviations
                return
            }
            if best.map({ $0.count > trial.deviations.count }) ?? true { best = trial.deviations }
        }
        guard union.cases.count > 1 || union.isOpen else { return deviations += best ?? [] }
        let types = union.cases.map(\.type.description)
        add(
            .type, "is a value of one of the union's types", found: Self.summary(value),
            write: quotedList(Array(types.prefix(20))), isRefused: !union.isOpen)
    }
}
