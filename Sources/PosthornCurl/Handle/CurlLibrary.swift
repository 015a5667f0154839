import CCurl
import Glibc

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
        let version: @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?
        let cipher: @convention(c) (UnsafeRawPointer?) -> OpaquePointer?
        let cipherName: @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
        let pending: @convention(c) (UnsafeRawPointer?) -> Int32
        let shutdown: @convention(c) (UnsafeRawPointer?) -> Int32
        let protocolName:
            @convention(c) (
                UnsafeRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
                UnsafeMutablePointer<UInt32>?
            ) -> Void
    }

    /// OpenSSL's questions about a TLS session, looked up as below.
    ///
    /// `nil` with another TLS library.
    static let sessionInfo: SessionInfo? = {
        guard let version = dlsym(nil, "SSL_get_version"),
            let cipher = dlsym(nil, "SSL_get_current_cipher"),
            let name = dlsym(nil, "SSL_CIPHER_get_name"), let pending = dlsym(nil, "SSL_pending"),
            let shutdown = dlsym(nil, "SSL_get_shutdown"),
            let protocolName = dlsym(nil, "SSL_get0_alpn_selected")
        else { return nil }
        return SessionInfo(
            version: unsafeBitCast(
                version, to: (@convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?).self),
            cipher: unsafeBitCast(
                cipher, to: (@convention(c) (UnsafeRawPointer?) -> OpaquePointer?).self),
            cipherName: unsafeBitCast(
                name, to: (@convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?).self),
            pending: unsafeBitCast(
                pending, to: (@convention(c) (UnsafeRawPointer?) -> Int32).self),
            shutdown: unsafeBitCast(
                shutdown, to: (@convention(c) (UnsafeRawPointer?) -> Int32).self),
            protocolName: unsafeBitCast(
                protocolName,
                to: (@convention(c) (
                    UnsafeRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
                    UnsafeMutablePointer<UInt32>?
                ) -> Void).self))
    }()

    /// OpenSSL's `SSL_CTX_set_keylog_callback`, looked up at run time: libcurl brings OpenSSL, and
    /// its headers are not among the packages that we ask for.
    ///
    /// `nil` with another TLS library.
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
