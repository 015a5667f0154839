/// Checks that the type `EncodedPath` is only used for a single value in a path.
enum EncodedPaths: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        var places: [String: Set<SourceMark>] = [:]
        draft.forEachField(log) { log, field, place in
            if place == .path, field.type.wrapped.scalar == .encodedPath {
                places[log.path, default: []].insert(field.typeMark)
            }
        }
        draft.forEachType(log) { log, type, mark in
            guard let name = type.name, type.innermost.scalar == .encodedPath,
                places[log.path]?.contains(mark) != true
            else { return }
            log.error(
                name.mark, "an encoded path is a single value in a path",
                found: quoted(type.description),
                write: "'String', which is encoded where it is sent")
        }
    }
}
