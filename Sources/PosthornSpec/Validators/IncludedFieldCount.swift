/// Checks that the types of a folder do not include too many fields.
///
/// Swift has no includes, so each type is generated with all fields that it includes. Without this check, a
/// short spec could generate an excessive amount of Swift, with many types that include a large one or with a
/// long chain.
///
/// The check precedes the rules, which assume that included fields are few.
struct IncludedFieldCount {
    /// The highest number of included fields and types in a folder.
    ///
    /// A large public API has a few thousand.
    static let limit = 100_000

    private let types: [String: TypeSpec]
    private var remaining = Self.limit

    /// Returns whether the number is within the limit, and reports the first type that exceeds it.
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

    /// Counts the fields and types that an object includes, directly or indirectly.
    ///
    /// The method does not recurse into includes, so that a chain can have any length. It counts the includes
    /// of an inline object only at the first level, because another rule reports deeper ones.
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

    /// Counts a field, and the fields and includes of an inline object in its type.
    private mutating func count(_ field: FieldSpec, isInPlace: Bool) {
        guard remaining >= 0 else { return }
        remaining -= 1
        guard case .inline(.object(let fields, let includes)) = field.type.innermost else { return }
        for field in fields { count(field, isInPlace: isInPlace) }
        if !isInPlace { include(includes, isInPlace: true) }
    }
}
