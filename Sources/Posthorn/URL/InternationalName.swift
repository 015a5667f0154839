import Glibc

/// Host names outside ASCII, and the form in which they are sent (UTS 46, without transitional mappings).
///
/// The conversion is libidn2's, which libcurl loads. It is found at run time, so that nobody needs its
/// headers.
package enum InternationalName {
    /// The form of a host that is sent: `xn--bcher-kva.test` for `bücher.test`.
    ///
    /// `nil` if the name is not valid, or there is no libidn2. One in ASCII is returned as it is.
    package static func ascii(_ host: some StringProtocol) -> String? {
        guard host.utf8.contains(where: { $0 >= 0x80 }) else { return String(host) }
        guard let functions, !host.utf8.contains(0) else { return nil }
        var result: UnsafeMutablePointer<UInt8>?
        // Composes characters first, and maps none as IDNA 2003 did.
        let (composing, nonTransitional): (CInt, CInt) = (1, 8)
        let code = String(host).withCString {
            functions.convert($0, &result, composing | nonTransitional)
        }
        guard code == 0, let result else { return nil }
        defer { functions.release(result) }
        let name = String(cString: result)
        // Characters such as the fraction slash map to ASCII that ends a host.
        let isName = name.utf8.allSatisfy {
            $0.isDigit || (0x61...0x7a).contains($0) || "-._".utf8.contains($0)
        }
        return isName ? name : nil
    }

    /// A URL with its host in the form that is sent, and without its fragment, which is not sent (RFC 9110,
    /// section 7.1).
    ///
    /// What can't be converted stays as it is.
    package static func sent(_ url: String) -> String {
        let url = url.prefix { $0 != "#" }
        guard let start = url.utf8.firstRange(of: "://".utf8)?.upperBound else {
            return String(url)
        }
        let end = url[start...].utf8.firstIndex { "/?".utf8.contains($0) } ?? url.endIndex
        let authority = url[start..<end]
        let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) ?? end
        guard let host = ascii(authority[..<colon]) else { return String(url) }
        return url[..<start] + host + url[colon...]
    }

    private typealias Convert =
        @convention(c) (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, CInt
        ) -> CInt
    private typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void

    private static let functions: (convert: Convert, release: Release)? = {
        let library = dlopen("libidn2.so.0", RTLD_LAZY)
        guard let convert: Convert = systemFunction("idn2_lookup_u8", of: library),
            let release: Release = systemFunction("idn2_free", of: library)
        else { return nil }
        return (convert, release)
    }()
}
