import CCurl
import Posthorn

extension CurlLibrary {
    /// The oldest libcurl that a session works with, as libcurl writes a version in a number.
    ///
    /// It is the one that the session was written for and is tested with: how libcurl behaves over
    /// HTTP/2 and what it says there is that version's. The newest option that is set,
    /// `CURLOPT_QUICK_EXIT`, is of 7.87.
    private static let oldest: UInt32 = 0x07_58_00

    /// What is said of the libcurl that was found, looked at once.
    ///
    /// `nil` if it is new enough.
    private static let isTooOld: TransportError? = {
        guard let found = posthorn_version_info(), found.pointee.version_num < oldest else {
            return nil
        }
        let version = found.pointee.version.map { String(cString: $0) } ?? "of no name"
        return TransportError(
            .library, "libcurl \(version) was found, and \(written(oldest)) or later is needed",
            advice:
                "install a newer libcurl, or see whether LD_LIBRARY_PATH or LD_PRELOAD leads to "
                + "an old one", nothingSent: true)
    }()

    /// Looks at the version of the libcurl that the process runs with, which may be another one than
    /// the one that it was built with.
    /// - Throws: a ``TransportError`` with the code `library` if it is too old.
    static func checkVersion() throws(TransportError) {
        if let isTooOld { throw isTooOld }
    }

    /// A version's number as it is read: `7.88.0`.
    private static func written(_ number: UInt32) -> String {
        "\(number >> 16).\(number >> 8 & 0xff).\(number & 0xff)"
    }
}
