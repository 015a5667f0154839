import Crypto
import CryptoExtras
import FoundationEssentials
import Posthorn
import PosthornCrypto
import PosthornServer

/// Both versions of the envelope, its server, and swift-crypto alone: `scripts/envelope-costs` counts their instructions.
enum Versions {
    private static let secret = Data((0..<32).map { UInt8($0 * 7 + 11) })

    /// Repeats one thing: `crypto-bench versions version1|version2|server|bare BYTES TIMES`.
    static func run(_ words: [String]) async throws {
        guard words.count == 3, let count = Int(words[1]), let times = Int(words[2]) else {
            return print("usage: crypto-bench versions version1|version2|server|bare BYTES TIMES")
        }
        let body = Bodies.bytes(count)
        let plain = Bodies.request(body)
        switch words[0] {
        case "version1":
            let key = try SecretKey(id: "k", bytes: secret, for: .envelopeVersion1)
            let cipher = try EnvelopeCipher(key: key, suite: .version1AES256GCM)
            try await seal(plain, by: cipher, times)
        case "version2":
            try await seal(plain, by: EnvelopeCipher(key: SecretKey(id: "k", bytes: secret)), times)
        case "server":
            let key = try SecretKey(id: "k", bytes: secret)
            let server = try EnvelopeServer(key: key, audience: plain.origin, memory: nil)
            var sealed = plain
            try await EnvelopeCipher(key: key).seal(&sealed)
            for _ in 0..<times {
                var request = sealed
                try await server.open(&request)
                guard request.body?.count == count else { fatalError("not opened") }
            }
        default:
            let nonce = Data(0..<24)
            let bound = Data(repeating: 1, count: 103)
            let sealed = try AES.GCM.seal(
                body, using: messageKey(nonce), nonce: .init(data: nonce.suffix(12)),
                authenticating: bound
            ).combined
            for _ in 0..<times {
                let box = try AES.GCM.SealedBox(combined: sealed ?? Data())
                let opened = try AES.GCM.open(box, using: messageKey(nonce), authenticating: bound)
                guard opened.count == count else { fatalError("not opened") }
            }
        }
    }

    private static func seal(
        _ plain: TransportRequest, by cipher: EnvelopeCipher, _ times: Int
    ) async throws {
        for _ in 0..<times {
            var request = plain
            try await cipher.seal(&request)
        }
    }

    /// Derives the key of a message as XAES-256-GCM does, by two blocks of AES.
    private static func messageKey(_ nonce: Data) throws -> SymmetricKey {
        let key = SymmetricKey(data: secret)
        var derived = Data()
        for number in 1...2 {
            var block = Data([0, UInt8(number), 0x58, 0]) + nonce.prefix(12)
            try AES.permute(&block, key: key)
            derived += block
        }
        return SymmetricKey(data: derived)
    }
}
