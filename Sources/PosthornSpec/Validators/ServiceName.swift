/// A service has a Swift type name that nothing else has.
enum ServiceName: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services {
            if !SwiftName.isType(service.name) {
                let meant =
                    NearName.type(service.name) ?? "ShopAPI"
                log.error(
                    service.path, service.mark, "a service has an UpperCamelCase Swift name",
                    found: quoted(service.name), write: "one as in \(quoted(meant))")
            } else if ReservedNames.types.contains(service.name) {
                log.error(
                    service.path, service.mark, "Swift or Posthorn has a type of this name",
                    found: quoted(service.name), write: "another name, as in '\(service.name)API'")
            }
        }
    }
}
