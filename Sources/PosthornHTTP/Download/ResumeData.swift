public import FoundationEssentials

/// The data with which to resume a download later, also in another process.
///
/// Obtain it from `SessionTask.resumeData` or `CurlSession.unfinishedDownloads`. You can encode it. It
/// contains neither the request's header fields nor the query of its URL, because they may be secrets. To
/// resume, make the request again for the same URL.
public struct ResumeData: Sendable, Hashable, Codable {
    /// The location of the complete file.
    public var destination: URL { URL(file: destinationPath) }
    /// The location of the partial file.
    public var part: URL { URL(file: partPath) }
    let destinationPath: String
    let partPath: String
    /// The URL without its query.
    public let url: String
    /// The number of bytes in the partial file.
    public let offset: Int
    /// The length of the complete file in bytes.
    ///
    /// `nil` if it is unknown.
    public let total: Int?
    /// The strong entity tag of the file (RFC 9110, section 8.8.3).
    let validator: String
    /// A hash of the complete URL and the resume scope.
    let fingerprint: String
    /// A hash of the last bytes before the offset, to detect that the file was changed since.
    let ending: String?
    /// The boot ID of the system that received the bytes, if they may not be on disk.
    ///
    /// `nil` if the bytes were synced to disk.
    var boot: String?

    /// The names in journals, which other versions of the library read.
    private enum CodingKeys: String, CodingKey {
        case destinationPath = "destination"
        case partPath = "part"
        case url, offset, total, validator, fingerprint, ending, boot
    }

    /// Whether the bytes may be lost, because the system was restarted before they were synced to disk.
    var mayBeLost: Bool { boot != nil && boot != BootID.current }
}

extension ResumeData: RedactedStringConvertible {
    /// The origin and the number of bytes, without the paths.
    public var description: String {
        "a download from \(Origin.text(of: url)), \(offset) bytes"
            + (total.map { " of \($0)" } ?? "")
    }
}
