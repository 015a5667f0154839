internal import CryptoExtras
import FoundationEssentials
import PosthornCore

/// A slow key derivation function for passwords, whose values ``SecretKey/password(_:salt:id:by:byteCount:for:)`` checks.
public struct PasswordStretching: Sendable, Hashable {
    enum Method: Hashable {
        case pbkdf2(rounds: Int, KeyHash)
        case scrypt(cost: Int, blockSize: Int, parallelism: Int)
    }

    let method: Method

    /// Derives the key with scrypt (RFC 7914), which also costs memory: 128 · `cost` · `blockSize` bytes.
    ///
    /// - Parameters:
    ///   - cost: A power of two of at least 131,072 (2^17), the default, which takes 128 MiB with the default
    ///     block size. More than 1 GiB is refused.
    ///   - blockSize: 8 to 64; 8 by default.
    ///   - parallelism: 1 to 16; 1 by default.
    public static func scrypt(
        cost: Int = 1 << 17, blockSize: Int = 8, parallelism: Int = 1
    ) -> PasswordStretching {
        Self(method: .scrypt(cost: cost, blockSize: blockSize, parallelism: parallelism))
    }

    /// Derives the key with PBKDF2 and HMAC (RFC 8018), for peers that support nothing stronger.
    ///
    /// - Parameters:
    ///   - rounds: The number of iterations, at most 100,000,000. `nil`, the default, uses the minimum:
    ///     600,000 with SHA-256, 210,000 with SHA-384 and SHA-512.
    ///   - hash: The hash of the HMAC; SHA-256 by default.
    public static func pbkdf2(rounds: Int? = nil, hash: KeyHash = .sha256) -> PasswordStretching {
        Self(method: .pbkdf2(rounds: rounds ?? leastRounds(hash), hash))
    }

    /// Returns the minimum number of iterations that OWASP recommended in 2023.
    private static func leastRounds(_ hash: KeyHash) -> Int { hash == .sha256 ? 600_000 : 210_000 }

    /// Throws if the parameters make guessing cheap or exceed the limits.
    func check() throws(APIError.Cause) {
        switch method {
        case .pbkdf2(let rounds, let hash):
            let least = Self.leastRounds(hash)
            try ensure(
                (least...100_000_000).contains(rounds), .invalidKey,
                "\(rounds) rounds of PBKDF2 are too few or too many",
                "take \(least) to 100000000")
        case .scrypt(let cost, let blockSize, let parallelism):
            let isSound =
                cost >= 1 << 17 && cost & (cost - 1) == 0 && cost <= 1 << 24 && blockSize >= 8
                && blockSize <= 64 && (1...16).contains(parallelism)
                && 128 * cost * blockSize <= 1 << 30
            try ensure(
                isSound, .invalidKey,
                "scrypt with cost \(cost), block size \(blockSize) and parallelism \(parallelism) "
                    + "is too cheap, takes more than 1 GiB, or is nothing that scrypt takes",
                "take a power of two from 131072, a block size from 8, a parallelism from 1")
        }
    }

    func key(_ password: Data, _ salt: Data, _ count: Int) throws(APIError.Cause) -> SymmetricKey {
        try attempt {
            switch method {
            case .pbkdf2(let rounds, let hash):
                let function: KDF.Insecure.PBKDF2.HashFunction =
                    switch hash {
                    case .sha256: .sha256
                    case .sha384: .sha384
                    case .sha512: .sha512
                    }
                return try KDF.Insecure.PBKDF2.deriveKey(
                    from: password, salt: salt, using: function, outputByteCount: count,
                    unsafeUncheckedRounds: rounds)
            case .scrypt(let cost, let blockSize, let parallelism):
                return try KDF.Scrypt.deriveKey(
                    from: password, salt: salt, outputByteCount: count, rounds: cost,
                    blockSize: blockSize, parallelism: parallelism,
                    maxMemory: 128 * blockSize * (cost + parallelism + 4))
            }
        } or: {
            .key("the password could not be stretched", "take less memory", because: $0)
        }
    }
}
