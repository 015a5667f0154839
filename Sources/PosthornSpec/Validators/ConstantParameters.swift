/// Checks that no argument replaces a constant that every endpoint sends.
enum ConstantParameters: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let constants = service.common.filter { $0.field.isConstant }
        let file = lastComponent(service.path)
        draft.forEachEndpoint(log) { log, endpoint in
            checkOwn(endpoint, log)
            guard !constants.isEmpty else { return }
            for parameter in endpoint.parameters where !parameter.field.isConstant {
                guard
                    let constant = constants.first(where: { isSame($0, parameter) }),
                    !omits(constant.field.wireName, endpoint)
                else { continue }
                log.error(
                    parameter.field.mark, "a constant is not set by an argument too",
                    found: "\(quoted(parameter.field.wireName)), a constant of "
                        + "\(file), line \(constant.field.mark.line)",
                    write:
                        "'common: [\(constant.field.wireName)]' beside it to leave the constant out, "
                        + "or no such argument")
            }
        }
    }

    /// Checks that no argument of an endpoint replaces one of its own constants.
    private static func checkOwn(_ endpoint: EndpointSpec, _ log: FileLog) {
        for constant in endpoint.parameters where constant.field.isConstant {
            guard
                endpoint.parameters.contains(where: {
                    !$0.field.isConstant
                        && (isSame(constant, $0) || isInQuery($0, like: constant, endpoint))
                })
            else { continue }
            log.error(
                constant.field.mark, "a constant is not set by an argument too",
                found:
                    "\(quoted(constant.field.wireName)), an argument of \(quoted(endpoint.fullName))",
                write: "the constant, or no such argument")
        }
    }

    /// Returns whether a parameter of the path's query, as in `{?name}`, has the name of a constant.
    private static func isInQuery(
        _ parameter: ParameterSpec, like constant: ParameterSpec, _ endpoint: EndpointSpec
    ) -> Bool {
        parameter.place == .path && constant.place == .query
            && parameter.field.wireName == constant.field.wireName
            && (endpoint.path.contains("{?") || endpoint.path.contains("{&"))
    }

    private static func isSame(_ constant: ParameterSpec, _ parameter: ParameterSpec) -> Bool {
        let (name, other) = (constant.field.wireName, parameter.field.wireName)
        return constant.place == parameter.place
            && (constant.place == .header ? name.lowercased() == other.lowercased() : name == other)
    }

    private static func omits(_ name: String, _ endpoint: EndpointSpec) -> Bool {
        switch endpoint.rules.omitted {
        case .nothing: false
        case .everything: true
        case .named(let names): names.contains { $0.text == name }
        }
    }
}
