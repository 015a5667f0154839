public import FoundationEssentials

/// A part of a multipart body (RFC 7578): a text, JSON or a file.
public struct FormPart: Sendable, Hashable {
    /// The bytes.
    public var content: HTTPBody
    /// The name of the file that the server is told.
    ///
    /// `nil` tells none; most servers take the part for a text then.
    public var filename: String?
    /// The media type that the server is told, such as `image/png`.
    ///
    /// `nil` tells none, which means text.
    public var mediaType: String?
    /// More header fields of the part, such as `Content-Language`.
    ///
    /// The default is none. `Content-Disposition` and `Content-Type` are not among them.
    public var headers: HTTPFields

    /// A file on disk, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - path: The file, as it is now. A call fails before anything is sent if there is no such file.
    ///   - filename: The default is the last part of the path.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(file path: String, filename: String? = nil, mediaType: String? = nil) {
        let name = filename ?? path.split(separator: "/").last.map(String.init) ?? ""
        self.init(.file(path), file: name, mediaType)
    }

    /// A file in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - filename: The name that the server is told.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(_ data: Data, filename: String, mediaType: String? = nil) {
        self.init(HTTPBody(data), file: filename, mediaType)
    }

    /// A file that is made while it is sent.
    ///
    /// - Parameters:
    ///   - stream: The bytes; without their length, the whole body is sent in chunks.
    ///   - filename: The name that the server is told.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(_ stream: BodyStream, filename: String, mediaType: String? = nil) {
        self.init(HTTPBody(stream), file: filename, mediaType)
    }

    private init(_ content: HTTPBody, file filename: String, _ mediaType: String?) {
        self.init(content, mediaType: mediaType ?? FileExtension.mediaType(of: filename))
        self.filename = filename
    }

    init(_ content: HTTPBody, mediaType: String? = nil, headers: HTTPFields = HTTPFields()) {
        self.content = content
        self.mediaType = mediaType
        self.headers = headers
    }

    init(text: String) { self.init(HTTPBody(Data(text.utf8))) }
}

extension FormPart {
    /// The header block of the part, with the blank line after it.
    /// - Parameter name: `nil` if ``headers`` name the part.
    func head(_ name: String?) throws -> String {
        var lines: [String] = []
        if let name {
            guard headers[.contentDisposition] == nil,
                mediaType == nil || headers[.contentType] == nil
            else {
                throw APIError.Cause(
                    .invalidParameter, "the part \(name) has a header field twice",
                    advice: "set filename and mediaType of the part, or give all of its fields "
                        + "by part(headers:_:)")
            }
            let filename = filename.map { "; filename=\"\(Self.escape($0))\"" } ?? ""
            lines += ["Content-Disposition: form-data; name=\"\(Self.escape(name))\"\(filename)"]
        }
        if let mediaType {
            lines += ["Content-Type: \(try HeaderField.make("Content-Type", mediaType).value)"]
        }
        for field in headers {
            let field = try HeaderField.make(field.name.rawName, field.value)
            lines += ["\(field.name.rawName): \(field.value)"]
        }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
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

extension FormPart: RedactedStringConvertible {
    /// Where the bytes are and their media type, without names and header fields.
    public var description: String { mediaType.map { "\(content), \($0)" } ?? "\(content)" }
}
