import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Keys and their rotation")
struct SecretKeyTests {
    let new = Data(repeating: 2, count: 32)

    @Test(arguments: [0, 1, 16, 31, 33, 64])
    func rejectsOtherKeyLengths(_ count: Int) {
        let fault = #expect(throws: APIError.Cause.self) {
            let key = try SecretKey(
                id: "shop-1", bytes: Data(count: count), for: .envelopeVersion1)
            _ = try EnvelopeCipher(key: key, suite: .version1AES256GCM)
        }
        #expect(
            fault?.message
                == (count < 16
                    ? "the key has \(count) bytes, and 16 to 1024 are taken"
                    : "the key has \(count * 8) bits, and AES-256-GCM takes 256"))
        #expect(fault?.advice != nil)
    }

    @Test(arguments: [
        ("", "the key's id is empty"),
        (String(repeating: "k", count: 256), "the key's id has 256 bytes, 255 are the most"),
        (String(repeating: "é", count: 128), "the key's id has 256 bytes, 255 are the most"),
    ])
    func rejectsEmptyOrTooLongID(_ id: String, _ message: String) {
        let given = #expect(throws: APIError.Cause.self) { try SecretKey.shared(id) }
        let random = #expect(throws: APIError.Cause.self) { try SecretKey.random(id: id) }
        #expect(given?.message == message)
        #expect(random?.message == message)
    }

    @Test func acceptsByteArrayAndLongestID() throws {
        let id = String(repeating: "k", count: 255)
        #expect(try SecretKey(id: id, bytes: [UInt8](repeating: 1, count: 32)).id == id)
    }

    @Test func randomKeysDiffer() async throws {
        let one = try SecretKey.random(id: "a", for: .envelopeVersion1)
        let two = try SecretKey.random(id: "a", for: .envelopeVersion1)
        var request = TransportRequest.sample()
        try await EnvelopeCipher(key: one, suite: .version1AES256GCM).seal(&request)
        // Even the right key would reject the reflected message by its direction, so the test
        // compares bodies only.
        var other = TransportRequest.sample()
        try await EnvelopeCipher(key: two, suite: .version1AES256GCM).seal(&other)
        #expect(request.body != other.body)
    }

    @Test func sealsWithNewKeyAndOpensWithPrevious() async throws {
        let cipher = try EnvelopeCipher(
            key: KeyRing(
                SecretKey(id: "shop-2", bytes: new, for: .envelopeVersion1),
                previous: [.shared("shop-1", for: .envelopeVersion1)]),
            suite: .version1AES256GCM)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        #expect(try Peer(keyID: "shop-2", key: new).open(request).body == order)
        for peer in [Peer(keyID: "shop-1"), Peer(keyID: "shop-2", key: new)] {
            let response = try peer.response(order, to: request)
            #expect(await faultOfOpening(response, to: request, with: cipher) == nil)
        }
    }

    @Test func unknownKeyErrorNamesTheKey() async throws {
        let cipher = try EnvelopeCipher(
            key: KeyRing(
                .shared("shop-1", for: .envelopeVersion1),
                previous: [.shared("shop-0", for: .envelopeVersion1)]), suite: .version1AES256GCM)
        let request = try await TransportRequest.sealed()
        let response = try Peer(keyID: "shop-9\u{1b}").response(order, to: request)
        let fault = await faultOfOpening(response, to: request, with: cipher)
        #expect(fault?.code == .unknownKey)
        #expect(
            fault?.message
                == "the message is sealed with the key \"shop-9\\u{1B}\", which this cipher does not "
                + "have")
        #expect(
            fault?.advice == "give it to the cipher, as `key` or among the `previous` ones")
    }

    @Test func idsAreComparedByteForByte() async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared("caf\u{e9}", for: .envelopeVersion1), suite: .version1AES256GCM)
        let request = try await TransportRequest.sealed()
        let response = try Peer(keyID: "cafe\u{301}").response(order, to: request)
        let fault = await faultOfOpening(response, to: request, with: cipher)
        #expect(fault?.message.hasPrefix("the message is sealed with the key") == true)
    }

    @Test func rejectsWrongKeyWithMatchingID() async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey.shared("shop-1", for: .envelopeVersion1), suite: .version1AES256GCM)
        let request = try await TransportRequest.sealed()
        let response = try Peer(keyID: "shop-1", key: new).response(order, to: request)
        #expect(await faultOfOpening(response, to: request, with: cipher)?.message == opaque)
    }

    @Test func rejectsTwoKeysWithOneID() throws {
        let keys = try ["a", "b", "b"].map { try SecretKey.shared($0, for: .envelopeVersion1) }
        let fault = #expect(throws: APIError.Cause.self) {
            try EnvelopeCipher(
                key: KeyRing(keys[0], previous: [keys[1], keys[2]]), suite: .version1AES256GCM)
        }
        #expect(fault?.message == #"two keys have the id "b""#)
        #expect(throws: APIError.Cause.self) {
            try EnvelopeCipher(
                key: KeyRing(keys[1], previous: [keys[2]]), suite: .version1AES256GCM)
        }
    }
}
