/// Describes the errors of decoders from other libraries, with the path and without values.
package enum DecodingCause {
    /// Returns the path and the cause as part of a sentence: `items[2].total is missing`.
    /// - Parameters:
    ///   - format: The expected format, such as `XML`.
    ///   - top: The name of the root, such as `the root`.
    package static func text(_ error: any Error, format: String, top: String) -> String {
        func place(_ keys: [any CodingKey]) -> String { keys.isEmpty ? top : CodingPath.text(keys) }
        return switch error {
        // Some decoders include the key in the path.
        case DecodingError.keyNotFound(let key, let context)
        where context.codingPath.last?.stringValue == key.stringValue:
            "\(place(context.codingPath)) is missing"
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context.codingPath)) is empty, expected \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath)) has another type, expected \(type)"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(place(context.codingPath)) is not valid"
        case DecodingError.dataCorrupted: "it is not valid \(format)"
        default: "an error of type \(type(of: error))"
        }
    }
}
