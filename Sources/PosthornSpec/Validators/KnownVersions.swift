/// Checks that the service says where the version of an endpoint stands.
enum KnownVersions: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first, service.version == nil
        else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let version = endpoint.rules.version else { return }
            log.error(
                version.mark, "the service says where a version stands", found: "none there",
                write: "'version: { header: API-Version, value: … }' in "
                    + lastComponent(service.path) + ", or no 'version'")
        }
    }
}
