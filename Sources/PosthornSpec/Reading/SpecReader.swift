/// The reader of a service's spec files.
package enum SpecReader {
    /// The result of reading a folder.
    package struct Result: Sendable {
        /// The service, or `nil` if there are errors.
        package var document: SpecDocument?
        /// All errors and warnings, sorted by path, line and column.
        package var diagnostics: [Diagnostic]
    }

    /// Reads all spec files of a folder.
    ///
    /// The order of the files does not matter.
    package static func read(_ sources: [SourceFile]) -> Result {
        let log = DiagnosticLog()
        let parts = sources.sorted { $0.path < $1.path }.concurrentMap(read)
        for part in parts { log.append(part.log) }
        let read = SpecDraft(parts.map(\.draft))
        let isCounted = IncludedFieldCount.check(read, log)
        let draft = isCounted ? read.includingFieldsOfBodies() : read
        if isCounted {
            for found in validators.concurrentMap({ check($0, draft) }) { log.append(rule: found) }
            UsedTypes.check(draft, log)
        }
        let diagnostics = log.sorted
        guard !log.hasErrors, let service = draft.services.first else {
            return Result(document: nil, diagnostics: diagnostics)
        }
        return Result(
            document: SpecDocument(service: service, files: draft.files), diagnostics: diagnostics)
    }

    /// Checks one rule with a log of its own.
    private static func check(
        _ validator: any Validator.Type, _ draft: SpecDraft
    ) -> DiagnosticLog.Contents {
        let log = DiagnosticLog()
        validator.check(draft, log)
        return log.contents
    }

    /// Reads one file with a log of its own.
    private static func read(_ source: SourceFile) -> (
        draft: SpecDraft, log: DiagnosticLog.Contents
    ) {
        let log = DiagnosticLog()
        var draft = SpecDraft()
        if let node = YAMLComposer.compose(source, log: log) {
            SecretScan.check(source, log)
            let reader = NodeReader(path: source.path, log: log)
            reader.file(node, into: &draft)
        } else {
            draft.isIncomplete = true
        }
        return (draft, log.contents)
    }
}
