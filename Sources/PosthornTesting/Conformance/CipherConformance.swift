public import FoundationEssentials
public import PosthornCore

/// Tests for a `PayloadCipher` that seals requests and opens responses, one behaviour at a time.
///
/// You supply the server's side. Use another implementation than the cipher's own. Of a cipher that
/// opens streams, both ways to open a response are tested.
///
/// ```swift
/// @Test(arguments: CipherConformance.behaviours)
/// func conforms(_ behaviour: CipherConformance.Behaviour) async throws {
///     try await behaviour.check(
///         secrets: [key], cipher: { MyCipher(key) },
///         response: { body, request in try myServer.seal(body, for: request) })
/// }
/// ```
public enum CipherConformance {
    /// All behaviours, each with a unique name.
    public static let behaviours: [Behaviour] = [
        Behaviour("opens what the server sealed", opens),
        Behaviour("seals each body, with a nonce of its own", sealsAfresh),
        Behaviour("refuses each changed byte", refusesChanges),
        Behaviour("refuses each shorter response, and a longer one", refusesCuts),
        Behaviour("refuses swapped responses and a replay", refusesSwaps),
        Behaviour("refuses the response of another endpoint", refusesOtherEndpoints),
        Behaviour("refuses its own request as the response", refusesReflection),
        Behaviour("refuses a response in the clear", refusesPlain),
        Behaviour("shows no secret", showsNothing),
    ]

    /// One behaviour that a cipher must show.
    public struct Behaviour: Sendable, CustomStringConvertible {
        /// The behaviour as a sentence without its subject, such as "shows no secret".
        public let name: String
        private let run: @Sendable (Bench) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (Bench) async throws -> Void) {
            self.name = name
            self.run = run
        }

        /// The value of ``name``.
        public var description: String { name }

        /// Tests the behaviour.
        ///
        /// - Parameters:
        ///   - secrets: The bytes that must not appear in descriptions, dumps and errors, such as keys. None
        ///     by default.
        ///   - cipher: Creates a cipher. Called each time the test needs one.
        ///   - response: Seals a body as the response, with status 200, to a request that the cipher sealed. It
        ///     uses the method and the target of the request that it receives, and may throw if it refuses them.
        /// - Throws: An error that describes the difference, or any error that the cipher or a closure throws unexpectedly.
        public func check(
            secrets: [Data] = [], cipher: @escaping @Sendable () throws -> any PayloadCipher,
            response: @escaping @Sendable (Data, TransportRequest) async throws -> TransportResponse
        ) async throws {
            try await run(Bench(secrets: secrets, cipher: cipher, respond: response))
        }
    }

    @Sendable private static func opens(_ bench: Bench) async throws {
        for body in [Bench.plain, Data(), Data(repeating: 0, count: 100_000)] {
            let request = try await bench.sealed()
            let response = try await bench.respond(body, request)
            for opened in try await bench.opened(response, to: request) {
                try expect(opened == body, "\(body.count) bytes came back as others")
            }
        }
    }

    @Sendable private static func sealsAfresh(_ bench: Bench) async throws {
        var seen: Set<Data> = []
        for _ in 0..<1000 {
            let request = try await bench.sealed()
            let body = try await Bench.bytes(of: request)
            try expect(!body.isEmpty, "the sealed request has no body")
            try expect(body.firstRange(of: Bench.plain) == nil, "the body is in the clear")
            try expect(
                seen.insert(body).inserted, "the same body was sealed to the same bytes twice")
        }
        try await refusesOneKeystream(bench)
    }

    /// Fails if two bodies were sealed with the same keystream.
    ///
    /// With a reused nonce, the XOR of the two ciphertexts is the XOR of the two plaintexts.
    private static func refusesOneKeystream(_ bench: Bench) async throws {
        let one = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 7) })
        let two = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 &* 41 &+ 3) })
        let first = layers(of: try await Bench.bytes(of: bench.sealed(.post, one)))
        let second = layers(of: try await Bench.bytes(of: bench.sealed(.post, two)))
        let between = mixed(one, two)
        for (first, second) in zip(first, second) {
            try expect(
                mixed(first, second).firstRange(of: between) == nil,
                "two bodies were sealed with one nonce")
        }
    }

    /// Returns the body, followed by each of its dot-separated parts decoded from base64url, as in a JWE.
    private static func layers(of body: Data) -> [Data] {
        let parts = body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return [body]
            + parts.map { part in
                let digits = String(decoding: part, as: UTF8.self).replacing("-", with: "+")
                    .replacing("_", with: "/")
                let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
                return Data(base64Encoded: digits + padding) ?? Data()
            }
    }

    private static func mixed(_ one: Data, _ two: Data) -> Data {
        Data(zip(one, two).map { $0 ^ $1 })
    }

    @Sendable private static func showsNothing(_ bench: Bench) async throws {
        let cipher = try bench.cipher()
        let request = try await bench.sealed()
        var response = try await bench.respond(Bench.plain, request)
        try expect(!response.body.isEmpty, "the sealed response has no body")
        response.body[response.body.startIndex] ^= 1
        var text = "\(cipher)\n" + String(reflecting: cipher) + "\n\(request.headers)\n"
        dump(cipher, to: &text)
        for error in try await bench.refusals(response, to: request) ?? [] {
            dump(error, to: &text)
        }
        text += "\(request)\n" + request.expandedDescription
        // `dump` indents the members of a value.
        text += text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        for secret in bench.secrets + [Bench.plain] {
            let digits = HexDigit.text(of: secret)
            let base64 = secret.base64EncodedString()
            let forURLs = String(
                base64.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            let forms = [
                base64, forURLs, digits, digits.uppercased(),
                // Bytes that are not UTF-8 have no text form.
                String(validating: secret, as: UTF8.self) ?? base64,
                secret.map { String($0) }.joined(separator: ", "),
                secret.map { "- \($0)" }.joined(separator: "\n"),
            ]
            for form in forms where !form.isEmpty && text.contains(form) {
                throw ConformanceFailure("a description or an error shows a secret")
            }
        }
    }
}
