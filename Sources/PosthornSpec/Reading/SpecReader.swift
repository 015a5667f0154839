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
    ///
    /// - Parameter usesEarlierNames: Whether Swift names are those of the language before version 1; `false` by
    ///   default.
    package static func read(
        _ sources: [SourceFile], usesEarlierNames: Bool = false
    ) -> Result {
        let log = DiagnosticLog()
        let files = sources.sorted { $0.path < $1.path }.concurrentMap(compose)
        let isIncomplete = files.contains { $0.node == nil }
        let types = isIncomplete ? nil : Set(files.lazy.flatMap { $0.node?.declaredTypes ?? [] })
        let words = files.flatMap { $0.node?.acronyms ?? [] }
        let acronyms =
            usesEarlierNames
            ? Acronyms.earlier : words.isEmpty ? .standard : .standard.adding(words)
        let parts = files.concurrentMap { Self.read($0, types: types, acronyms) }
        for part in parts { log.append(part.log) }
        var read = SpecDraft(parts.map(\.draft))
        read.findFields()
        let isCounted = IncludedFieldCount.check(read, log)
        let draft = (isCounted ? read.includingFieldsOfBodies() : read).choosingContentTypes()
            .leavingOutImpossibleErrors()
        if isCounted {
            for found in validators.concurrentMap({ check($0, draft) }) { log.append(rule: found) }
            UsedTypes.check(draft, log)
        }
        let diagnostics = log.sorted
        guard !log.hasErrors, let service = draft.services.first else {
            return Result(document: nil, diagnostics: diagnostics)
        }
        return Result(
            document: SpecDocument(service: service, files: draft.files).selected,
            diagnostics: diagnostics)
    }

    /// Checks one rule with a log of its own.
    private static func check(
        _ validator: any Validator.Type, _ draft: SpecDraft
    ) -> DiagnosticLog.Contents {
        let log = DiagnosticLog()
        validator.check(draft, log)
        return log.contents
    }

    /// A file as YAML, with what was reported of it; without a node if it is refused.
    private typealias Composed = (path: String, node: YAMLNode?, log: DiagnosticLog.Contents)

    /// Parses one file with a log of its own.
    private static func compose(_ source: SourceFile) -> Composed {
        let log = DiagnosticLog()
        let node = YAMLComposer.compose(source, log: log)
        if node != nil { SecretScan.check(source, log) }
        return (source.path, node, log.contents)
    }

    /// Reads one file with the log of its parsing.
    private static func read(
        _ file: Composed, types: Set<String>?, _ acronyms: Acronyms
    ) -> (draft: SpecDraft, log: DiagnosticLog.Contents) {
        let log = DiagnosticLog()
        log.append(file.log)
        var draft = SpecDraft()
        if let node = file.node {
            NodeReader(path: file.path, log: log, types: types, acronyms: acronyms)
                .file(node, into: &draft)
        } else {
            draft.isIncomplete = true
        }
        return (draft, log.contents)
    }
}
