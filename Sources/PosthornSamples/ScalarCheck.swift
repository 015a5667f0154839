internal import FoundationEssentials
@_spi(Generated) internal import PosthornJSON
internal import PosthornSpec

/// The check of a value of a built-in type, with the rules by which the library reads it.
enum ScalarCheck {
    /// Returns whether a value on the wire is one of the type.
    ///
    /// - Parameter form: The wire format, as in `Date(unix)`; `nil` for the default one.
    static func isValue(_ value: JSONValue, _ type: ScalarType, form: String?) -> Bool {
        switch type {
        case .json: true
        case .string, .encodedPath: value.string != nil
        case .bool: isBool(value, form)
        case .int, .int64: number(value, form)?.int64 != nil
        case .int32: number(value, form)?.int64.flatMap { Int32(exactly: $0) } != nil
        case .uint64: number(value, form)?.uint64 != nil
        case .double: number(value, form).map { $0.double.isFinite } == true
        case .float: number(value, form).map { Float($0.double).isFinite } == true
        case .decimal: number(value, form)?.decimal != nil
        case .date: isDate(value, DateFormat(form: form))
        case .duration: isDuration(value, form)
        case .uuid: isUUID(value, form)
        case .url: value.string.flatMap { URL(string: $0) } != nil
        case .data: value.string.flatMap { DataFormat(form: form).data(from: $0) } != nil
        }
    }

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

    private static func isDate(_ value: JSONValue, _ format: DateFormat) -> Bool {
        if format.isNumber { return value.number != nil }
        if format.isQuotedNumber, value.number != nil { return true }
        return withText(value) { format.date(from: $0) != nil }
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
