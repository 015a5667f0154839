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
        bytes(of: Array(text.utf8))?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The digest of bytes.
    ///
    /// `nil` with another TLS library.
    static func bytes(of bytes: [UInt8]) -> [UInt8]? {
        guard let function else { return nil }
        var digest = [UInt8](repeating: 0, count: 32)
        return function(bytes, bytes.count, &digest) != nil ? digest : nil
    }
}
