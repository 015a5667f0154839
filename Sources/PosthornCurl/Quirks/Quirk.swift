/// A defect or a gap of libcurl that this package works around.
///
/// A quirk is active with the versions of libcurl that have it, as found at run time. When all supported versions
/// are newer than ``fixedIn``, delete the workaround with its row.
struct Quirk {
    let name: String
    let symptom: String
    /// The first version without it, in libcurl's numeric form; `nil` if no release is known.
    let fixedIn: UInt32?
    /// The files of the workaround, the first one in this folder.
    let files: [String]
    /// The suites that show the symptom.
    let tests: [String]

    /// Whether a version of libcurl has the quirk.
    func affects(_ version: UInt32) -> Bool { fixedIn.map { version < $0 } ?? true }

    /// Whether the libcurl of this process has the quirk.
    var isActive: Bool { affects(CurlLibrary.version) }

    static let all = [
        priorKnowledgeReuse, sequentialAddresses, loggedStreams, hiddenGoAway, silentExtensions,
    ]

    /// Pull request 10643 of curl, released in 8.0.0.
    static let priorKnowledgeReuse = Quirk(
        name: "priorKnowledgeReuse",
        symptom: "a second request on an HTTP/2 connection with prior knowledge breaks it",
        fixedIn: 0x08_00_00, files: ["PriorKnowledge"], tests: ["TLSTests"])

    static let sequentialAddresses = Quirk(
        name: "sequentialAddresses",
        symptom: "the addresses of a host are tried one after the other, and a lost socket is not "
            + "reported", fixedIn: nil,
        files: [
            "MultiDriver+Addresses", "AddressSearch", "ConnectionAttempts", "HostLookups",
        ], tests: ["AddressChoiceTests"])

    static let loggedStreams = Quirk(
        name: "loggedStreams",
        symptom: "stream numbers, reset codes and refused streams are reported only in the log",
        fixedIn: nil, files: ["HTTP2Events", "HTTP2Code", "HTTP2Observations"],
        tests: ["HTTP2RepeatTests", "TransferStateTests"])

    static let hiddenGoAway = Quirk(
        name: "hiddenGoAway",
        symptom: "an invalid frame is reported as the end of the stream or a lost connection",
        fixedIn: nil, files: ["Transfer+BrokenFrames", "TLSRecordLog"], tests: ["BrokenFrameTests"])

    static let silentExtensions = Quirk(
        name: "silentExtensions",
        symptom: "chunk extensions are skipped without a callback, so that they hold up the loop",
        fixedIn: nil, files: ["ChunkExtensionFlood"], tests: ["FairShareTests"])
}
