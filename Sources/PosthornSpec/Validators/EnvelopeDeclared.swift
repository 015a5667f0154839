/// An endpoint can only use the envelope that the service declares.
enum EnvelopeDeclared: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first,
            service.envelope == nil
        else { return }
        for file in draft.files {
            for endpoint in file.endpoints where endpoint.response == .envelope {
                log.error(
                    file.path, endpoint.responseMark, "the service declares no envelope",
                    found: "'envelope'",
                    write: "'json', or 'response: { envelope: … }' in "
                        + lastComponent(service.path))
            }
        }
    }
}
