/// What the types of a folder include is not out of proportion.
///
/// Swift has no way to include: each type that includes another is written with the other's fields.
/// Without the rule a short spec, of many types that include a large one or of a long chain, would
/// stand for more Swift than fits anywhere.
///
/// It comes before all other rules, which go through included fields as if they were few.
struct IncludedFieldCount {
    /// How many fields and types all types of a folder may include in all; a large public API has a
    /// few thousand.
    static let limit = 100_000

    private let types: [String: TypeSpec]
    private var remaining = Self.limit

    /// Whether there are few enough; if not, the first type that includes too much is reported.
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) -> Bool {
        var counter = Self(types: draft.types)
        var isFine = true
        func count(_ includes: [TypeName], _ log: FileLog) {
            guard isFine, let first = includes.first else { return }
            counter.include(includes)
            guard counter.remaining < 0 else { return }
            isFine = false
            log.error(
                first.mark, "the types of a service include at most \(limit) fields in all",
                found: "more, up to this type",
                write: "a field of the type \(quoted(first.text)) instead, here and elsewhere")
        }
        draft.forEachKind(log) { log, kind in
            if case .object(_, let includes) = kind { count(includes, log) }
        }
        draft.forEachEndpoint(log) { log, endpoint in count(endpoint.included, log) }
        return isFine
    }

    private init(types: [String: TypeSpec]) { self.types = types }

    /// Counts what an object includes, directly or by what that includes.
    ///
    /// No recursion, so that a chain can have any length. Objects in place that include others are
    /// looked into once: one in another is refused elsewhere.
    private mutating func include(_ includes: [TypeName], isInPlace: Bool = false) {
        var seen: Set<String> = []
        var open = includes.map(\.text)
        while remaining >= 0, let name = open.popLast() {
            remaining -= 1
            guard seen.insert(name).inserted,
                case .object(let fields, let includes) = types[name]?.kind
            else { continue }
            for field in fields { count(field, isInPlace: isInPlace) }
            open += includes.map(\.text)
        }
    }

    /// Counts a field, with those of an object in place and what that includes.
    private mutating func count(_ field: FieldSpec, isInPlace: Bool) {
        guard remaining >= 0 else { return }
        remaining -= 1
        guard case .inline(.object(let fields, let includes)) = field.type.innermost else { return }
        for field in fields { count(field, isInPlace: isInPlace) }
        if !isInPlace { include(includes, isInPlace: true) }
    }
}
