import Glibc

/// SHA-256 or SHA-512 over bytes that come in pieces, by OpenSSL where a program has loaded it, as libcurl does.
package final class ContentHasher {
    private let context: OpaquePointer
    private let algorithm: ContentDigest.Algorithm

    /// Whether the TLS library is OpenSSL.
    package static var isAvailable: Bool { Functions.all != nil }

    /// `nil` with another TLS library.
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

        let make: Make
        let free: Free
        let sha256: Make
        let sha512: Make
        let begin: Begin
        let update: Update
        let end: End

        static let all: Functions? = {
            guard let make = dlsym(nil, "EVP_MD_CTX_new"), let free = dlsym(nil, "EVP_MD_CTX_free"),
                let sha256 = dlsym(nil, "EVP_sha256"), let sha512 = dlsym(nil, "EVP_sha512"),
                let begin = dlsym(nil, "EVP_DigestInit_ex"),
                let update = dlsym(nil, "EVP_DigestUpdate"),
                let end = dlsym(nil, "EVP_DigestFinal_ex")
            else { return nil }
            return Functions(
                make: unsafeBitCast(make, to: Make.self), free: unsafeBitCast(free, to: Free.self),
                sha256: unsafeBitCast(sha256, to: Make.self),
                sha512: unsafeBitCast(sha512, to: Make.self),
                begin: unsafeBitCast(begin, to: Begin.self),
                update: unsafeBitCast(update, to: Update.self),
                end: unsafeBitCast(end, to: End.self))
        }()
    }
}
