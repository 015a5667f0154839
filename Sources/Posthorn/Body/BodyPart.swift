import FoundationEssentials

/// A part of a multipart body, not yet laid out.
struct BodyPart: Sendable {
    /// What a part holds.
    enum Content: Sendable {
        case text(String)
        /// A scalar or an array of them, whose style is known when the request is built.
        case entry(QueryEntry)
        /// A field that is set beside the endpoint, written as the others of ``RequestBody``.
        case field(any Encodable & Sendable)
        case json(Data)
        case file(FilePart)
        /// Bytes whose header block is all the caller's.
        case raw(UploadBody, HTTPFields)
    }

    /// Empty if the caller's header block names the part.
    var name: String
    var content: Content

    /// The header block of the part (RFC 7578), with the blank line after it.
    func head() throws -> String {
        try lines().joined(separator: "\r\n") + "\r\n\r\n"
    }

    private func lines() throws -> [String] {
        let disposition = "Content-Disposition: form-data; name=\"\(Self.escape(name))\""
        switch content {
        case .text, .entry, .field: return [disposition]
        case .json: return [disposition, "Content-Type: application/json"]
        case .raw(_, let fields): return try Self.lines(of: fields)
        case .file(let file):
            guard file.headers[.contentDisposition] == nil, file.headers[.contentType] == nil else {
                throw APIError.Cause(
                    .invalidParameter, "the part \(name) has a header field twice",
                    advice: "set filename and mediaType of the part, or give all of its fields "
                        + "by part(headers:_:)")
            }
            let filename = file.filename.map { "; filename=\"\(Self.escape($0))\"" } ?? ""
            let mediaType = try HeaderField.make("Content-Type", file.mediaType).value
            return try [disposition + filename, "Content-Type: \(mediaType)"]
                + Self.lines(of: file.headers)
        }
    }

    private static func lines(of fields: HTTPFields) throws -> [String] {
        try fields.map { field in
            let field = try HeaderField.make(field.name.rawName, field.value)
            return "\(field.name.rawName): \(field.value)"
        }
    }

    /// The text of a part of text; `nil` of others.
    var plainText: String? { if case .text(let text) = content { text } else { nil } }

    /// The parts that it is written as: an array becomes none, one or several of them, named as a style says.
    func parts(_ style: QueryStyle?) throws -> [BodyPart] {
        switch content {
        case .entry(let entry): try BodyPart.texts(entry, style)
        case .field(let value): try RequestBody.parts(of: name, value, style)
        case .text, .json, .file, .raw: [self]
        }
    }

    /// The parts of an entry as a form would have it; nothing is escaped in a part.
    /// - Throws: an ``APIError/Cause`` for a text that holds what separates those of an array.
    static func texts(_ entry: QueryEntry, _ style: QueryStyle?) throws -> [BodyPart] {
        var items: [QueryItem] = []
        try entry.add(to: &items, style ?? QueryStyle(), in: .part)
        return items.map { BodyPart(name: $0.name, content: .text($0.value ?? "")) }
    }

    func body() throws -> MessageBody {
        switch content {
        case .text(let text): MessageBody(Data(text.utf8))
        case .entry, .field: MessageBody(Data())
        case .json(let data): MessageBody(data)
        case .file(let file): try file.content.message()
        case .raw(let bytes, _): try bytes.message()
        }
    }

    /// What would end the quotes or the line is written as the WHATWG says: `%22`, `%0D`, `%0A`.
    ///
    /// Other controls go the same way, and so does a backslash at the end, which readers of quoted pairs
    /// would take for a quote that does not end the text. All else is UTF-8 as it is (RFC 7578,
    /// section 5.1).
    private static func escape(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "%22"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        if result.utf8.last == UInt8(ascii: "\\") {
            result.unicodeScalars.removeLast()
            result += "%5C"
        }
        return result
    }
}
