import Glibc

/// Computes SHA-256 or SHA-512 incrementally with OpenSSL, if the program has loaded it.
package final class ContentHasher {
    private let context: OpaquePointer
    private let algorithm: ContentDigest.Algorithm

    /// Whether OpenSSL is loaded.
    package static var isAvailable: Bool { Functions.all != nil }

    /// Creates a hasher; returns `nil` if OpenSSL is not loaded.
    package init?(_ algorithm: ContentDigest.Algorithm) {
        guard let functions = Functions.all else { return nil }
        let function = algorithm == .sha256 ? functions.sha256() : functions.sha512()
        guard let context = functions.make() else { return nil }
        self.context = context
        self.algorithm = algorithm
        guard functions.begin(context, function, nil) == 1 else { return nil }
    }

    deinit { Functions.all?.free(context) }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        _ = Functions.all?.update(context, bytes.baseAddress, bytes.count)
    }

    package func finish() -> ContentDigest? {
        var bytes = [UInt8](repeating: 0, count: algorithm.count)
        guard Functions.all?.end(context, &bytes, nil) == 1 else { return nil }
        return try? ContentDigest(algorithm, bytes: bytes)
    }

    private struct Functions {
        typealias Make = @convention(c) () -> OpaquePointer?
        typealias Free = @convention(c) (OpaquePointer?) -> Void
        typealias Begin = @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> Int32
        typealias Update = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> Int32
        typealias End =
            @convention(c) (
                OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?
            ) -> Int32

        let make: Make
        let free: Free
        let sha256: Make
        let sha512: Make
        let begin: Begin
        let update: Update
        let end: End

        static let all: Functions? = {
            guard let make: Make = systemFunction("EVP_MD_CTX_new"),
                let free: Free = systemFunction("EVP_MD_CTX_free"),
                let sha256: Make = systemFunction("EVP_sha256"),
                let sha512: Make = systemFunction("EVP_sha512"),
                let begin: Begin = systemFunction("EVP_DigestInit_ex"),
                let update: Update = systemFunction("EVP_DigestUpdate"),
                let end: End = systemFunction("EVP_DigestFinal_ex")
            else { return nil }
            return Functions(
                make: make, free: free, sha256: sha256, sha512: sha512, begin: begin,
                update: update, end: end)
        }()
    }
}
