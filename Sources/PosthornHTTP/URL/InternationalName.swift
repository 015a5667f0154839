import Glibc

/// Converts internationalized host names to ASCII (UTS 46, without transitional mappings).
///
/// The conversion is done by libidn2, which libcurl loads too. It is loaded at run time, so that builds do
/// not need its headers.
package enum InternationalName {
    /// Returns the ASCII form of a host: `xn--bcher-kva.test` for `bücher.test`.
    ///
    /// Returns `nil` if the name is invalid, or if libidn2 is not installed. An ASCII name is returned
    /// unchanged.
    package static func ascii(_ host: some StringProtocol) -> String? {
        guard host.utf8.contains(where: { $0 >= 0x80 }) else { return String(host) }
        guard let functions, !host.utf8.contains(0) else { return nil }
        var result: UnsafeMutablePointer<UInt8>?
        // NFC normalization, and nontransitional processing.
        let (composing, nonTransitional): (CInt, CInt) = (1, 8)
        let code = String(host).withCString {
            functions.convert($0, &result, composing | nonTransitional)
        }
        guard code == 0, let result else { return nil }
        defer { functions.release(result) }
        let name = String(cString: result)
        // Characters such as the fraction slash map to ASCII characters that end a host.
        return isName(name) ? name : nil
    }

    /// Whether a text has only the characters of host names, in lowercase.
    package static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            $0.isDigit || (0x61...0x7a).contains($0) || "-._".utf8.contains($0)
        }
    }

    /// Returns a URL with its host in ASCII and without its fragment, which is never sent.
    ///
    /// See RFC 9110, section 7.1. A host that can't be converted stays unchanged.
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
