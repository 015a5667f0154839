internal import PosthornJSON
internal import PosthornSpec

/// Unions, whose types are told apart by a discriminator, or tried one after the other.
extension ValueCheckRun {
    mutating func check(_ value: JSONValue, _ union: UnionSpec) {
        guard let tagPath = union.discriminator, !tagPath.isEmpty else {
            return checkFirstFit(value, union)
        }
        guard value.object != nil else { return mismatch(value, "an object") }
        let tags = union.cases.flatMap(\.tags)
        guard let choice = union.choice(for: value) else {
            path += tagPath.map { .member($0) }
            defer { path.removeLast(tagPath.count) }
            guard let tag = value.value(at: tagPath) else {
                let expected = quotedList(Array(tags.prefix(20)))
                return add(.missingMember, expected, nil)
            }
            return addUnknown(tag, among: tags, isHarmless: union.isOpen && isResponse)
        }
        leniently(union.keepsMalformed) { run in
            if let fields = run.table.fields(of: choice.type) {
                run.checkObject(value, fields, tag: tagPath)
            } else {
                run.check(value, choice.type)
            }
        }
    }

    /// Finds the first type that fits, or reports what the nearest one lacks.
    private mutating func checkFirstFit(_ value: JSONValue, _ union: UnionSpec) {
        var nearest: [Deviation]?
        for choice in union.cases {
            var trial = self
            trial.found = []
            trial.check(value, choice.type)
            let harm = trial.found.filter { !$0.isHarmless || !isResponse }
            if harm.isEmpty {
                found += trial.found
                return
            }
            let isWhole = harm.contains { $0.path == path && $0.kind == .wrongType }
            if !isWhole, nearest.map({ $0.count > trial.found.count }) ?? true {
                nearest = trial.found
            }
        }
        guard let nearest else {
            let types = quotedList(Array(union.cases.prefix(20).map(\.type.description)))
            return add(
                value.isNull ? .null : .wrongType, "one of the types of the union", value,
                advice: types, isHarmless: union.isOpen && isResponse && !value.isNull)
        }
        for var deviation in nearest where found.count < ValueChecker.most {
            deviation.isHarmless = deviation.isHarmless || union.isOpen && isResponse
            found.append(deviation)
        }
    }
}
