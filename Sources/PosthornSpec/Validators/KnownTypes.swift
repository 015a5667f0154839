/// A type that is used is built in or declared.
///
/// Each unknown name is reported once.
enum KnownTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        // The declaration may be in a file that could not be read.
        let types = draft.types
        var reported: Set<String> = []
        func check(_ type: TypeExpression, _ path: String) {
            guard case .named(let name) = type.innermost, ScalarType(rawValue: name.text) == nil,
                types[name.text] == nil
            else { return }
            if ScalarType.later.contains(name.text) {
                if name.text == "File" {
                    log.error(
                        path, name.mark, "a file is a part of 'multipart', or all that is returned",
                        found: "'File'", write: "'File' or '[File]' there, or 'upload' for one file"
                    )
                    return
                }
                if name.text == "Bytes" {
                    log.error(
                        path, name.mark, "a stream of bytes is all that an endpoint returns",
                        found: "'Bytes'", write: "'returns: Bytes', or 'Data'")
                    return
                }
                log.error(
                    path, name.mark, "the type \(quoted(name.text)) is not supported yet",
                    found: quoted(name.text), write: "another type")
                return
            }
            guard !draft.isIncomplete, reported.insert(name.text).inserted,
                !log.isFull(path, countingErrorAt: name.mark)
            else { return }
            refuse(name, path, types: types, log)
        }
        // Places that hold bytes, whose types are no types elsewhere.
        var files: [String: Set<SourceMark>] = [:]
        draft.forEachField { path, field, place in
            if place == .upload || place == .part && field.type.isFiles {
                files[path, default: []].insert(field.typeMark)
            }
        }
        draft.forEachType { path, type, mark in
            if files[path]?.contains(mark) != true { check(type, path) }
        }
    }

    /// How many types are compared with an unknown name, so that a large spec ends in time.
    private static let comparisons = 2_000

    private static func refuse(
        _ name: TypeName, _ path: String, types: [String: TypeSpec], _ log: DiagnosticLog
    ) {
        let builtIn = ScalarType.allCases.map(\.rawValue)
        let common = [
            "string": "String", "integer": "Int", "int": "Int", "number": "Double",
            "boolean": "Bool", "bool": "Bool", "datetime": "Date", "uri": "URL", "Void": "",
            "object": "JSON", "any": "JSON", "Any": "JSON", "Integer": "Int", "Boolean": "Bool",
            "DateTime": "Date",
        ]
        let meant =
            common[name.text]
            ?? Suggestion.closest(
                to: name.text,
                among: types.count > comparisons ? builtIn : Array(types.keys) + builtIn)
        let write =
            switch meant {
            case "": "no 'returns' for nothing"
            case let meant?: "\(quoted(meant)), if you mean that"
            case nil: "a built-in type, or declare it under 'types'"
            }
        log.error(path, name.mark, "unknown type", found: quoted(name.text), write: write)
    }
}
