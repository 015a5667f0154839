import Crypto
import Foundation
import Testing

@testable import ShopService

/// The shop's own reading of the sealed format.
struct SealedExchangeTests {
    private let key = PartnerKey(id: "partner-2026", bytes: Data(repeating: 7, count: 32))
    private let other = PartnerKey(id: "partner-2026", bytes: Data(repeating: 8, count: 32))
    private let plain = Data(#"{"sku":"tea-oolong"}"#.utf8)

    private func exchange(
        target: String = "/v1/orders", key: PartnerKey? = nil
    ) throws -> SealedExchange {
        try SealedExchange(
            key: #require(key ?? self.key), method: "POST", target: target,
            exchange: "AAECAwQFBgcICQoLDA0ODw")
    }

    /// What a client would send: the request's direction, sealed by hand.
    private func request(_ exchange: SealedExchange) throws -> Data {
        let head = SealedEnvelope.head(keyID: exchange.key.id, mediaType: "application/json")
        let bound = exchange.authenticated("request", status: "", head: head)
        let box = try AES.GCM.seal(plain, using: exchange.key.key, authenticating: bound)
        return try head + #require(box.combined)
    }

    @Test func opensWhatWasSealedForIt() throws {
        let exchange = try exchange()
        let opened = try exchange.open(request(exchange))
        #expect(opened.plain == plain)
        #expect(opened.mediaType == "application/json")
    }

    @Test func writesTheHeadAsDocumented() {
        let head = SealedEnvelope.head(keyID: "k1", mediaType: "a/b")
        #expect(Array(head) == [1, 2, 0x6b, 0x31, 3, 0x61, 0x2f, 0x62])
    }

    @Test func authenticatesSevenFieldsWithTheirLengths() throws {
        let bound = try exchange(target: "/a").authenticated(
            "response", status: "201", head: Data([1, 1, 0x6b, 0]))
        let fields = [
            "posthorn.aes-gcm.v1", "response", "POST", "/a", "AAECAwQFBgcICQoLDA0ODw", "201",
            "\u{1}\u{1}k\u{0}",
        ]
        var expected: [UInt8] = []
        for field in fields { expected += [0, 0, 0, UInt8(field.utf8.count)] + field.utf8 }
        #expect(Array(bound) == expected)
    }

    @Test func refusesAnotherTarget() throws {
        let body = try request(exchange(target: "/v1/orders"))
        #expect(throws: SealingError.notAuthentic) {
            try exchange(target: "/v1/refunds").open(body)
        }
    }

    @Test func refusesAnotherKey() throws {
        let body = try request(exchange(key: other))
        #expect(throws: SealingError.notAuthentic) { try exchange().open(body) }
    }

    @Test func rejectsOwnResponseAsRequest() throws {
        let exchange = try exchange()
        let response = try exchange.seal(plain, mediaType: "application/json", status: 200)
        #expect(throws: SealingError.notAuthentic) { try exchange.open(response) }
    }

    @Test func refusesEveryChangedByte() throws {
        let exchange = try exchange()
        let body = try request(exchange)
        for index in body.indices {
            var changed = body
            changed[index] ^= 1
            #expect(throws: SealingError.self) { try exchange.open(changed) }
        }
    }

    @Test func refusesEveryTruncation() throws {
        let exchange = try exchange()
        let body = try request(exchange)
        for length in 0..<body.count {
            #expect(throws: SealingError.self) { try exchange.open(body.prefix(length)) }
        }
    }

    @Test(arguments: ["", "short", "AAECAwQFBgcICQoLDA0OD=", "AAECAwQFBgcICQoLDA0OD/"])
    func refusesAnExchangeNumberOfAnotherForm(_ text: String) throws {
        let key = try #require(key)
        #expect(throws: SealingError.malformed) {
            try SealedExchange(key: key, method: "GET", target: "/", exchange: text)
        }
    }

    @Test func keyShowsItsIdAlone() throws {
        let key = try #require(key)
        #expect("\(key)" == "key partner-2026")
        #expect(String(reflecting: key) == "key partner-2026")
    }
}
