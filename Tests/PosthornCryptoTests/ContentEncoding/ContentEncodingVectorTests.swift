import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

@Suite("RFC 8188 examples and mutations")
struct ContentEncodingVectorTests {
    struct File: Decodable {
        struct Case: Decodable, Sendable, CustomTestStringConvertible {
            var id: String
            var ikm: String
            var body: String
            var salt: String?
            var keyid: String?
            var rs: Int?
            var plaintext: String?

            var testDescription: String { id }
        }

        var positive: [Case]
        var negative: [Case]

        static let own: File = {
            let file = Vector.folder.appending(path: "rfc8188-vectors.json")
            // The file is part of the tests.
            // swift-format-ignore: NeverUseForceTry
            return try! JSONDecoder().decode(File.self, from: Data(contentsOf: file))
        }()
    }

    /// Opens a body in pieces of the given length.
    static func open(_ body: Data, _ secret: Data, by count: Int) throws -> Data {
        var opener = BodyOpener(secret)
        var opened = Data()
        var rest = body
        while !rest.isEmpty {
            opened += try opener.change(Data(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return try opened + opener.end()
    }

    @Test func matchesAllVectors() throws {
        let tally = Tally("RFC 8188 section 3, and mutations")
        for test in File.own.positive + File.own.negative {
            let isGood = !test.id.hasPrefix("neg")
            let body = try #require(Data(base64URL: test.body))
            let secret = try #require(Data(base64URL: test.ikm))
            let whole = try? RecordOpener.whole(body, secret)
            let results =
                [1, 7, body.count + 1].map { try? Self.open(body, secret, by: $0) } + [whole]
            #expect(results.allSatisfy { $0 == results[0] }, "\(test.id)")
            tally.pass(isGood == (results[0] != nil), test.id)
            if isGood, let text = test.plaintext {
                #expect(results[0] == Data(text.utf8), "\(test.id)")
            }
        }
        tally.end(cases: 24)
    }

    /// Sealing the first example with its salt reproduces the example.
    @Test func sealsTheFirstExample() throws {
        let test = File.own.positive[0]
        let sealer = RecordSealer(
            try #require(Data(base64URL: test.ikm)), keyID: "",
            salt: try #require(Data(base64URL: test.salt ?? "")), recordByteCount: 4096)
        var (pieces, whole) = (sealer, sealer)
        let text = Data("I am the walrus".utf8)
        let sealed = try pieces.change(text) + pieces.end()
        #expect(sealed == Data(base64URL: test.body))
        #expect(try whole.whole(text) == sealed)
    }

    /// Body lengths around those at which a record is added.
    @Test(arguments: [0, 1, 6, 7, 8, 13, 14, 15, 70, 200])
    func wholeAndStreamedSealingGiveTheSameBytes(_ count: Int) throws {
        let secret = Data(repeating: 3, count: 16)
        let text = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 5) })
        let sealer = RecordSealer(
            secret, keyID: "k", salt: Data(repeating: 9, count: 16), recordByteCount: 24)
        var (pieces, whole) = (sealer, sealer)
        var sealed = Data()
        for byte in text { sealed += try pieces.change(Data([byte])) }
        sealed += try pieces.end()
        // Also for a slice of a larger `Data`.
        let body = try whole.whole((Data([1]) + text + Data([2])).dropFirst().dropLast())
        #expect(body == sealed)
        #expect(try RecordOpener.whole(body, secret) == text)
        #expect(try Self.open(body, secret, by: 11) == text)
    }
}

extension Data {
    /// base64url without padding, by Foundation instead of our own decoder.
    init?(base64URL digits: String) {
        let plain = digits.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
    }
}
