public import FoundationEssentials
public import PosthornCore

/// Tests for a `PayloadCipher` that seals requests and opens responses, one behaviour at a time.
///
/// You supply the server's side as a `ServerCipher`, and two keys. Of a cipher that seals or opens streams,
/// the streaming forms are tested too. A failure says what happened, what an attacker gains, and what to
/// write.
///
/// ```swift
/// @Test(arguments: CipherConformance.behaviours)
/// func conforms(_ behaviour: CipherConformance.Behaviour) async throws {
///     try await behaviour.check(
///         key: key, otherKey: otherKey, secrets: [keyBytes],
///         cipher: { MyCipher($0) }, peer: { MyServer($0) })
/// }
/// ```
///
/// A `FieldCipher` leaves most of a body readable, so these tests do not apply to it. The tests do not cover
/// what a server must remember, such as the requests that it has received before.
public enum CipherConformance {
    /// All behaviours, each with a unique name.
    public static let behaviours: [Behaviour] =
        openings + sealings + changes + bindings + downgrades + requests + streams + secrecy

    /// One behaviour that a cipher must show.
    public struct Behaviour: Sendable, CustomStringConvertible {
        /// The behaviour as a sentence without its subject, such as "shows no secret".
        public let name: String
        /// Whether the test needs a `ServerCipher` and another key.
        ///
        /// Skip these behaviours only if the server's side can't be written.
        public let needsPeer: Bool
        /// Whether the test expects the cipher to protect the media type of the plaintext.
        ///
        /// Skip these behaviours for a content coding, which leaves `Content-Type` readable.
        public let protectsMediaType: Bool
        private let run: @Sendable (Bench) async throws -> Void

        init(
            _ name: String, needsPeer: Bool = false, protectsMediaType: Bool = false,
            _ run: @escaping @Sendable (Bench) async throws -> Void
        ) {
            self.name = name
            self.needsPeer = needsPeer
            self.protectsMediaType = protectsMediaType
            self.run = run
        }

        /// The value of ``name``.
        public var description: String { name }

        /// Tests the behaviour.
        ///
        /// - Parameters:
        ///   - key: The key of the client and its server, in any form, such as a pair of keys.
        ///   - otherKey: A key that the client does not have.
        ///   - secrets: The bytes that must not appear in descriptions, dumps and errors, such as keys. None
        ///     by default.
        ///   - cipher: Creates a cipher with a key. Called each time the test needs one.
        ///   - peer: Creates the server's side with a key.
        /// - Throws: An error that describes the difference, or any error that the cipher or the peer throws
        ///   unexpectedly.
        public func check<Key: Sendable>(
            key: Key, otherKey: Key, secrets: [Data] = [],
            cipher: @escaping @Sendable (Key) throws -> any PayloadCipher,
            peer: (Key) throws -> any ServerCipher
        ) async throws {
            try await run(
                Bench(
                    secrets: secrets, makeCipher: { try cipher(key) }, peer: try peer(key),
                    stranger: try peer(otherKey)))
        }

        /// Tests the behaviour with a closure in place of a `ServerCipher`.
        ///
        /// - Parameters:
        ///   - secrets: The bytes that must not appear in descriptions, dumps and errors, such as keys. None
        ///     by default.
        ///   - cipher: Creates a cipher. Called each time the test needs one.
        ///   - response: Seals a body as the response, with status 200, to a request that the cipher sealed. It
        ///     uses the method and the target of the request that it receives, and may throw if it refuses them.
        /// - Throws: The errors of ``check(key:otherKey:secrets:cipher:peer:)``, and a failure if ``needsPeer``
        ///   is `true`.
        public func check(
            secrets: [Data] = [], cipher: @escaping @Sendable () throws -> any PayloadCipher,
            response: @escaping @Sendable (Data, TransportRequest) async throws -> TransportResponse
        ) async throws {
            guard !needsPeer else {
                throw ConformanceFailure(
                    "this needs the server's side: call check(key:otherKey:secrets:cipher:peer:)")
            }
            let peer = ResponsePeer(response: response)
            try await run(
                Bench(secrets: secrets, makeCipher: cipher, peer: peer, stranger: peer))
        }
    }

    /// A peer that only seals responses with the status 200.
    private struct ResponsePeer: ServerCipher {
        let response: @Sendable (Data, TransportRequest) async throws -> TransportResponse

        func open(_ request: inout TransportRequest) throws {
            throw ConformanceFailure("this peer opens no requests")
        }

        func seal(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            response = try await self.response(response.body, request)
        }
    }
}
