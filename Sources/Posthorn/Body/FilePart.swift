public import FoundationEssentials

/// A file in a multipart body.
public struct FilePart: Sendable, Hashable {
    /// The bytes.
    public var content: UploadBody
    /// The name that the server is told.
    public var filename: String
    /// The media type that the server is told, such as `image/png`.
    public var mediaType: String

    /// A file on disk, which is read while it is sent.
    ///
    /// - Parameters:
    ///   - path: The file; it is looked at when the request is built.
    ///   - filename: The default is the last part of the path.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(path: String, filename: String? = nil, mediaType: String? = nil) {
        let name = filename ?? path.split(separator: "/").last.map(String.init) ?? ""
        content = .file(path: path)
        self.filename = name
        self.mediaType = mediaType ?? FileExtension.mediaType(of: name)
    }

    /// A file in memory.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - filename: The name that the server is told.
    ///   - mediaType: The default goes by the extension of the filename, and is
    ///     `application/octet-stream` for one that is not known.
    public init(_ data: Data, filename: String, mediaType: String? = nil) {
        content = .data(data)
        self.filename = filename
        self.mediaType = mediaType ?? FileExtension.mediaType(of: filename)
    }
}
