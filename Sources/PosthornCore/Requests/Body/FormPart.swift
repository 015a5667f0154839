public import FoundationEssentials

/// A part of a multipart body (RFC 7578): a text, JSON or a file.
public struct FormPart: Sendable, Hashable {
    /// The part's bytes.
    public var content: HTTPBody
    /// The file name sent to the server.
    ///
    /// `nil` sends none. Most servers then treat the part as text.
    public var filename: String?
    /// The media type sent to the server, such as `image/png`.
    ///
    /// `nil` sends none, which means text.
    public var mediaType: String?
    /// Additional header fields of the part, such as `Content-Language`.
    ///
    /// Empty by default.
    ///
    /// A named part must not set `Content-Disposition` here. It must not set `Content-Type` here if
    /// ``mediaType`` is set. Such a part fails the call with the code `invalidParameter`.
    public var headers: HTTPFields

    /// Creates a part from a file on disk, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - url: The location of the file, from `URL(filePath:)`. The call fails before anything is sent if the
    ///     file does not exist, or if it changes after this call.
    ///   - filename: The file name to send. `nil`, the default, uses the last component of the URL.
    ///   - mediaType: The media type to send. `nil`, the default, derives it from the extension of the file
    ///     name, or uses `application/octet-stream` for an unknown extension.
    public init(file url: URL, filename: String? = nil, mediaType: String? = nil) {
        self.init(.file(url), file: filename ?? url.lastPathComponent, mediaType)
    }

    /// Creates a file part from bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - filename: The file name to send.
    ///   - mediaType: The media type to send. `nil`, the default, derives it from the extension of the file
    ///     name, or uses `application/octet-stream` for an unknown extension.
    public init(_ data: Data, filename: String, mediaType: String? = nil) {
        self.init(HTTPBody(data), file: filename, mediaType)
    }

    /// Creates a file part whose bytes are produced while they are sent.
    ///
    /// - Parameters:
    ///   - stream: The source of the bytes. If its length is unknown, the whole body is sent in chunks.
    ///   - filename: The file name to send.
    ///   - mediaType: The media type to send. `nil`, the default, derives it from the extension of the file
    ///     name, or uses `application/octet-stream` for an unknown extension.
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
    /// Returns the header block of the part, including the blank line after it.
    ///
    /// - Parameter name: The name of the part. `nil` if ``headers`` contains it.
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

    /// Escapes quotes and line breaks as the WHATWG specifies: `%22`, `%0D`, `%0A`.
    ///
    /// Escapes other control characters the same way, and also a backslash at the end. Parsers of quoted
    /// pairs would read that backslash and the closing quote as an escaped quote. All other text stays UTF-8
    /// (RFC 7578, section 5.1).
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
    /// The storage of the bytes and the media type, without names and header fields.
    public var description: String { mediaType.map { "\(content), \($0)" } ?? "\(content)" }
}
