/// Where the file of a download goes.
public enum DownloadDestination: Sendable {
    /// To this path.
    case file(String)
    /// Into this folder, under the name that the server gives (RFC 6266), else the last part of the
    /// URL's path; only the last part of either, without what a file's name can't hold.
    case folder(String)
    /// To the path that the closure chooses once the head of the response has come.
    ///
    /// What the closure throws fails the download: a `TransportError` as it is, any other error with the
    /// code `fileFailed`.
    case choose(@Sendable (TransportHead) async throws -> String)
}

/// How a file is downloaded.
public struct DownloadOptions: Sendable {
    /// What happens when something stands at the destination.
    public enum Collision: Sendable, Hashable {
        /// It is replaced, at once and as a whole; a symbolic link is replaced, not followed.
        case replace
        /// The download fails and leaves it alone.
        case fail
        /// The new file gets a number: `a.pdf`, `a 2.pdf`, `a 3.pdf`.
        case number
    }

    /// What the bytes of a download survive.
    public enum Durability: Sendable, Hashable {
        /// The machine too may go down: bytes are on disk before a note tells of them, and the file is
        /// on disk before the download ends.
        case powerLoss
        /// The process may end. Nothing waits for the disk, which is faster: the system writes when it
        /// likes. If the machine goes down before it did, a file that was complete may be damaged, and
        /// an unfinished download begins anew.
        case processExit
    }

    /// What happens when something stands at the destination.
    ///
    /// The default is ``Collision/replace``.
    public var collision = Collision.replace
    /// How many bytes the file may have.
    ///
    /// A larger one fails with `limitExceeded`, and nothing of it stays. The default, `nil`, is no limit.
    public var maximumBytes: Int?
    /// What the whole file must hash to.
    ///
    /// A file that does not is removed, and the download fails with
    /// ``TransportError/Code/digestMismatch``. The default, `nil`, expects nothing; a digest that the
    /// server gives (`Repr-Digest`, `Content-Digest`, RFC 9530) is looked at in any case.
    public var expectedDigest: ContentDigest?
    /// Whose file it is, where one URL gives several users their own: an account's name, not a secret.
    ///
    /// What was left for another owner is not gone on with. Header fields say nothing of that, as those of
    /// one user differ too: tokens are renewed, and signatures made anew. The default, `nil`, is nobody's.
    public var resumeScope: String?
    /// What an earlier download left; the file goes where that one was to go.
    ///
    /// Not used for another URL or another ``resumeScope``, or when the bytes that it speaks of are gone.
    ///
    /// The default, `nil`, looks for what was left at the destination, if that is
    /// ``DownloadDestination/file(_:)``.
    public var resumeData: ResumeData?
    /// Whether what is there stays when the download fails, so that the next one can go on with it.
    ///
    /// The default is `true`. Without a strong entity tag nothing stays.
    public var isResumable = true
    /// After how many bytes it is noted how many there are, for a download that goes on with them;
    /// at most once in a second.
    ///
    /// The default is 16 MiB.
    public var checkpointBytes = 16 << 20
    /// How much time lies between two notes at least: each waits for the disk.
    package var checkpointInterval = Duration.seconds(1)
    /// What the file, and the note of what is there of it, survive.
    ///
    /// The default, `nil`, is that of the transport, and without any ``Durability/powerLoss``.
    public var durability: Durability?

    /// Whether a file is taken of which nothing says that it is whole: its end is that of the connection,
    /// as a cut's would be (RFC 9112, section 8).
    ///
    /// The default, `nil`, is that of the transport: a `CurlSession` refuses it with `truncated`, and what stood at
    /// the destination stays; over HTTP/2, where each body has an end of its own, it takes it. Other transports
    /// take it.
    public var allowsUnknownLength: Bool?
    /// The folder in which it is noted how far the download is, so that it can be resumed in another process.
    ///
    /// It must exist. The default, `nil`, is that of the transport, and without any the note stands beside the
    /// partial file.
    public var resumeDirectory: String?

    /// Creates the defaults.
    public init() {}

    /// The same options, with those of a transport where they say nothing.
    package func inheriting(_ defaults: DownloadOptions) -> DownloadOptions {
        var options = self
        options.durability = durability ?? defaults.durability
        options.allowsUnknownLength = allowsUnknownLength ?? defaults.allowsUnknownLength
        options.resumeDirectory = resumeDirectory ?? defaults.resumeDirectory
        return options
    }
}
