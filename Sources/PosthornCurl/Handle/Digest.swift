import Glibc

/// SHA-256 of OpenSSL, which libcurl brings along.
enum Digest {
    private static let function:
        (
            @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?)
                -> UnsafeMutablePointer<UInt8>?
        )? = {
            guard let symbol = dlsym(nil, "SHA256") else { return nil }
            return unsafeBitCast(
                symbol,
                to: (@convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?)
                    -> UnsafeMutablePointer<UInt8>?).self)
        }()

    /// The digest of a text in hexadecimal digits.
    ///
    /// `nil` with another TLS library.
    static func hex(of text: String) -> String? {
        guard let function else { return nil }
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        guard function(bytes, bytes.count, &digest) != nil else { return nil }
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
