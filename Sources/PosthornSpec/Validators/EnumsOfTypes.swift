/// Checks that no value of a short enum is the name of a type.
///
/// The author of `Card | Bank` means one of two types.
enum EnumsOfTypes: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        draft.forEachDeclaration(log) { log, type in
            guard case .enumeration(let spec) = type.kind else { return }
            check(spec, types, spec.cases[0].mark, log)
        }
        draft.forEachType(log) { log, type, mark in
            guard case .enumeration(let spec) = type.inline else { return }
            check(spec, types, mark, log)
        }
    }

    private static func check(
        _ spec: EnumSpec, _ types: [String: TypeSpec], _ mark: SourceMark, _ log: FileLog
    ) {
        guard spec.isShort, let first = spec.cases.first(where: { isType($0.rawValue, types) })
        else { return }
        log.error(
            mark, "a value between '|' is not the name of a type",
            found: quoted(first.rawValue), write: advice(spec, first.rawValue, types))
    }

    private static func isType(_ value: String, _ types: [String: TypeSpec]) -> Bool {
        ScalarType(rawValue: value) != nil || types[value] != nil
    }

    private static func advice(
        _ spec: EnumSpec, _ type: String, _ types: [String: TypeSpec]
    ) -> String {
        let values = spec.cases.map(\.rawValue)
        if values.count == 2, values.contains("nil") {
            return "'\(type)?'"
        }
        let texts = "'\(EnumValue.longForm(of: values))' for texts"
        guard values.allSatisfy({ isType($0, types) }) else {
            return "'{ oneOf: { … } }' for one of several types, or \(texts)"
        }
        let cases = spec.cases.map { "\($0.swiftName): \($0.rawValue)" }
        return "'{ oneOf: { \(cases.joined(separator: ", ")) } }' for one of the types, or \(texts)"
    }
}
