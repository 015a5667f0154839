import CCurl
import Glibc

/// The library as a whole.
enum CurlLibrary {
    /// Sets the library up once for the process.
    static func start() { _ = isStarted }

    private static let isStarted = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// The file with the system's certificate authorities that the library was built for.
    ///
    /// `nil` if it was built without one.
    static let authoritiesFile: String? = posthorn_version_info()?.pointee.cainfo
        .map { String(cString: $0) }

    /// OpenSSL's `SSL_CTX_set_keylog_callback`, looked up at run time: libcurl brings OpenSSL, and
    /// its headers are not among the packages that we ask for.
    ///
    /// `nil` with another TLS library.
    static let setKeyLogCallback:
        (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void)? = {
            guard let symbol = dlsym(nil, "SSL_CTX_set_keylog_callback") else { return nil }
            return unsafeBitCast(
                symbol, to: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void).self
            )
        }()
}
