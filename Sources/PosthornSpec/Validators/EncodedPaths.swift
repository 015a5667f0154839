/// A value that is encoded already fills a place of a path; at all other places values are encoded.
enum EncodedPaths: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var places: [String: Set<SourceMark>] = [:]
        draft.forEachField { path, field, place in
            if place == .path, field.type.wrapped.scalar == .encodedPath {
                places[path, default: []].insert(field.typeMark)
            }
        }
        draft.forEachType { path, type, mark in
            guard case .named(let name) = type.innermost,
                ScalarType(rawValue: name.text) == .encodedPath,
                places[path]?.contains(mark) != true
            else { return }
            log.error(
                path, name.mark, "an encoded path is a single value in a path",
                found: quoted(type.description),
                write: "'String', which is encoded where it is sent")
        }
    }
}
