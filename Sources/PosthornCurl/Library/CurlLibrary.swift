import CCurl

enum CurlLibrary {
    static func start() { _ = isStarted }

    private static let isStarted = LibraryMemory.setUp()

    /// The path of the certificate authorities' file that libcurl was built with; `nil` if there is none.
    static let authoritiesFile: String? = posthorn_version_info()?.pointee.cainfo
        .map { String(cString: $0) }

    /// libcurl's TLS library, such as `OpenSSL/3.0.19`; `nil` if there is none.
    static let tlsLibrary: String? = posthorn_version_info()?.pointee.ssl_version
        .map { String(cString: $0) }

    /// The version of libcurl in its numeric form, such as `0x075801` for 7.88.1.
    static let version = posthorn_version_info()?.pointee.version_num ?? 0

    /// The oldest supported version of libcurl, in libcurl's numeric form.
    ///
    /// The package is written for and tested with this version, in particular with its behaviour and messages
    /// for HTTP/2. The newest option in use, `CURLOPT_QUICK_EXIT`, needs 7.87.
    private static let oldest: UInt32 = 0x07_58_00

    /// The error for a libcurl that is too old, determined once; `nil` if it is recent enough.
    private static let isTooOld: TransportError? = {
        guard let found = posthorn_version_info(), Self.version < oldest else { return nil }
        let version = found.pointee.version.map { String(cString: $0) } ?? "of no name"
        return TransportError(
            .library, "libcurl \(version) was found, and \(written(oldest)) or later is needed",
            advice:
                "install a newer libcurl, or see whether LD_LIBRARY_PATH or LD_PRELOAD leads to "
                + "an old one", isSafeToRetry: true)
    }()

    /// Checks the version of the libcurl at run time, which may differ from that at build time.
    ///
    /// - Throws: a ``TransportError`` with the code `library` if it is too old.
    static func checkVersion() throws(TransportError) { if let isTooOld { throw isTooOld } }

    private static func written(_ number: UInt32) -> String {
        "\(number >> 16).\(number >> 8 & 0xff).\(number & 0xff)"
    }
}
