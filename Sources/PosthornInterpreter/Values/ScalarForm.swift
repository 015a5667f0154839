internal import FoundationEssentials
@_spi(Generated) internal import PosthornCore
internal import PosthornSpec

/// The check of a value of a built-in type, by the reader that generated code uses.
enum ScalarForm {
    /// Returns whether a value on the wire is one of the type.
    ///
    /// - Parameter form: The wire format, as in `Date(unix)`; `nil` for the default one.
    static func reads(_ value: JSONValue, _ type: ScalarType, form: String?) -> Bool {
        switch type {
        case .json: return true
        case .string, .encodedPath: return value.string != nil
        case .url: return value.string.map { URL(string: $0) != nil } ?? false
        case .bool: return readsBool(value, form)
        case .int, .int64: return reads(value, Int64.self, form)
        case .int32: return reads(value, Int32.self, form)
        case .uint64: return reads(value, UInt64.self, form)
        case .double: return reads(value, Double.self, form)
        case .float: return reads(value, Float.self, form)
        case .decimal: return reads(value, Decimal.self, form)
        case .date: return reads(value, Date.self, as: dateFormat(form))
        case .duration: return reads(value, Duration.self, as: durationFormat(form))
        case .data: return reads(value, Data.self, as: form.flatMap(DataFormat.init) ?? .base64)
        case .uuid:
            return form == nil ? reads(value, UUID.self) : reads(value, UUID.self, as: .bare)
        }
    }

    private static func readsBool(_ value: JSONValue, _ form: String?) -> Bool {
        guard let form else { return value.bool != nil }
        guard let words = ScalarType.words(form) else { return reads(value, Bool.self, as: .int) }
        return reads(value, Bool.self, as: .words(String(words.yes), String(words.no)))
    }

    private static func reads<Value: JSONReadable>(_ value: JSONValue, _: Value.Type) -> Bool {
        guard let bytes = try? JSONWriter.bytes(of: value) else { return false }
        return (try? JSONReader.read(Value.self, from: bytes)) != nil
    }

    private static func reads<Value: JSONReadable & JSONFormattable>(
        _ value: JSONValue, _: Value.Type, _ form: String?
    ) -> Bool where Value.Format == NumberFormat {
        form == nil ? reads(value, Value.self) : reads(value, Value.self, as: .string)
    }

    private static func reads<Value: JSONFormattable>(
        _ value: JSONValue, _: Value.Type, as format: Value.Format
    ) -> Bool {
        guard let bytes = try? JSONWriter.bytes(of: value) else { return false }
        return bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(buffer)
            return (try? Value(json: &reader, as: format)) != nil
        }
    }

    private static func dateFormat(_ form: String?) -> DateFormat {
        form.flatMap { DateFormat(rawValue: $0.replacing(" string", with: "String")) } ?? .rfc3339
    }

    private static func durationFormat(_ form: String?) -> DurationFormat {
        switch form {
        case "go": .go
        case "seconds": .seconds
        case "millis": .millis
        default: .iso
        }
    }

    /// Returns the value on the wire for a text of the command line; `nil` if it is none of the type.
    static func value(of text: String, _ type: ScalarType, form: String?) -> JSONValue? {
        let quoted = JSONValue.string(text)
        switch type {
        case .json:
            return (try? JSONReader.read(JSONValue.self, from: Array(text.utf8))) ?? quoted
        case .bool where form == nil: return Bool(text).map { .bool($0) }
        case .bool where form == "int":
            let digits = ["true": 1, "false": 0, "1": 1, "0": 0]
            return digits[text].map { .number(JSONValue.Number($0)) }
        case .bool:
            guard let words = form.flatMap(ScalarType.words) else { return nil }
            switch text {
            case "true": return .string(String(words.yes))
            case "false": return .string(String(words.no))
            default: return known(quoted, type, form)
            }
        default:
            // The formats of numbers and of texts are told apart by what the reader accepts.
            if let number = JSONValue.Number(text: text), reads(.number(number), type, form: form),
                form?.hasSuffix("string") != true
            {
                return .number(number)
            }
            return known(quoted, type, form)
        }
    }

    /// Returns a value of the type; `nil` for another one.
    private static func known(
        _ value: JSONValue, _ type: ScalarType, _ form: String?
    ) -> JSONValue? {
        // The literal `nil` in an expression would be the JSON `null`.
        guard reads(value, type, form: form) else { return Optional.none }
        return value
    }
}
