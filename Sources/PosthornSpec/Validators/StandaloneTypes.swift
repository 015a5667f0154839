/// Checks that the types under `standalone` are declared.
enum StandaloneTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete else { return }
        let types = draft.types
        for file in draft.files {
            for name in file.standalone where types[name.text] == nil {
                log.file(file.path).refuseUnknown(
                    name.text, at: name.mark, "'standalone' lists declared types",
                    known: types.keys.prefix(2_000), else: "a type under 'types'")
            }
        }
    }
}
