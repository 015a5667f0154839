private let symbols = Symbols()

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
        return ContentDigest(algorithm, bytes: bytes)
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

        @Symbol(symbols, "EVP_MD_CTX_new") var make: Make
        @Symbol(symbols, "EVP_MD_CTX_free") var free: Free
        @Symbol(symbols, "EVP_sha256") var sha256: Make
        @Symbol(symbols, "EVP_sha512") var sha512: Make
        @Symbol(symbols, "EVP_DigestInit_ex") var begin: Begin
        @Symbol(symbols, "EVP_DigestUpdate") var update: Update
        @Symbol(symbols, "EVP_DigestFinal_ex") var end: End

        static let all = symbols.complete(Functions())
    }
}
