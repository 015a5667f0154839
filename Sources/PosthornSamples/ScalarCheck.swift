internal import FoundationEssentials
@_spi(Generated) internal import PosthornJSON
internal import PosthornSpec

/// The check of a value of a built-in type, with the rules by which the library reads it.
enum ScalarCheck {
    /// Returns what is expected instead of a value; `nil` if it is one of the type.
    static func expectation(_ value: JSONValue, _ type: ScalarType, form: String?) -> String? {
        switch type {
        case .json: nil
        case .string, .encodedPath: value.string == nil ? "a text" : nil
        case .bool: isBool(value, form) ? nil : boolWords(form)
        case .int, .int64:
            number(value, form)?.int64 == nil ? "a whole number of 64 bits" + suffix(form) : nil
        case .int32:
            number(value, form)?.int64.flatMap { Int32(exactly: $0) } == nil
                ? "a whole number of 32 bits" + suffix(form) : nil
        case .uint64:
            number(value, form)?.uint64 == nil
                ? "a whole number of 64 bits without a sign" + suffix(form) : nil
        case .double:
            number(value, form).map { $0.double.isFinite } == true ? nil : "a number" + suffix(form)
        case .float:
            number(value, form).map { Float($0.double).isFinite } == true
                ? nil : "a number of 32 bits" + suffix(form)
        case .decimal:
            number(value, form)?.decimal == nil
                ? "a number of at most 38 digits" + suffix(form) : nil
        case .date: isDate(value, DateFormat(form: form)) ? nil : dateWords(form)
        case .duration:
            isDuration(value, form) ? nil : "a duration in the form '\(form ?? "millis")'"
        case .uuid: isUUID(value, form) ? nil : "a UUID" + (form == nil ? "" : " without hyphens")
        case .url: value.string.flatMap { URL(string: $0) } == nil ? "a URL" : nil
        case .data:
            value.string.flatMap { DataFormat(form: form).data(from: $0) } == nil
                ? (form ?? "base64") : nil
        }
    }

    private static func suffix(_ form: String?) -> String { form == nil ? "" : " in a string" }

    private static func number(_ value: JSONValue, _ form: String?) -> JSONValue.Number? {
        if let number = value.number { return number }
        return form == nil ? nil : value.string.flatMap { JSONValue.Number(text: $0) }
    }

    private static func isBool(_ value: JSONValue, _ form: String?) -> Bool {
        guard let form else { return value.bool != nil }
        if form == "int" { return value.int == 0 || value.int == 1 }
        guard let words = ScalarType.words(form), let text = value.string else { return false }
        return text == words.yes || text == words.no
    }

    private static func boolWords(_ form: String?) -> String {
        guard let form else { return "a Boolean" }
        return ScalarType.words(form).map { "'\($0.yes)' or '\($0.no)'" } ?? "0 or 1"
    }

    private static func isDate(_ value: JSONValue, _ format: DateFormat) -> Bool {
        if format.isNumber { return value.number != nil }
        if format.isQuotedNumber, value.number != nil { return true }
        return withText(value) { format.date(from: $0) != nil }
    }

    private static func dateWords(_ form: String?) -> String {
        form.map { "a date in the form '\($0)'" } ?? "a date of RFC 3339"
    }

    private static func isDuration(_ value: JSONValue, _ form: String?) -> Bool {
        let format = ScalarSample.durationFormat(form)
        if format.isNumber {
            return value.double.flatMap { format.duration(ofNumber: $0) } != nil
        }
        return withText(value) { format.duration(from: $0) != nil }
    }

    private static func withText(
        _ value: JSONValue, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        guard var text = value.string else { return false }
        return text.withUTF8(body)
    }

    private static func isUUID(_ value: JSONValue, _ form: String?) -> Bool {
        guard let text = value.string else { return false }
        if form == "bare" {
            return text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        }
        return text.utf8.count == 36 && UUID(uuidString: text) != nil
    }
}
