/// Checks that only body fields, responses and objects have nullable types.
enum NullableTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        draft.forEachField(log) { log, field, place in
            guard let place, field.type.isNullable, place != .body else { return }
            let what = place == .wholeBody ? "body of one type" : "\(place.rawValue) parameter"
            log.error(
                field.typeMark, "a \(what) is never null", found: quoted(field.type.description),
                write: place == .path || place == .wholeBody
                    ? "\(quoted(field.type.wrapped.description))"
                    : "the '?' on the name, as in '\(field.wireName)?: …'")
        }
    }
}
