/// `Data` and `String` are returned by endpoints with the response `raw`, and nothing else is.
enum ReturnedTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        for file in draft.files {
            for endpoint in file.endpoints {
                guard let type = endpoint.returns else { continue }
                let isRaw = endpoint.response.map { $0 == .raw } ?? (service.response == .raw)
                if isRaw, type.scalar != .data, type.scalar != .string {
                    log.error(
                        file.path, endpoint.returnsMark, "a raw response is 'Data' or 'String'",
                        found: quoted(type.description),
                        write: "one of the two, or 'response: json'")
                } else if !isRaw, type.scalar == .data || type.scalar == .string {
                    log.error(
                        file.path, endpoint.returnsMark,
                        "'Data' and 'String' are returned by raw responses",
                        found: quoted(type.description),
                        write: "'response: raw' beside it, or another type")
                }
            }
        }
    }
}
