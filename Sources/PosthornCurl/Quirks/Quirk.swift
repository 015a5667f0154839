/// A defect or a gap of libcurl that this package works around; each has a row in Documentation/SessionLoop.md.
///
/// A quirk is active with the versions of libcurl that have it, as found at run time. When the oldest supported
/// version is ``fixedIn`` or newer, delete the workaround with its row.
struct Quirk {
    /// The first version without it, in libcurl's numeric form; `nil` if no release is known.
    let fixedIn: UInt32?

    func affects(_ version: UInt32) -> Bool { fixedIn.map { version < $0 } ?? true }

    var isActive: Bool { affects(CurlLibrary.version) }

    /// A second request on an HTTP/2 connection with prior knowledge breaks it.
    ///
    /// Pull request 10643 of curl, released in 8.0.0.
    static let priorKnowledgeReuse = Quirk(fixedIn: 0x08_00_00)

    /// The addresses of a family are tried one after the other.
    static let sequentialAddresses = Quirk(fixedIn: nil)

    /// A transfer that loses its socket before it is connected waits for the connect timeout.
    static let stalledAttempts = Quirk(fixedIn: nil)

    /// Stream numbers, reset codes and refused streams are reported only in the log.
    static let loggedStreams = Quirk(fixedIn: nil)

    /// An invalid frame is reported as the end of the stream or a lost connection.
    static let hiddenGoAway = Quirk(fixedIn: nil)

    /// A broken chunk is reported as a lost connection, and only the text of the error tells the defect.
    static let wordedChunkErrors = Quirk(fixedIn: nil)
}
