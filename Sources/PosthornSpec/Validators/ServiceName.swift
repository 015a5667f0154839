/// Checks that the service has a valid name for its type.
enum ServiceName: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services {
            _ = log.file(service.path).isTypeName(
                service.name, at: service.mark, of: "a service", as: "ShopAPI", ending: "API")
        }
    }
}
