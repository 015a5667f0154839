public import FoundationEssentials

/// Options for the download of a file.
public struct DownloadOptions: Sendable {
    /// The action to take if a file exists at the destination.
    public enum Collision: Sendable, Hashable {
        /// Replaces the file atomically. A symbolic link is replaced, not followed.
        case replace
        /// Fails the download and keeps the existing file.
        case fail
        /// Adds a number to the new file's name: `a.pdf`, `a 2.pdf`, `a 3.pdf`, up to `a 1000.pdf`.
        case number
    }

    /// The action to take if a file exists at the destination.
    ///
    /// The default is ``Collision/replace``.
    public var collision = Collision.replace
    /// The maximum size of the file in bytes.
    ///
    /// A larger file fails with `limitExceeded`, and its partial file is removed. The default, `nil`, is no
    /// limit.
    public var maximumBytes: Int?
    /// The digest that the complete file must have.
    ///
    /// If the digest differs, the file is removed, and the download fails with
    /// ``TransportError/Code/digestMismatch``. The default, `nil`, expects no digest. With OpenSSL, a digest
    /// that the server sends in `Repr-Digest` or `Content-Digest` (RFC 9530) is verified in any case. With
    /// another TLS library, a download with an expected digest fails with ``TransportError/Code/resource``.
    public var expectedDigest: ContentDigest?
    /// The user to whom the file belongs, if the same URL returns different files to different users.
    ///
    /// A download resumes only a partial file with the same scope. Use an account name, not a secret. Header
    /// fields do not distinguish users, because those of one user change too, for example when a token is
    /// refreshed. The default, `nil`, is a scope of its own.
    public var resumeScope: String?
    /// The state of an earlier download to resume, which also determines the destination.
    ///
    /// It is ignored if it belongs to another URL or another ``resumeScope``, or if its partial file is
    /// missing or has changed. The default, `nil`, looks for a partial file at the destination if that is
    /// ``DownloadOptions/Destination/file(_:)``.
    public var resumeData: ResumeData?
    /// Whether a failed download keeps its partial file so that a later one can resume it.
    ///
    /// The default is `true`. The partial file is kept only if the server sent a strong entity tag.
    public var isResumable = true
    /// The number of bytes between two checkpoints, at which the progress is recorded for a later download.
    ///
    /// A checkpoint is recorded at most once per second. The default is 16 MiB.
    public var checkpointBytes = 16 << 20
    /// The minimum time between two checkpoints, because each may wait for the disk.
    package var checkpointInterval = Duration.seconds(1)
    /// Whether the received bytes survive a crash of the machine.
    ///
    /// If `true`, bytes are synced to disk before a checkpoint records them, and the file before the download
    /// completes. If `false`, the download never waits for the disk, which is faster, and the bytes survive the end
    /// of the process. If the machine crashes before the system has written them, a complete file may be damaged, and
    /// an unfinished download starts again. The default, `nil`, uses the transport's setting, or else `true`.
    public var survivesPowerLoss: Bool?

    /// Whether to accept a file whose end is marked only by the end of the connection.
    ///
    /// A lost connection looks the same (RFC 9112, section 8). The default, `nil`, uses the transport's
    /// setting. By default `CurlSession` rejects such a file with `truncated` and keeps an existing file at
    /// the destination. It accepts such a file over HTTP/2, which marks the end of each body. Other
    /// transports accept it.
    public var allowsUnknownLength: Bool?
    /// The folder for checkpoints, from which another process can resume the download.
    ///
    /// The folder must exist. The default, `nil`, uses the transport's setting. If that is `nil` too, the
    /// checkpoint is stored beside the partial file.
    public var resumeDirectory: URL?

    /// Creates options with the default values.
    public init() {}

    /// Returns these options, with unset ones taken from a transport's defaults.
    package func inheriting(_ defaults: DownloadOptions) -> DownloadOptions {
        var options = self
        options.survivesPowerLoss = survivesPowerLoss ?? defaults.survivesPowerLoss
        options.allowsUnknownLength = allowsUnknownLength ?? defaults.allowsUnknownLength
        options.resumeDirectory = resumeDirectory ?? defaults.resumeDirectory
        return options
    }
}
