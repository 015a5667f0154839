/// Reads `{ const: value }`, a value that every request sends.
extension FieldReader {
    /// Returns the field of a constant.
    ///
    /// Its Swift name is the name on the wire, because nothing is generated with it.
    func constant(
        _ constant: YAMLEntry, of entry: YAMLEntry, wireName: String, isOptional: Bool
    ) -> FieldSpec? {
        let details = entry.value.entries ?? []
        guard let place else {
            let value = constant.value.text ?? ""
            return reader.refuse(
                constant.mark,
                "a constant stands directly in the query, the header fields or the body",
                found: "it in a type", write: "'{ enum: [\(value)], default: \(value) }'")
        }
        if let other = details.first(where: { $0.key != "const" }) {
            return reader.refuse(
                other.mark, "a constant has no other keys", found: quoted(other.key),
                write: "'{ const: … }' alone")
        }
        guard !isOptional else {
            return reader.refuse(
                entry.mark, "a constant is always sent", found: quoted(entry.key),
                write: "\(quoted(wireName)), or a field that callers pass")
        }
        guard case .scalar(let text, let isPlain) = constant.value.kind, !constant.value.isEmpty,
            !isPlain || text != "null"
        else {
            return reader.refuse(
                constant.value.isEmpty ? constant.mark : constant.value.mark,
                "a constant is a text, a number or a Boolean", found: constant.value.summary,
                write: "one as in '{ const: web }'")
        }
        if isPlain, ScalarType(rawValue: text) != nil {
            return reader.refuse(
                constant.value.mark, "a constant is a value", found: "the type \(quoted(text))",
                write:
                    "'{ const: \"\(text)\" }' for the text, or a type under 'types' with this field"
            )
        }
        let mark = constant.value.mark
        // Only JSON distinguishes types; elsewhere the value is sent as the spec writes it.
        let type = isPlain && place == .body ? Self.type(of: text) : .string
        return FieldSpec(
            wireName: wireName, swiftName: wireName, mark: entry.mark,
            type: .named(TypeName(type.rawValue, mark: mark)), typeMark: mark, isOptional: false,
            defaultValue: DefaultSpec(value: .text(text), mark: mark), isConstant: true)
    }

    /// Whether a field of a type, where `const` can be a member, looks like a constant.
    func isMeantAsConstant(_ details: [YAMLEntry]) -> Bool {
        guard details.count == 1, case .scalar(let text, _) = details[0].value.kind else {
            return false
        }
        return text.first.map { !$0.isUppercase && $0 != "[" } ?? false
    }

    /// The type of a value without quotes, which is its type in JSON.
    private static func type(of text: String) -> ScalarType {
        if Bool(text) != nil { return .bool }
        if let number = Int(text), String(number) == text { return .int }
        return text.first.map { $0.isASCII && ($0.isNumber || $0 == "-") } == true
            && Double(text)?.isFinite == true ? .double : .string
    }
}
