/// An expression `{…}` of a URI template (RFC 6570, section 2.2).
struct TemplateExpression: Sendable, Hashable {
    /// The operator, which determines the prefix, the separator and the encoding of the variables.
    enum Operator: Character, Sendable {
        case none = " "
        case reserved = "+"
        case fragment = "#"
        case label = "."
        case path = "/"
        case pathParameter = ";"
        case query = "?"
        case continuation = "&"

        var first: String { self == .none || self == .reserved ? "" : String(rawValue) }

        var separator: String {
            switch self {
            case .none, .reserved, .fragment: ","
            case .continuation, .query: "&"
            case .label, .path, .pathParameter: String(rawValue)
            }
        }

        var isNamed: Bool { self == .pathParameter || isQuery }
        var isQuery: Bool { self == .query || self == .continuation }
        var keepsReserved: Bool { self == .reserved || self == .fragment }
    }

    struct Variable: Sendable, Hashable {
        var name: String
        var isExploded = false
        /// The maximum number of characters of the value that are used.
        var prefix: Int?
    }

    var operation = Operator.none
    var variables: [Variable] = []
}

extension TemplateExpression {
    /// Parses the text between the braces.
    ///
    /// - Parameter isPath: Whether names may contain characters that RFC 6570 does not allow, such as `-`.
    /// - Returns: `nil` if the text is not a valid expression.
    init?(_ text: Substring, isPath: Bool) {
        if isPath, Self.isPlain(text) {
            // A plain placeholder of a path may have any name.
            variables = [Variable(name: String(text))]
            return
        }
        var text = text
        if let first = text.first, let operation = Operator(rawValue: first), first != " " {
            self.operation = operation
            text = text.dropFirst()
        }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let variable = Self.variable(part, isPath: isPath) else { return nil }
            variables.append(variable)
        }
    }

    private static func isPlain(_ text: Substring) -> Bool {
        guard let first = text.first, !"+#./;?&=!@|".contains(first) else { return false }
        return !text.contains { "*,:".contains($0) }
    }

    private static func variable(_ text: Substring, isPath: Bool) -> Variable? {
        var variable = Variable(name: String(text))
        if text.hasSuffix("*") {
            variable = Variable(name: String(text.dropLast()), isExploded: true)
        } else if let colon = text.firstIndex(of: ":") {
            let digits = text[text.index(after: colon)...]
            guard (1...4).contains(digits.count), digits.first != "0",
                digits.isDigits
            else { return nil }
            variable = Variable(name: String(text[..<colon]), prefix: Int(digits))
        }
        return isName(variable.name, isPath: isPath) ? variable : nil
    }

    private static func isName(_ name: String, isPath: Bool) -> Bool {
        let bytes = Array(name.utf8)
        guard !bytes.isEmpty, bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "."),
            !name.contains("..")
        else { return false }
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "%"): PercentEncoding.isEscape(bytes, at: index)
            case UInt8(ascii: "_"), UInt8(ascii: "."): true
            case UInt8(ascii: "-"): isPath
            default: bytes[index].isLetter || bytes[index].isDigit
            }
        }
    }
}

extension TemplateExpression {
    /// Expands the expression (RFC 6570, section 3.2.1).
    ///
    /// Variables without a value are omitted.
    ///
    /// - Parameter inPath: Whether the template is a path, in which `?` and `#` of values are always encoded.
    func expand(_ values: TemplateValues, inPath: Bool) throws -> String {
        func text(_ variable: Variable) throws -> String? {
            guard let entry = values.entry(variable.name) else { return nil }
            return try self.text(variable, entry.value, entry.isEncoded, inPath: inPath)
        }
        if variables.count == 1, operation.first.isEmpty { return try text(variables[0]) ?? "" }
        let texts = try variables.compactMap(text)
        return texts.isEmpty
            ? "" : operation.first + texts.joined(separator: operation.separator)
    }

    private func text(
        _ variable: Variable, _ value: URITemplate.Value, _ isEncoded: Bool, inPath: Bool
    ) throws -> String? {
        func encoded(_ text: String) -> String {
            guard !inPath else {
                return PercentEncoding.encodePath(
                    text, keepsReserved: operation.keepsReserved, keepsEscapes: isEncoded)
            }
            return operation.keepsReserved
                ? PercentEncoding.encodeReserved(text) : PercentEncoding.encode(text)
        }
        func pair(_ name: String, _ text: String) -> String {
            name + (text.isEmpty && operation == .pathParameter ? "" : "=") + text
        }
        func named(_ text: String) -> String {
            operation.isNamed ? pair(PercentEncoding.encodeReserved(variable.name), text) : text
        }
        switch value {
        case .text(let text):
            if isEncoded { try require(variable) }
            guard let prefix = variable.prefix else { return named(encoded(text)) }
            return named(encoded(String(text.unicodeScalars.prefix(prefix))))
        case .list(let texts):
            try require(variable)
            guard !texts.isEmpty else { return nil }
            let parts = texts.map(encoded)
            return variable.isExploded
                ? parts.map(named).joined(separator: operation.separator)
                : named(parts.joined(separator: ","))
        case .members(let members):
            try require(variable)
            guard !members.isEmpty else { return nil }
            guard variable.isExploded else {
                return named(
                    members.flatMap { [encoded($0.name), encoded($0.value)] }
                        .joined(separator: ","))
            }
            return members.map { pair(encoded($0.name), encoded($0.value)) }
                .joined(separator: operation.separator)
        }
    }

    /// Throws if the variable has a prefix, which only texts have (RFC 6570, section 2.4.1).
    private func require(_ variable: Variable) throws {
        guard variable.prefix == nil else {
            throw APIError.Cause(
                .invalidParameter,
                "the template takes the first characters of {\(variable.name)}, which is not plain text",
                advice: "give it a text, or write the template without the number")
        }
    }
}
