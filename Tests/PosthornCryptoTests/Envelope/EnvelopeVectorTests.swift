import Foundation
import Posthorn
@testable import PosthornCrypto
import PosthornServer
import Testing

/// Messages of `Vectors/envelope2.py`, which implements version 2 from its description.
@Suite("Vectors of envelope version 2")
struct EnvelopeVectorTests {
    /// A message of the file, or one for the script.
    struct Message: Codable, Sendable, CustomTestStringConvertible {
        var name: String
        var suite: UInt8
        var part: String
        var keyID: String
        var key: String
        var audience: String
        var method: String
        var target: String
        var exchange: String
        var status: Int?
        var mediaType: String
        var time: UInt64
        var salt = ""
        var nonce = ""
        var plaintext: String
        var envelope = ""

        var testDescription: String { "\(name), \(suite)" }
        var isInHeader: Bool { part.hasSuffix("without body") }

        func ring() throws -> KeyRing<SecretKey> {
            try KeyRing(
                SecretKey(
                    id: keyID, bytes: Data(hex: key),
                    for: #require(EnvelopeCipher.Suite(rawValue: suite)).purpose))
        }

        func request() throws -> TransportRequest {
            var request = TransportRequest(
                method: try #require(HTTPRequest.Method(method)),
                url: "https://api.example.com" + target)
            request.headers[.exchange] = exchange
            return request
        }
    }

    static let all: [Message] = {
        let file = Vector.folder.appending(path: "envelope2.json")
        guard let json = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([Message].self, from: json)) ?? []
    }()

    @Test func vectorFileIsComplete() { #expect(Self.all.count == 14) }

    @Test(arguments: all)
    func opens(_ message: Message) async throws {
        let suite = try #require(EnvelopeCipher.Suite(rawValue: message.suite))
        let envelope = Data(hex: message.envelope)
        guard let status = message.status else {
            let server = try PosthornServer.EnvelopeServer(
                key: message.ring(), suite: suite, audience: message.audience, timeWindow: nil)
            var request = try message.request()
            if message.isInHeader {
                request.headers[SealedMessage.field] = Base64URL.encode(envelope)
            } else {
                request.body = HTTPBody(envelope)
                request.headers[.contentType] = EnvelopeCipher.mediaType
            }
            try await server.open(&request)
            #expect((request.body?.data ?? Data()).hex == message.plaintext)
            #expect((request.body == nil) == message.isInHeader)
            #expect(request.headers[.contentType] ?? "" == message.mediaType)
            return
        }
        let cipher = try EnvelopeCipher(
            key: message.ring(), suite: suite, audience: message.audience)
        var response = TransportResponse(
            status: .init(code: status), headers: [:], body: message.isInHeader ? Data() : envelope)
        if message.isInHeader {
            response.headers[SealedMessage.field] = Base64URL.encode(envelope)
        } else {
            response.headers[.contentType] = EnvelopeCipher.mediaType
        }
        try await cipher.open(&response, to: message.request())
        #expect(response.body.hex == message.plaintext)
        #expect(response.headers[.contentType] ?? "" == message.mediaType)
    }

    /// Our own writing, with the salt and the nonce of the file.
    @Test(arguments: all)
    func writesTheSameBytes(_ message: Message) throws {
        let suite = try #require(EnvelopeCipher.Suite(rawValue: message.suite))
        let head = try EnvelopeHead(
            version: message.suite, keyID: message.keyID, mediaType: message.mediaType,
            time: message.time)
        let sealed = try SealedMessage(
            format: suite.format, part: #require(SealedMessage.Part(rawValue: message.part)),
            audience: message.audience, method: #require(HTTPRequest.Method(message.method)),
            target: message.target, exchange: message.exchange,
            status: message.status.map { HTTPResponse.Status(code: $0) }
        ).seal(
            Data(hex: message.plaintext), head,
            with: suite.keys(of: SecretKey(id: message.keyID, bytes: Data(hex: message.key))),
            salt: Data(hex: message.salt), nonce: Data(hex: message.nonce))
        #expect((sealed.start + sealed.sealed).hex == message.envelope)
    }

    @Test(
        .enabled("needs python3 with cryptography") { Python.hasCryptography },
        arguments: EnvelopeCipher.Suite.allCases.filter { $0.hasTime },
        [nil, Data(), Data((0...255).map { UInt8($0) })])
    func pythonOpensOurRequests(_ suite: EnvelopeCipher.Suite, body: Data?) async throws {
        let key = try SecretKey(id: "shop-2", bytes: Peer.secret, for: suite.purpose)
        var request = TransportRequest(method: .post, url: "https://api.example.com/v1/orders?a=1")
        request.body = body.map { HTTPBody($0) }
        try await EnvelopeCipher(key: key, suite: suite).seal(&request)
        let envelope =
            try request.body?.data
            ?? #require(request.headers[SealedMessage.field].flatMap { Base64URL.decode($0) })
        let message = Message(
            name: "ours", suite: suite.rawValue,
            part: body == nil ? "request without body" : "request", keyID: "shop-2",
            key: Peer.secret.hex, audience: "https://api.example.com", method: "POST",
            target: "/v1/orders?a=1", exchange: request.headers[.exchange] ?? "", status: nil,
            mediaType: "", time: 0, plaintext: "", envelope: envelope.hex)
        #expect(try Python.open(message, by: "envelope2.py") == (body ?? Data()).hex)
    }
}
