/// Checks that a union without a discriminator is not one of its own types.
///
/// Decoding would try the union again at the same place of the response, forever. Objects, arrays and maps
/// make no such cycle, because decoding consumes input before their values begin.
enum EndlessUnions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var circles = circles(in: draft.types)
        circles.report(
            "a union without 'by' is not one of its own types", write: "another type", in: draft,
            log)
    }

    /// Returns the unions without a discriminator, and the wrappers, that are read at one place forever.
    static func circles(in types: [String: TypeSpec]) -> TypeCircles {
        TypeCircles(
            types.compactMapValues { type in
                switch type.kind {
                case .union(let union) where union.discriminator != nil: nil
                case .union, .wrapper:
                    type.kind.references.compactMap { type, mark in
                        guard case .named(let target) = type.wrapped else { return nil }
                        return TypeCircles.Edge(mark: mark, target: target.text)
                    }
                case .object, .enumeration, .tuple, .foreign, .refused: nil
                }
            })
    }
}
