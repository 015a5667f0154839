/// Checks that each type of a union without a discriminator has values that no earlier type fits.
///
/// Decoding takes the first type that fits. A type after one that fits all of its values is never used.
enum ReachableUnionTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var fit = TypeFit(draft.types)
        let endless = EndlessUnions.circles(in: draft.types)
        draft.forEachKind(log) { log, kind in
            guard case .union(let union) = kind, union.discriminator == nil, union.isUnderstood
            else { return }
            for (index, later) in union.cases.enumerated() {
                let before = union.cases[..<index].first { earlier in
                    // Another rule reports a union that contains itself.
                    if let name = earlier.type.name?.text, endless.contains(name) { return false }
                    return fit.covers(earlier.type, later.type)
                }
                guard let earlier = before else { continue }
                log.error(
                    later.typeMark, "a union is read as the first type that fits",
                    found: "\(quoted("\(later.type)")), whose values all fit "
                        + "\(quoted("\(earlier.type)")) before it",
                    write: remedy(earlier.type, later.type, &fit))
            }
        }
    }

    private static func remedy(
        _ earlier: TypeExpression, _ later: TypeExpression, _ fit: inout TypeFit
    ) -> String {
        let (first, second) = (quoted("\(earlier)"), quoted("\(later)"))
        if fit.isOpenUnion(earlier) { return "'open: false' in \(first), or \(second) before it" }
        guard fit.covers(later, earlier) else { return "\(second) before \(first)" }
        return earlier.kind(in: fit.types)?.isObject == true
            ? "'by: …' with the member that tells them apart, a member in \(first) that every "
                + "value of it has, a constant as in 'kind: { const: card }', or one of the two"
            : "one of the two"
    }
}

extension TypeSpec.Kind {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
