/// Checks that no argument replaces a constant that every endpoint sends.
enum ConstantParameters: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        let constants = service.common.filter { $0.field.isConstant }
        guard !constants.isEmpty else { return }
        let file = lastComponent(service.path)
        draft.forEachEndpoint(log) { log, endpoint in
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
