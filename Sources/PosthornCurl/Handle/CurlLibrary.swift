import CCurl
import Glibc

private let symbols = Symbols()

/// The library as a whole.
enum CurlLibrary {
    /// Sets the library up once for the process.
    static func start() { _ = isStarted }

    private static let isStarted = LibraryMemory.setUp()

    /// The file with the system's certificate authorities that the library was built for.
    ///
    /// `nil` if it was built without one.
    static let authoritiesFile: String? = posthorn_version_info()?.pointee.cainfo
        .map { String(cString: $0) }

    /// The TLS library that libcurl was built with, such as `OpenSSL/3.0.19`.
    ///
    /// `nil` if there is none.
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
}
