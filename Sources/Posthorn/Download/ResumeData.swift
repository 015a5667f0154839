/// What it takes to go on with a download later, also in another process.
///
/// Had from ``SessionTask/resumeData`` or ``CurlSession/unfinishedDownloads``, and encodable. It holds
/// neither the request's header fields nor its query, which may be secrets: the request is given
/// anew, and has to be for the same URL.
public struct ResumeData: Sendable, Hashable, Codable {
    /// The path at which the file will stand.
    public let destination: String
    /// The path of what is there of it.
    public let part: String
    /// The URL up to its query.
    public let url: String
    /// How many bytes are there.
    public let offset: Int
    /// How many there will be.
    ///
    /// `nil` if that is not known.
    public let total: Int?
    /// The strong entity tag of the file at the server (RFC 9110, section 8.8.3).
    let validator: String
    /// A digest of the whole URL, and of its file's owner.
    let fingerprint: String
    /// A digest of the last bytes before the offset: somebody else may have written the file since.
    let ending: String?
    /// The start of the system since which the bytes are there, if they are not known to be on disk.
    ///
    /// `nil` if they are.
    var boot: String?

    /// Whether the bytes can have been lost since: the system was started anew before they were known
    /// to be on disk.
    var mayBeLost: Bool { boot != nil && boot != BootID.current }
}

extension ResumeData: RedactedStringConvertible {
    /// The origin and how many bytes are there, without the paths.
    public var description: String {
        "a download from \(Origin.text(of: url)), \(offset) bytes"
            + (total.map { " of \($0)" } ?? "")
    }
}
