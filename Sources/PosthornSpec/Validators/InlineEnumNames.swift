/// An enum declared in place gets a name of its own that hides no other type.
enum InlineEnumNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachField { path, field, place in
            guard case .openEnum = field.type.innermost else { return }
            let name = SwiftName.uppercasingStart(field.swiftName)
            if place == .wholeBody {
                refuse(path, field, "a body of one type names the type", "an enum in place", log)
            } else if ReservedNames.types.contains(name) {
                refuse(
                    path, field, "Swift or Posthorn has a type of this name",
                    "\(quoted(name)) for the enum in place", log)
            } else if types[name] != nil {
                refuse(
                    path, field, "a declared type has this name",
                    "\(quoted(name)) for the enum in place", log)
            }
        }
        for file in draft.files {
            for endpoint in file.endpoints {
                for type in endpoint.answer.types {
                    guard case .openEnum(let cases) = type.innermost else { continue }
                    log.error(
                        file.path, cases.first?.mark ?? endpoint.returnsMark,
                        "an endpoint returns a named type",
                        found: "an enum in place",
                        write: "the enum under 'types', and its name here")
                }
                for error in endpoint.errors {
                    guard case .openEnum = error.type.innermost else { continue }
                    log.error(
                        file.path, error.typeMark, "an error has a named type",
                        found: "an enum in place",
                        write: "the enum under 'types', and its name here")
                }
            }
        }
    }

    private static func refuse(
        _ path: String, _ field: FieldSpec, _ rule: String, _ found: String, _ log: DiagnosticLog
    ) {
        log.error(
            path, field.typeMark, rule, found: found,
            write: "the enum under 'types', and its name here")
    }
}
