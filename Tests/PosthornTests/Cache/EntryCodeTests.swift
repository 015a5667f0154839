import Foundation
import Testing

import Posthorn
@testable import PosthornCache

@Suite("Cache entry encoding")
struct EntryCodeTests {
    private let response = StoredResponse(
        TransportResponse(
            status: .init(code: 299, reasonPhrase: "Odd"),
            headers: [.contentType: "text/plain", .vary: "accept", .server: "caf\u{e9}"],
            body: Data((0..<64).map { UInt8($0) }), trailers: [.eTag: ""],
            bodyIntegrity: .chunked), to: [.accept: "*/*"],
        sentAt: Date(timeIntervalSince1970: 1.25), receivedAt: Date(timeIntervalSince1970: 2.5))

    private func key(_ url: String = "http://a.test/", identity: String? = nil) throws -> CacheKey {
        CacheKey(
            TransportRequest(url: url), url: try HTTPURL(url), headers: [:], identity: identity,
            impersonal: [])
    }

    @Test func encodedEntryDecodesForItsKeyOnly() throws {
        let bytes = EntryCode.encode(response, for: try key())
        #expect(EntryCode.decode(bytes, for: try key()) == response)
        #expect(EntryCode.decode(bytes, for: try key("http://a.test/b")) == nil)
        #expect(EntryCode.decode(bytes, for: try key(identity: "u1")) == nil)
    }

    @Test func detectsFlippedBitsAndMissingBytes() throws {
        let key = try key()
        let bytes = EntryCode.encode(response, for: key)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(EntryCode.decode(damaged, for: key) == nil)
            }
            #expect(EntryCode.decode(bytes.prefix(index), for: key) == nil)
        }
        #expect(EntryCode.decode(bytes + [0], for: key) == nil)
    }

    /// A valid checksum over forged content.
    @Test func decodesForgedLengthsWithoutTrapping() throws {
        let key = try key()
        let bytes = EntryCode.encode(response, for: key)
        for index in 16..<bytes.count {
            for value in [UInt8(0), 0x7f, 0xff] {
                var payload = Data(bytes.dropFirst(16))
                payload[index - 16] = value
                let sum = EntryCode.checksum(payload)
                let head = (0..<8).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
                _ = EntryCode.decode(bytes.prefix(8) + head + payload, for: key)
            }
        }
    }
}
