import FoundationEssentials

/// `multipart/form-data` of RFC 7578: parts in their order, files read while they are sent.
enum MultipartEncoding {
    /// The body and its media type, which names the boundary.
    static func body(_ parts: [BodyPart]) throws -> (body: MessageBody, mediaType: String) {
        let boundary = freshBoundary()
        var body: MessageBody?
        var text = Data()
        func flush() {
            if !text.isEmpty || body == nil { append(MessageBody(text)) }
            text = Data()
        }
        func append(_ piece: MessageBody) {
            if body?.append(piece) == nil { body = piece }
        }
        for part in parts {
            text.append(Data("--\(boundary)\r\n\(try part.head())".utf8))
            let content = try part.body()
            if let data = content.data {
                text.append(data)
            } else {
                flush()
                append(content)
            }
            text.append(Data("\r\n".utf8))
        }
        text.append(Data("--\(boundary)--\r\n".utf8))
        flush()
        return (body ?? MessageBody(Data()), "multipart/form-data; boundary=\(boundary)")
    }

    /// 128 random bits: no content holds them by chance, and nobody can guess them to end a part.
    private static func freshBoundary() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(UInt128.random(in: 0...(.max), using: &generator), radix: 16)
        return "posthorn-" + String(repeating: "0", count: 32 - digits.count) + digits
    }
}
