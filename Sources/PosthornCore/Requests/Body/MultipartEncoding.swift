import FoundationEssentials

/// Encodes `multipart/form-data` bodies (RFC 7578), which keep the order of the parts.
enum MultipartEncoding {
    /// Parts of at least this many bytes stay pieces of their own, so that they are not copied.
    private static let smallPart = 4096

    /// Returns the body and its media type, which includes the boundary.
    static func body(_ parts: [MultipartField.Part]) throws -> (body: HTTPBody, mediaType: String) {
        let boundary = freshBoundary()
        var pieces: [HTTPBody] = []
        var text = Data()
        for (name, part) in parts {
            text.append(contentsOf: "--\(boundary)\r\n\(try part.head(name))".utf8)
            if let data = part.content.data, data.count < smallPart {
                text.append(data)
            } else {
                pieces += [HTTPBody(text), part.content]
                text = Data()
            }
            text.append(contentsOf: "\r\n".utf8)
        }
        text.append(contentsOf: "--\(boundary)--\r\n".utf8)
        var body = pieces.first ?? HTTPBody(text)
        for piece in pieces.dropFirst() { body.append(piece) }
        if !pieces.isEmpty { body.append(HTTPBody(text)) }
        return (body, "multipart/form-data; boundary=\(boundary)")
    }

    /// Returns a random boundary.
    ///
    /// Its 128 random bits keep content from containing it by chance and attackers from guessing it.
    private static func freshBoundary() -> String {
        let halves = (0..<2).map { _ in
            let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return "posthorn-" + halves.joined()
    }
}
