/// Checks that the access level of an endpoint is narrower than that of its service.
enum NarrowAccess: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard let service = draft.services.first, service.access != .public else { return }
        draft.forEachEndpoint(log) { log, endpoint in
            guard let access = endpoint.rules.access,
                service.access == .internal || access.level != .internal
            else { return }
            log.error(
                endpoint.rules.accessMark,
                "'access' of a call is narrower than that of its service",
                found: "\(quoted(access.rawValue)) beside 'access: \(service.access.rawValue)'",
                write: "no 'access' in the endpoint")
        }
    }
}
