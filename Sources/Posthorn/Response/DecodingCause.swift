/// Says what a foreign decoder threw, with its place and without a value.
package enum DecodingCause {
    /// Place and cause as a sentence has them: `items[2].total is missing`.
    /// - Parameters:
    ///   - format: What the bytes should be, as in `XML`.
    ///   - top: What the whole is called, as in `the root`.
    package static func text(_ error: any Error, format: String, top: String) -> String {
        func place(_ keys: [any CodingKey]) -> String { keys.isEmpty ? top : JSON.path(keys) }
        return switch error {
        // Some decoders have the key in the path already.
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
