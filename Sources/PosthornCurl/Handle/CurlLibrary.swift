import CCurl
import Glibc
import Posthorn

private let symbols = Symbols()

/// The library as a whole.
enum CurlLibrary {
    /// Sets the library up once for the process.
    static func start() { _ = isStarted }

    private static let isStarted = LibraryMemory.setUp()

    /// The file with the system's certificate authorities that the library was built for; `nil` if
    /// it was built without one.
    static let authoritiesFile: String? = posthorn_version_info()?.pointee.cainfo
        .map { String(cString: $0) }

    /// The TLS library that libcurl was built with, such as `OpenSSL/3.0.19`; `nil` if there is
    /// none.
    static let tlsLibrary: String? = posthorn_version_info()?.pointee.ssl_version
        .map { String(cString: $0) }

    /// What OpenSSL tells of a TLS session.
    struct SessionInfo {
        @Symbol(symbols, "SSL_get_version") var version:
            @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?
        @Symbol(symbols, "SSL_get_current_cipher") var cipher:
            @convention(c) (UnsafeRawPointer?) -> OpaquePointer?
        @Symbol(symbols, "SSL_CIPHER_get_name") var cipherName:
            @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
        @Symbol(symbols, "SSL_pending") var pending: @convention(c) (UnsafeRawPointer?) -> Int32
        @Symbol(symbols, "SSL_get_shutdown") var shutdown:
            @convention(c) (UnsafeRawPointer?) -> Int32
        @Symbol(symbols, "SSL_get0_alpn_selected") var protocolName:
            @convention(c) (
                UnsafeRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
                UnsafeMutablePointer<UInt32>?
            ) -> Void
    }

    /// OpenSSL's questions about a TLS session; `nil` with another TLS library.
    static let sessionInfo = symbols.complete(SessionInfo())

    /// OpenSSL's `SSL_CTX_set_keylog_callback`; `nil` with another TLS library.
    static let setKeyLogCallback:
        (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)? = {
            guard OpenSSL.isNamed(tlsLibrary),
                let symbol = dlsym(nil, "SSL_CTX_set_keylog_callback")
            else { return nil }
            return unsafeBitCast(
                symbol, to: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void).self
            )
        }()

    /// The oldest libcurl that a session works with, as libcurl writes a version in a number.
    ///
    /// It is the one that the session was written for and is tested with: how libcurl behaves over
    /// HTTP/2 and what it says there is that version's. The newest option that is set,
    /// `CURLOPT_QUICK_EXIT`, is of 7.87.
    private static let oldest: UInt32 = 0x07_58_00

    /// What is said of the libcurl that was found, looked at once; `nil` if it is new enough.
    private static let isTooOld: TransportError? = {
        guard let found = posthorn_version_info(), found.pointee.version_num < oldest else {
            return nil
        }
        let version = found.pointee.version.map { String(cString: $0) } ?? "of no name"
        return TransportError(
            .library, "libcurl \(version) was found, and \(written(oldest)) or later is needed",
            advice:
                "install a newer libcurl, or see whether LD_LIBRARY_PATH or LD_PRELOAD leads to "
                + "an old one", isSafeToRetry: true)
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
