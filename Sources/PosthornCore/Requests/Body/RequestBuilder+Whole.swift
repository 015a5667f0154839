public import FoundationEssentials

extension RequestBuilder {
    /// Sets the body to a text, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - mediaType: The media type, such as `text/plain`. A `text` type without a charset is sent with
    ///     `charset=utf-8`.
    public mutating func text(_ text: String, as mediaType: String) {
        let isPlain =
            mediaType.lowercased().hasPrefix("text/")
            && MediaType.parameter("charset", of: mediaType) == nil
        upload(HTTPBody(Data(text.utf8)), as: isPlain ? mediaType + "; charset=utf-8" : mediaType)
    }

    /// Sets the body to bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - mediaType: The media type, such as `application/octet-stream`.
    public mutating func bytes(_ bytes: Data, as mediaType: String) {
        upload(HTTPBody(bytes), as: mediaType)
    }

    /// Sets the body to a line of JSON for each value, each with a line feed at its end.
    ///
    /// - Parameters:
    ///   - values: The values, in order.
    ///   - mediaType: The media type, such as `application/x-ndjson`.
    public mutating func lines(_ values: [some Encodable & Sendable], as mediaType: String) {
        let chosen = options.serializer
        let serializer = chosen?.json == nil ? .json : chosen ?? .json
        let lines = attempt {
            var lines = Data()
            for value in values {
                lines += try serializer.bytes(of: value)
                lines.append(UInt8(ascii: "\n"))
            }
            return lines
        }
        if let lines { upload(HTTPBody(lines), as: mediaType) }
    }
}
