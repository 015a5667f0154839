import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let sealings: [Behaviour] = [
        Behaviour("seals each body, with a nonce of its own", sealsAfresh),
        Behaviour("seals bodies of each method, type and size", sealsAll),
        Behaviour("uses another keystream in each direction", separatesKeystreams),
        Behaviour("seals each reading of a stream afresh", sealsReadings),
    ]

    @Sendable private static func sealsAfresh(_ bench: Bench) async throws {
        try expect(
            !bench.cipher.isPlaintext, .transport,
            "the cipher claims to leave messages unchanged")
        var bodies: [Data] = []
        for _ in 0..<1000 {
            let body = try await Bench.bytes(of: bench.sealed())
            try expect(!body.isEmpty, .clear, "the sealed request has no body")
            try expect(
                body.firstRange(of: Bench.plain) == nil, .clear, "the body is in the clear")
            bodies.append(body)
        }
        try expect(
            Set(bodies).count == bodies.count, .nonce,
            "the same body was sealed to the same bytes twice")
        try expect(
            !KeystreamCheck.repeatsParts(bodies), .nonce,
            "two of 1000 bodies were sealed with one nonce")
        let (one, two) = (Bench.bytes(64), Bench.bytes(64, seed: 2))
        let first = try await Bench.bytes(of: bench.sealed(.post, Bench.target, one))
        let second = try await Bench.bytes(of: bench.sealed(.post, Bench.target, two))
        try expect(
            !KeystreamCheck.share(first, two: second, of: one, and: two), .nonce,
            "two bodies were sealed with one nonce")
    }

    @Sendable private static func sealsAll(_ bench: Bench) async throws {
        let types = [
            "text/plain", "application/json", "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=b", "application/octet-stream",
        ]
        for method in [.post, .put, .patch] as [HTTPRequest.Method] {
            for type in types {
                for count in [0, 1, 64, 100_000] where count < 100 || type == types[0] {
                    let body = Bench.bytes(count)
                    var request = Bench.request(method, Bench.target, HTTPBody(body), type: type)
                    try await bench.makeCipher().seal(&request)
                    let sealed = try await Bench.bytes(of: request)
                    let parts = [body.prefix(32), body.dropFirst(count / 2).prefix(32)]
                    let isClear = parts.contains {
                        $0.count < 16 ? sealed == body : sealed.firstRange(of: $0) != nil
                    }
                    try expect(
                        !isClear, .clear,
                        "\(method) sent \(count) bytes of \(type) in the clear")
                }
            }
        }
    }

    /// A request and its response must not share a keystream, even if each names its direction.
    @Sendable private static func separatesKeystreams(_ bench: Bench) async throws {
        let (one, two) = (Bench.bytes(64), Bench.bytes(64, seed: 2))
        let request = try await bench.sealed(.post, Bench.target, one)
        let response = try await bench.respond(two, to: request)
        try expect(
            !KeystreamCheck.share(
                try await Bench.bytes(of: request), two: response.body, of: one, and: two), .nonce,
            "a request and its response were sealed with one key and one nonce")
    }

    @Sendable private static func sealsReadings(_ bench: Bench) async throws {
        guard bench.cipher.sealsStreams else { return }
        let (one, two) = (Bench.bytes(64), Bench.bytes(64, seed: 2))
        // A file that changes between two attempts.
        let count = Locked(0)
        let stream = BodyStream(replay: {
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return ByteStream(isFirst ? one : two)
        })
        var request = Bench.request(.post, Bench.target, HTTPBody(stream))
        try await bench.cipher.seal(&request)
        let first = try await Bench.bytes(of: request)
        let second = try await Bench.bytes(of: request)
        try expect(
            first.firstRange(of: one) == nil && second.firstRange(of: two) == nil, .clear,
            "a streamed body is in the clear")
        try expect(
            !KeystreamCheck.share(first, two: second, of: one, and: two), .nonce,
            "two readings of a streamed body were sealed with one nonce: derive it in the closure of "
                + "`transformed(length:by:)`")
    }
}

/// Finds keystreams that were used twice.
///
/// The XOR of two ciphertexts under one keystream is the XOR of the two plaintexts.
enum KeystreamCheck {
    /// Whether two sealed bodies contain ciphertexts of two plaintexts under one keystream.
    static func share(_ first: Data, two second: Data, of one: Data, and two: Data) -> Bool {
        let between = zip(one, two).map { $0 ^ $1 }
        let start = Array(between.prefix(16))
        return layers(of: first).contains { first in
            layers(of: second).contains { second in
                guard first.count >= 16, second.count >= 16 else { return false }
                return (0...first.count - 16).contains { i in
                    (0...second.count - 16).contains { j in
                        var k = 0
                        while k < 16, first[i + k] ^ second[j + k] == start[k] { k += 1 }
                        return k == 16
                    }
                }
            }
        }
    }

    /// Whether two messages of one plaintext repeat a long part that differs in the others.
    static func repeatsParts(_ bodies: [Data]) -> Bool {
        let bytes = bodies.map { [UInt8]($0) }
        guard let first = bytes.first, let count = bytes.map(\.count).min() else { return false }
        let varies = (0..<count).map { index in bytes.contains { $0[index] != first[index] } }
        // Eight positions apart, so that one lies within the ciphertext of 32 bytes.
        for start in stride(from: 0, to: count - 23, by: 8)
        where varies[start..<start + 24].allSatisfy({ $0 }) {
            if Set(bytes.map { $0[start..<start + 24] }).count < bytes.count { return true }
        }
        return false
    }

    /// Returns the body, followed by each of its dot-separated parts decoded from base64url, as in a JWE.
    private static func layers(of body: Data) -> [[UInt8]] {
        let parts = body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return [[UInt8](body)]
            + parts.map { part in
                let digits = String(decoding: part, as: UTF8.self).replacing("-", with: "+")
                    .replacing("_", with: "/")
                let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
                return [UInt8](Data(base64Encoded: digits + padding) ?? Data())
            }
    }
}
