/// The reader of a service's spec files.
package enum SpecReader {
    /// The result of reading the specs of a target.
    package struct Result: Sendable {
        /// The services in the order of their folders, empty if there are errors.
        package var documents: [SpecDocument] = []
        /// All errors and warnings, sorted by path, line and column.
        package var diagnostics: [Diagnostic]

        /// The only service or the first of several; `nil` if there are errors.
        package var document: SpecDocument? { documents.first }
    }

    /// Reads all spec files of a target.
    ///
    /// The order of the files does not matter.
    ///
    /// - Parameters:
    ///   - usesEarlierNames: Whether Swift names are those of the language before version 1; `false` by default.
    ///   - modules: The specs of other modules; none by default.
    ///   - path: The modules that are being read, the outermost first; none by default.
    package static func read(
        _ sources: [SourceFile], usesEarlierNames: Bool = false,
        modules: OtherModules = OtherModules(), path: [String] = []
    ) -> Result {
        let log = DiagnosticLog()
        let files = sources.sorted { $0.path < $1.path }.concurrentMap(compose)
        let folders = ServiceFolders(
            files.map { ($0.path, $0.node?.entries?["service"] != nil) })
        let common = folders.shared.map { files[$0] }
        let shared = read(common, beside: [], [], usesEarlierNames, log).map { $0.shared }
        let used = UsedModules(modules: modules, path: path)
        var foreign: Set<String> = []
        let drafts = folders.services.map { own in
            let own = own.map { files[$0] }
            let types = own.flatMap { file in
                file.node.map { used.files(of: $0, log.file(file.path)) } ?? []
            }
            foreign.formUnion(types.map(\.path))
            let names = types.flatMap { $0.types.map(\.name) }
            let read = read(own, beside: common, names, usesEarlierNames, log)
            var other = SpecDraft()
            other.files = types
            return SpecDraft((shared + read).sorted { $0.path < $1.path } + [other])
        }
        let checked = ServiceNames.check(drafts, log).map { check($0, log) }
        if checked.allSatisfy({ $0 != nil }) { UsedTypes.check(checked.compactMap { $0 }, log) }
        let diagnostics = log.sorted.filter { !foreign.contains($0.path) || $0.severity == .error }
        guard !log.hasErrors else { return Result(diagnostics: diagnostics) }
        let nested = ServiceNames.nestedTypes(drafts)
        let documents = zip(checked, nested).compactMap { draft, nested in
            draft.map { draft in
                SpecDocument(
                    service: draft.services.first ?? .none(in: draft.path), files: draft.files,
                    nestedTypes: nested
                ).selected
            }
        }
        return Result(documents: documents, diagnostics: diagnostics)
    }

    /// Reads the files of one service, or those that services share.
    ///
    /// - Parameter names: The types of other modules.
    private static func read(
        _ files: [Composed], beside shared: [Composed], _ names: [String],
        _ usesEarlierNames: Bool, _ log: DiagnosticLog
    ) -> [SpecDraft] {
        let all = files + shared
        let isIncomplete = all.contains { $0.node == nil }
        let types =
            isIncomplete ? nil : Set(all.lazy.flatMap { $0.node?.declaredTypes ?? [] }).union(names)
        let words = files.flatMap { $0.node?.acronyms ?? [] }
        let acronyms =
            usesEarlierNames
            ? Acronyms.earlier : words.isEmpty ? .standard : .standard.adding(words)
        let parts = files.concurrentMap { Self.read($0, types: types, acronyms) }
        for part in parts { log.append(part.log) }
        return parts.map(\.draft)
    }

    /// Returns the completed draft of one service, or `nil` if its types include too many fields.
    private static func check(_ draft: SpecDraft, _ log: DiagnosticLog) -> SpecDraft? {
        var read = draft
        read.findFields()
        guard IncludedFieldCount.check(read, log) else { return nil }
        let draft = read.includingFieldsOfBodies().choosingContentTypes().inheritingErrors()
            .markingIssuers()
        for found in validators.concurrentMap({ check($0, draft) }) { log.append(rule: found) }
        return draft
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
