/// Validates header fields that are created from strings.
enum HeaderField {
    /// Creates a field, or throws if it would break the header section (RFC 9110, section 5.5).
    ///
    /// Nothing is cleaned up silently: a value with a line break is an error.
    static func make(_ name: String, _ value: String) throws -> HTTPField {
        guard let fieldName = HTTPField.Name(name) else {
            throw APIError.Cause(
                .invalidParameter, "\(shown(name)) is not a header field's name",
                advice: "use letters, digits and -")
        }
        guard !fieldName.belongsToConnection else {
            throw APIError.Cause(
                .invalidParameter, "the header field \(name) belongs to the connection",
                advice: "leave it to the transport")
        }
        let bytes = value.utf8.span
        guard bytes.indices.allSatisfy({ bytes[$0].isFieldByte }) else {
            throw APIError.Cause(
                .invalidParameter,
                "the value of the header field \(name) holds a line break or another control",
                advice: "remove it, or encode the value")
        }
        guard bytes.isEmpty || !bytes[0].isBlank && !bytes[bytes.count - 1].isBlank else {
            throw APIError.Cause(
                .invalidParameter,
                "the value of the header field \(name) starts or ends with a blank",
                advice: "trim it, or encode the value")
        }
        return HTTPField(name: fieldName, value: value)
    }

    private static func shown(_ name: String) -> String {
        let shown = name.unicodeScalars.map { scalar -> Character in
            (0x20..<0x7f).contains(scalar.value) ? Character(scalar) : "?"
        }
        return "“" + String(shown) + "”"
    }
}
