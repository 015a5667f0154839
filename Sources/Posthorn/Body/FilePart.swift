public import FoundationEssentials

/// A file in a multipart body.
public struct FilePart: Sendable, Hashable {
    /// The bytes.
    public var content: UploadBody
    /// The name that the server is told.
    ///
    /// `nil` tells none; most servers take the part for a text then.
    public var filename: String?
    /// The media type that the server is told, such as `image/png`.
    public var mediaType: String
    /// More header fields of the part, such as `Content-Language`.
    ///
    /// The default is none. `Content-Disposition` and `Content-Type` are not among them.
    public var headers = HTTPFields()

    /// A file on disk, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - path: The file; it is looked at when the request is built.
    ///   - filename: The default is the last part of the path.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(path: String, filename: String? = nil, mediaType: String? = nil) {
        let name = filename ?? path.split(separator: "/").last.map(String.init) ?? ""
        self.init(.file(path: path), name, mediaType)
    }

    /// A file in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - filename: The name that the server is told.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(_ data: Data, filename: String, mediaType: String? = nil) {
        self.init(.data(data), filename, mediaType)
    }

    /// A file that is made while it is sent.
    ///
    /// - Parameters:
    ///   - stream: The bytes; without their length, the whole body is sent in chunks.
    ///   - filename: The name that the server is told.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(_ stream: BodyStream, filename: String, mediaType: String? = nil) {
        self.init(.stream(stream), filename, mediaType)
    }

    private init(_ content: UploadBody, _ filename: String, _ mediaType: String?) {
        self.content = content
        self.filename = filename
        self.mediaType = mediaType ?? FileExtension.mediaType(of: filename)
    }
}

extension FilePart: RedactedStringConvertible {
    /// Where the bytes are and their media type, without names and header fields.
    public var description: String { "\(content), \(mediaType)" }
}
