/// Message digests by OpenSSL, which libcurl loads.
enum Digest {
    private typealias Kind = @convention(c) () -> OpaquePointer?
    private typealias Function =
        @convention(c) (
            UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?,
            OpaquePointer?, OpaquePointer?
        ) -> Int32

    private static let function: Function? = systemFunction("EVP_Digest")

    /// Returns the digest of a text in hexadecimal; `nil` with another TLS library.
    static func hex(of text: String, _ kind: String) -> String? {
        bytes(of: Array(text.utf8), kind).map { HexDigit.text(of: $0) }
    }

    /// `nil` with another TLS library, and for an algorithm that the library refuses.
    /// - Parameter kind: The name of OpenSSL's function for the algorithm. The default is SHA-256.
    static func bytes(of bytes: [UInt8], _ kind: String = "EVP_sha256") -> [UInt8]? {
        guard let function, let type: Kind = systemFunction(kind), let type = type() else {
            return nil
        }
        var digest = [UInt8](repeating: 0, count: 64)
        var count: UInt32 = 0
        guard function(bytes, bytes.count, &digest, &count, type, nil) == 1 else { return nil }
        return Array(digest.prefix(Int(count)))
    }
}
