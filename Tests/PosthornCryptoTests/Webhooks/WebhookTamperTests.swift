import Foundation
import Posthorn
@_spi(Generated) import PosthornCrypto
import TestSupport
import Testing

@Suite("Hostile webhooks", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct WebhookTamperTests {
    /// Without those with two signatures, of which one is enough.
    static let signed = WebhookVector.all.filter {
        $0.scheme != "query-secret" && $0.secrets.count == 1
    }

    /// All variants of a text or a body with one byte flipped, swapped with its neighbour, left out or doubled, and
    /// all beginnings of it.
    private static func variants(of bytes: [UInt8]) -> [[UInt8]] {
        var variants: [[UInt8]] = []
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                variants.append(flipped)
            }
            if index + 1 < bytes.count, bytes[index] != bytes[index + 1] {
                var swapped = bytes
                swapped.swapAt(index, index + 1)
                variants.append(swapped)
            }
            variants.append(Array(bytes[..<index]))
            var (shorter, longer) = (bytes, bytes)
            shorter.remove(at: index)
            longer.insert(bytes[index], at: index)
            variants += [shorter, longer]
        }
        return variants + [bytes + [0], bytes + [0x20]]
    }

    /// Until a signature is valid there are two texts, which depend only on the fields of the request.
    @Test(arguments: signed)
    func refusesEveryChangedByte(_ vector: WebhookVector) async throws {
        let keys = try vector.keys()
        var texts: Set<String> = []
        var count = 0
        func check(_ request: TransportRequest, _ what: @autoclosure () -> String) async {
            count += 1
            guard let refusal = await vector.refusal(request, keys: keys) else {
                Issue.record("accepted: \(what())")
                return
            }
            #expect(refusal.code == .notVerified, "\(what())")
            texts.insert(refusal.description)
        }
        for body in Self.variants(of: Array(vector.body.utf8)) {
            await check(vector.request.with(body: HTTPBody(Data(body))), "body")
        }
        #expect(texts.count == 1)
        for name in vector.signedFields {
            let field = try #require(HTTPField.Name(name))
            let value = try #require(vector.headers[name])
            for bytes in Self.variants(of: Array(value.utf8)) {
                let text = String(decoding: bytes, as: UTF8.self)
                // A server passes no field with a control character, and trims blanks. A second blank within a
                // structured field does not change it (RFC 9651).
                guard name != "Signature-Input" || !text.contains("  "),
                    HTTPField.isValidValue(text), text != value,
                    text.trimmingCharacters(in: .whitespaces) == text
                else { continue }
                var request = vector.request
                request.headers[field] = text
                await check(request, "\(name): \(text)")
            }
            var (without, doubled, empty) = (vector.request, vector.request, vector.request)
            without.headers[field] = nil
            doubled.headers.append(HTTPField(name: field, value: value))
            empty.headers[field] = ""
            for request in [without, doubled, empty] { await check(request, name) }
        }
        #expect(count > 500)
        #expect(texts.count == 2)
    }

    /// A signature belongs to one message: its fields with the body of another one, and the reverse.
    @Test(arguments: ["standard-webhooks", "stripe", "github", "http-message-signature"])
    func refusesMixedMessages(_ scheme: String) async throws {
        let (one, other) = (
            try WebhookVector.named(scheme), try WebhookVector.named("\(scheme), empty object")
        )
        for mixed in [one.request.with(body: other.request.body), other.request.with(body: nil)] {
            #expect(await one.refusal(mixed)?.code == .notVerified)
        }
    }

    @Test func refusesAnotherURLOfSignedRequest() async throws {
        let vector = try WebhookVector.named("http-message-signature")
        for url in [
            "https://hooks.example.com/shop", "https://hooks.example.com/shop?source=a+b",
            "http://hooks.example.com/shop?source=a%20b",
            "https://hooks.example.org/shop?source=a%20b",
        ] {
            var request = vector.request
            request.url = url
            #expect(await vector.refusal(request)?.code == .notVerified)
        }
    }

    @Test(arguments: [
        "", "token", "token=", "token=a", "token=a+secret+%26%20in%3Dthe+quer",
        "token=a+secret+%26%20in%3Dthe+query&token=a+secret+%26%20in%3Dthe+query",
        "token=a+secret+%26%20in%3Dthe+query&%74oken=x", "Token=a+secret+%26%20in%3Dthe+query",
        "token=%zz",
    ])
    func refusesQueryWithoutTheSecret(_ query: String) async throws {
        let vector = try WebhookVector.named("query-secret")
        var request = vector.request
        request.url = "https://hooks.example.com/shop?" + query
        #expect(await vector.refusal(request)?.code == .notVerified)
    }

    /// More signatures than any sender writes are not even tried.
    @Test func refusesManySignatures() async throws {
        let vector = try WebhookVector.named("standard-webhooks")
        let right = try #require(vector.headers["webhook-signature"])
        let field = try #require(HTTPField.Name("webhook-signature"))
        let wrong = Array(repeating: "v1,AAAA", count: 15)
        var request = vector.request
        request.headers[field] = (wrong + [right]).joined(separator: " ")
        try await vector.event(request)
        request.headers[field] = (wrong + ["v2,x", right]).joined(separator: " ")
        #expect(await vector.refusal(request)?.code == .notVerified)
        request.headers[field] = right + " " + String(repeating: "v", count: 10_000)
        #expect(await vector.refusal(request)?.code == .notVerified)
    }

    /// With a dot in an id, two messages would have the same signed bytes.
    @Test func refusesIDWithDot() async throws {
        let vector = try WebhookVector.named("standard-webhooks")
        var request = vector.request
        let id = try #require(vector.headers["webhook-id"])
        request.headers[try #require(HTTPField.Name("webhook-id"))] = "\(id).1800000000"
        request.body = HTTPBody(Data("1800000000.".utf8))
        #expect(await vector.refusal(request)?.code == .notVerified)
    }

    @Test func refusesLongBody() async throws {
        let vector = try WebhookVector.named("stripe")
        let keys = try vector.keys()
        let long = vector.request.with(body: HTTPBody(Data(count: 100_000_000)))
        #expect(await vector.refusal(long, keys: keys)?.code == .limitExceeded)
        // Of a stream, no more is read than the limit and one piece.
        let produced = Count()
        let stream = BodyStream(
            AsyncStream<Data>(unfolding: { produced.next(upTo: 1600, Data(count: 1 << 16)) }))
        let streamed = vector.request.with(body: HTTPBody(stream))
        #expect(await vector.refusal(streamed, keys: keys)?.code == .limitExceeded)
        #expect(produced.count == 17)
        var small = keys
        small.bodyLimit = vector.body.utf8.count
        try await vector.event(keys: small)
        small.bodyLimit -= 1
        #expect(await vector.refusal(keys: small)?.code == .limitExceeded)
    }

    @Test func readsStreamedBody() async throws {
        let vector = try WebhookVector.named("github")
        let pieces = vector.body.utf8.map { Data([$0]) }
        let stream = BodyStream(
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            })
        let event = try await vector.event(vector.request.with(body: HTTPBody(stream)))
        #expect(event.body == Data(vector.body.utf8))
    }

    /// Bodies that are authentic and no JSON in UTF-8.
    @Test(arguments: [
        Data([0xff, 0xfe] + "{}".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }),
        Data("{\"a\":\"".utf8) + [0xc3, 0x28] + Data("\"}".utf8), Data([0x1f, 0x8b, 8, 0]), Data(),
        Data("payload=%7B%7D".utf8), Data(repeating: 0x5b, count: 100_000),
    ])
    func namesBodyThatCannotBeRead(_ body: Data) async throws {
        let vector = try WebhookVector.named("query-secret")
        let memory = RecordingMemory()
        let refusal = await vector.refusal(
            vector.request.with(body: HTTPBody(body)), keys: try vector.keys(memory: memory))
        #expect(refusal?.code == .decodingFailed)
        #expect(refusal?.underlying is JSONError)
    }

    /// No error has a part of the message or of a key in its text.
    @Test(arguments: WebhookVector.all)
    func errorsHaveNoValues(_ vector: WebhookVector) async throws {
        var refusals: [APIError.Cause?] = []
        let secret = "SECRETSECRETSECRET"
        for name in vector.headers.keys {
            var request = vector.request
            request.headers[try #require(HTTPField.Name(name))] = secret
            refusals.append(await vector.refusal(request))
        }
        refusals.append(
            await vector.refusal(vector.request.with(body: HTTPBody(Data("{\"\(secret)\":".utf8)))))
        refusals.append(await vector.refusal(keys: try vector.keys(at: 0)))
        for refusal in refusals.compactMap({ $0 }) {
            #expect(!"\(refusal)".contains("SECRET"))
            #expect(refusal.advice != nil)
        }
        let shown =
            String(reflecting: try vector.keys()) + String(reflecting: try await vector.event())
        for secret in vector.secrets { #expect(!shown.contains(secret)) }
        #expect(!shown.contains("order.paid"))
    }
}

/// A counter of the pieces that a stream has produced.
private final class Count: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }

    func next(upTo limit: Int, _ piece: Data) -> Data? {
        value.withLock { count in
            guard count < limit else { return nil }
            count += 1
            return piece
        }
    }
}
