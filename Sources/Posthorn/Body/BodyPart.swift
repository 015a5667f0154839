import FoundationEssentials

/// A part of a multipart body, not yet laid out.
struct BodyPart: Sendable {
    /// What a part holds.
    enum Content: Sendable {
        case text(String)
        case json(Data)
        case file(FilePart)
    }

    var name: String
    var content: Content

    /// The header block of the part (RFC 7578), with the blank line after it.
    func head() throws -> String {
        var head = "Content-Disposition: form-data; name=\"\(Self.escape(name))\""
        switch content {
        case .text:
            break
        case .json:
            head += "\r\nContent-Type: application/json"
        case .file(let file):
            let mediaType = try HeaderField.make("Content-Type", file.mediaType).value
            head += "; filename=\"\(Self.escape(file.filename))\"\r\nContent-Type: \(mediaType)"
        }
        return head + "\r\n\r\n"
    }

    func body() throws -> MessageBody {
        switch content {
        case .text(let text): MessageBody(Data(text.utf8))
        case .json(let data): MessageBody(data)
        case .file(let file): try file.content.message()
        }
    }

    /// What would end the quotes or the line is written as the WHATWG says: `%22`, `%0D`, `%0A`.
    ///
    /// Other controls go the same way; all else is UTF-8 as it is.
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
        return result
    }
}
