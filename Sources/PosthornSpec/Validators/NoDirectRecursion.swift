/// Checks that no type contains itself in a way that makes every value endless.
///
/// Arrays, maps, unions, optional and nullable fields can end the recursion.
enum NoDirectRecursion: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var edges: [String: [TypeCircles.Edge]] = [:]
        let types = draft.types
        // Another rule reports these wrappers, for which a '?' does not help.
        let endless = EndlessWrappers.circles(in: types)
        for (name, type) in types {
            switch type.kind {
            case .object(let own, let includes):
                edges[name] = Includes.fields(own, includes, types).flatMap {
                    Self.edges(of: $0, $0.typeMark, types, isIncluding: false)
                }
            case .tuple(let tuple):
                edges[name] = tuple.positions.flatMap {
                    Self.edges(of: $0, $0.typeMark, types, isIncluding: false)
                }
            case .wrapper(.named(let target), let mark) where !endless.contains(name):
                edges[name] = [TypeCircles.Edge(mark: mark, target: target.text)]
            default: break
            }
        }
        var circles = TypeCircles(edges)
        circles.report(
            "a type contains itself only where it can be left out",
            write: "a '?' on one of the names", in: draft, log)
    }

    /// Returns the types that every value of a field contains.
    ///
    /// The method considers the includes of an inline object only at the first level, because another rule
    /// reports deeper ones.
    private static func edges(
        of field: FieldSpec, _ mark: SourceMark, _ types: [String: TypeSpec], isIncluding: Bool
    ) -> [TypeCircles.Edge] {
        guard !field.isOptional else { return [] }
        switch field.type {
        case .named(let target) where types[target.text] != nil:
            return [TypeCircles.Edge(mark: mark, target: target.text)]
        case .inline(.object(let own, let includes)):
            let fields = isIncluding ? own : Includes.fields(own, includes, types)
            let isIncluding = isIncluding || !includes.isEmpty
            return fields.flatMap { edges(of: $0, mark, types, isIncluding: isIncluding) }
        case .inline(.tuple(let tuple)):
            return tuple.positions.flatMap { edges(of: $0, mark, types, isIncluding: isIncluding) }
        default: return []
        }
    }
}
