/// Reads `{ const: value }`, a value that every request sends, or every value of an object has.
extension FieldReader {
    /// Returns the entry of `const` if a field is a constant, or looks like one in a type.
    ///
    /// `const` can also be a member of an object, beside others or with a built-in type.
    func constantEntry(_ details: [YAMLEntry]) -> YAMLEntry? {
        guard let constant = details["const"] else { return nil }
        if place != nil {
            let isField = details.allSatisfy {
                $0.key == "const" || KeyPlace.field.keys.contains($0.key)
            }
            return isField ? constant : nil
        }
        guard details.count == 1, case .scalar(let text, let isPlain) = constant.value.kind
        else { return nil }
        if !isPlain { return constant }
        guard let first = text.first, first != "[", !text.contains("|") else { return nil }
        // A declared type is the value of a tag, such as the kind of an object. Other capitalized texts, such as
        // `Order?`, are types, and the parser of types knows what is wrong in one.
        let isValue =
            SwiftName.isType(text)
            ? !reader.isType(text) || reader.types?.contains(text) == true : Self.isWord(text)
        return !first.isUppercase || isValue ? constant : nil
    }

    /// Returns the field of a constant.
    ///
    /// Its Swift name is the name on the wire, because nothing is generated with it.
    func constant(
        _ constant: YAMLEntry, of entry: YAMLEntry, wireName: String, isOptional: Bool
    ) -> FieldSpec? {
        guard place != nil || isMember else { return refuseElsewhere(constant, wireName) }
        if let other = entry.value.entries?.first(where: { $0.key != "const" }) {
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
            !isPlain || PlainValue(text) != .null
        else {
            let isNull = constant.value.text.map { PlainValue($0) == .null } ?? false
            return reader.refuse(
                constant.value.isEmpty ? constant.mark : constant.value.mark,
                "a constant is a text, a number or a Boolean", found: constant.value.summary,
                write: isNull
                    ? "'{ const: \"\(constant.value.text ?? "")\" }' in quotes for the text"
                    : "one as in '{ const: web }'")
        }
        let mark = constant.value.mark
        // Only JSON distinguishes types; elsewhere the value is sent as the spec writes it.
        let isJSON = place == .body || place == nil
        let type = isPlain && isJSON ? Self.jsonType(of: text) : .string
        if let problem = Self.problem(of: text, isPlain, type, in: place) {
            return reader.refuse(mark, problem.rule, found: problem.found, write: problem.write)
        }
        return FieldSpec(
            wireName: wireName, swiftName: wireName, mark: entry.mark,
            type: .named(TypeName(type.rawValue, mark: mark)), typeMark: mark, isOptional: false,
            defaultValue: DefaultSpec(value: .text(text), mark: mark), isConstant: true)
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
    }

    private func refuseElsewhere(_ constant: YAMLEntry, _ wireName: String) -> FieldSpec? {
        var (text, isPlain) = ("", true)
        if case .scalar(let found, let plain) = constant.value.kind {
            (text, isPlain) = (found, plain)
        }
        let written = PlainValue.written(text)
        let write =
            switch isPlain ? PlainValue(text) : .text {
            case .bool: "'\(wireName): Bool = \(text)'"
            case .integer(let type): "'\(wireName): \(type.rawValue) = \(text)'"
            case .null, .number, .text:
                ((try? EnumCase(checking: text, mark: constant.mark, .standard)) != nil
                    ? "'{ enum: [\(written)], " : "'{ enum: { value: \(written) }, ")
                    + (keys == .position ? "open: false }'" : "default: \(written) }'")
            }
        return reader.refuse(
            constant.mark,
            "only the parameters and the body of a request, and objects, have constants",
            found: "'const' elsewhere", write: write)
    }

    /// The type of a value without quotes, which is its type in JSON.
    private static func jsonType(of text: String) -> ScalarType {
        switch PlainValue(text) {
        case .bool: .bool
        case .integer(let type): type
        case .number: .double
        case .null, .text: .string
        }
    }

    private static func problem(
        of text: String, _ isPlain: Bool, _ type: ScalarType, in place: ParameterSpec.Place?
    ) -> (rule: String, found: String, write: String)? {
        if isPlain, ScalarType(rawValue: text) != nil {
            return (
                "a constant is a value", "the type \(quoted(text))",
                "'{ const: \"\(text)\" }' for the text, or a type under 'types' with this field"
            )
        }
        if type == .double, ScalarDefault.problem(text, type) != nil || digits(of: text) > 15 {
            return (
                "a number is written as in JSON, with at most 15 digits, or as an integer of 64 bits",
                quoted(text),
                "'\"\(text)\"' in quotes for the text"
            )
        }
        let advice = "the value in a form that the server reads, such as base64url"
        switch place {
        case .header where !isHeaderValue(text):
            return (
                "a header field has no control characters, and no space at an end",
                "one in the constant", advice
            )
        case .cookie where !isCookieValue(text):
            return (
                "the value of a cookie is ASCII without spaces, quotes, commas, semicolons and backslashes",
                "one of them in the constant", advice
            )
        default: return nil
        }
    }

    // RFC 9110, section 5.5.
    private static func isHeaderValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
            && !text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.hasPrefix("\t")
            && !text.hasSuffix("\t")
    }

    // RFC 6265, section 4.1.1.
    private static func isCookieValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"\",;\\".utf8.contains($0) }
    }

    /// The number of significant digits.
    private static func digits(of text: String) -> Int {
        text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }.count
    }
}
