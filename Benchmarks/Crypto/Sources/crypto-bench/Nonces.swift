import FoundationEssentials
import Posthorn
import PosthornCrypto

/// Seals many messages with each cipher and looks for a nonce, a salt or an id that comes twice.
///
/// All are kept, 16 bytes each, and sorted: what is counted is exact.
enum Nonces {
    /// 12 to 16 bytes as two words.
    struct Value: Comparable {
        var high: UInt64 = 0
        var low: UInt64 = 0

        init(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                high = high << 8 | low >> 56
                low = low << 8 | UInt64(byte)
            }
        }

        /// 22 digits of base64url; a nonce that is written otherwise is none of ours.
        init(text: Substring) {
            for digit in text.utf8 {
                let bits: UInt8 =
                    switch digit {
                    case 65...90: digit - 65
                    case 97...122: digit - 71
                    case 48...57: digit + 4
                    case 45: 62
                    case 95: 63
                    default: fatalError("not base64url")
                    }
                // The last digit's bits past the 128th are zero; four of the first digit's are lost
                // by them, as for each other text.
                high = high << 6 | low >> 58
                low = low << 6 | UInt64(bits)
            }
        }

        static func < (left: Value, right: Value) -> Bool {
            (left.high, left.low) < (right.high, right.low)
        }
    }

    static func measure(count: Int) async throws {
        let secret = try SecretKey(id: "k", bytes: Subject.secret)
        let sealing = try SecretKey(id: "k", bytes: Subject.secret, for: .envelopeVersion1)
        let wrapping = try SecretKey(id: "k", bytes: Subject.secret, for: .jwe)
        let signing = try SecretKey(id: "k", bytes: Subject.secret, for: .signatures)
        let long = try SecretKey(id: "k", bytes: Subject.secret + Subject.secret, for: .jwe)
        let hpke = try Subject.hpke()
        try await look(
            "EnvelopeCipher, version 1, nonce of 96 bits",
            try EnvelopeCipher(key: sealing, suite: .version1AES256GCM), count
        ) { Value($0.bytes.dropFirst(4).prefix(12)) }
        try await look(
            "Posthorn-Exchange, 128 bits",
            try EnvelopeCipher(key: sealing, suite: .version1AES256GCM), count
        ) { Value(text: $0.field("Posthorn-Exchange")) }
        try await look(
            "EnvelopeCipher, version 1, ChaCha20, nonce of 96 bits",
            try EnvelopeCipher(key: sealing, suite: .version1ChaCha20Poly1305), count
        ) { Value($0.bytes.dropFirst(4).prefix(12)) }
        try await look(
            "ContentEncodingCipher, salt of 128 bits", try ContentEncodingCipher(key: secret), count
        ) { Value($0.bytes.prefix(16)) }
        try await look(
            "JWECipher, dir with A256GCM, nonce of 96 bits",
            JWECipher(try JWEKey(wrapping, .direct)), count
        ) { Value(text: $0.jwePart(2)) }
        try await look(
            "JWECipher, dir with A256CBC-HS512, nonce of 128 bits",
            JWECipher(try JWEKey(long, .direct, encryptions: [.a256CBCHS512])), count
        ) { Value(text: $0.jwePart(2)) }
        try await look(
            "JWECipher, A256KW, 128 bits of the wrapped key",
            JWECipher(try JWEKey(wrapping, .a256KW)), count
        ) { Value(text: $0.jwePart(1).prefix(21)) }
        try await look("HMACSigner, nonce of 128 bits", Signing(HMACSigner(key: secret)), count) {
            Value(text: $0.field("X-Nonce"))
        }
        try await look(
            "MessageSigner, nonce of 128 bits",
            Signing(MessageSigner(key: try SigningKey(signing))), count
        ) { request in
            let input = request.field("Signature-Input")
            guard let start = input.firstRange(of: "nonce=\"")?.upperBound else {
                fatalError("no nonce")
            }
            return Value(text: input[start...].prefix { $0 != "\"" })
        }
        // A key pair for each message: a hundredth of them takes as long.
        try await look("HPKECipher, encapsulated key", hpke.cipher, count / 100) { request in
            Value(text: request.field("Posthorn-Encapsulated").split(separator: ".")[2].prefix(21))
        }
    }

    private static func look(
        _ name: String, _ cipher: any PayloadCipher, _ count: Int,
        _ nonce: (TransportRequest) -> Value
    ) async throws {
        let plain = TransportRequest(
            endpoint: "bench", method: .post, origin: "https://api.example.com", route: "/",
            target: "/", body: Data([1]))
        var all: [Value] = []
        all.reserveCapacity(count)
        for _ in 0..<count {
            var request = plain
            try await cipher.seal(&request)
            all.append(nonce(request))
        }
        all.sort()
        var repeats = 0
        for index in 1..<max(1, all.count) where all[index] == all[index - 1] { repeats += 1 }
        print("\(name): \(all.count) messages, \(repeats) repeats")
        guard repeats == 0 else { fatalError("\(name): a nonce came again") }
    }
}

/// Signs in place of sealing.
private struct Signing: PayloadCipher {
    let signer: any Signer
    var name: String { signer.name }

    init(_ signer: any Signer) { self.signer = signer }

    func seal(_ request: inout TransportRequest) async throws { try await signer.sign(&request) }
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        try await signer.verify(response, to: request)
    }
}

extension TransportRequest {
    fileprivate var bytes: Data { body?.data ?? Data() }

    fileprivate func field(_ name: String) -> Substring {
        guard let name = HTTPField.Name(name), let value = headers[name] else {
            fatalError("no \(name)")
        }
        return value[...]
    }

    fileprivate func jwePart(_ index: Int) -> Substring {
        // With `dir` the part of the key is empty.
        String(decoding: bytes, as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false)[index]
    }
}
