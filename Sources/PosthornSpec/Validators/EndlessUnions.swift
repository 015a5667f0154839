/// A union whose types are tried one after the other does not try itself.
///
/// Reading would come back to it at the same place of the response, without end. Objects, arrays and
/// maps are no way back: something of the response has been read when their values begin.
enum EndlessUnions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var circles = TypeCircles(
            draft.types.compactMapValues { type in
                switch type.kind {
                case .union(let union) where union.discriminator != nil: nil
                case .union, .wrapper:
                    type.kind.references.compactMap { type, mark in
                        guard case .named(let target) = type.wrapped else { return nil }
                        return TypeCircles.Edge(mark: mark, target: target.text)
                    }
                case .object, .enumeration, .foreign, .refused: nil
                }
            })
        circles.report(
            "a union without 'by' is not one of its own types", write: "another type", in: draft,
            log)
    }
}
