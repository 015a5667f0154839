/// Checks that types are built in or declared.
///
/// Each unknown name is reported once.
enum KnownTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        // The declaration may be in a file that could not be read.
        let types = draft.types
        var reported: Set<String> = []
        func check(_ type: TypeExpression, _ log: FileLog) {
            guard let name = type.name, type.innermost.scalar == nil, types[name.text] == nil
            else { return }
            switch name.text {
            case "File":
                log.error(
                    name.mark, "a file is a part of 'multipart', or all that is returned",
                    found: "'File'",
                    write:
                        "'File' or '[File]' in 'multipart', 'upload' for one file, or 'returns: File'"
                )
            case "Bytes":
                log.error(
                    name.mark, "a stream of bytes is all that an endpoint returns",
                    found: "'Bytes'", write: "'returns: Bytes', or 'Data'")
            default:
                guard !draft.isIncomplete, reported.insert(name.text).inserted,
                    !log.isFull(countingErrorAt: name.mark)
                else { return }
                refuse(name, in: draft, log)
            }
        }
        // The places for bytes, where `File` and `HTTPBody` are valid.
        var files: [String: Set<SourceMark>] = [:]
        draft.forEachField(log) { log, field, place in
            if place == .upload || place == .part && field.type.isFiles {
                files[log.path, default: []].insert(field.typeMark)
            }
        }
        draft.forEachType(log) { log, type, mark in
            if files[log.path]?.contains(mark) != true { check(type, log) }
        }
    }

    /// The highest number of types to compare with an unknown name, which bounds the time for a large spec.
    private static let comparisons = 2_000

    private static func refuse(_ name: TypeName, in draft: SpecDraft, _ log: FileLog) {
        if draft.otherTypes.contains(name.text) {
            log.error(
                name.mark, "services share the types of files outside of their folders",
                found: "\(quoted(name.text)) of another service", write: "its declaration there")
            return
        }
        let types = draft.types
        let builtIn = ScalarType.allCases.map(\.rawValue)
        let meant = ScalarType.foreignNames[name.text]
        let write =
            switch meant {
            case _ where name.text == "ImageFile":
                "'ImageFile: { swift: ImageFile, import: PosthornLoading }' under 'types'"
            case "": "no 'returns' for nothing"
            case _ where name.text.contains("."):
                "a name without dots, and declare the type under 'types'"
            case let meant?: "\(quoted(meant)), if you mean that"
            case nil:
                Suggestion.write(
                    for: name.text,
                    among: types.count > comparisons ? builtIn : Array(types.keys) + builtIn,
                    else: "a built-in type, or declare it under 'types'")
            }
        log.error(name.mark, "unknown type", found: quoted(name.text), write: write)
    }
}
