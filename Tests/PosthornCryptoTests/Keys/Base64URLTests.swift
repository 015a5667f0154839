import Foundation
@testable import PosthornCrypto
import Testing

@Suite("base64url for short values and bodies")
struct Base64URLTests {
    /// The two implementations, which differ only in speed.
    enum Codec: CaseIterable {
        case short
        case body

        func encode(_ bytes: Data) -> String {
            self == .short ? Base64URL.encode(bytes) : Base64URL.encode(bytes, isPublic: true)
        }

        func decode(_ digits: some Collection<UInt8>) -> Data? {
            self == .short ? Base64URL.decode(digits) : Base64URL.decode(digits, isPublic: true)
        }
    }

    @Test(arguments: Codec.allCases)
    func encodesLikeFoundationAndRoundTrips(_ codec: Codec) {
        var random = Seeded(state: 4648)
        for count in 0...200 {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            let digits = codec.encode(bytes)
            let foundation = bytes.base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
            #expect(digits == foundation)
            #expect(codec.decode(digits.utf8) == bytes)
            // Also for slices, and for collections without contiguous storage.
            #expect(codec.encode((Data([1]) + bytes + Data([2])).dropFirst().dropLast()) == digits)
            #expect(codec.decode(digits.utf8.lazy.map { $0 }) == bytes)
        }
    }

    /// Groups of three bytes that cover all values of each digit and each byte.
    @Test(arguments: Codec.allCases)
    func roundTripsEveryDigitAtEachPosition(_ codec: Codec) {
        for value in 0..<256 {
            let byte = UInt8(value)
            let bytes = Data([byte, 0, 0, 0, byte, 0, 0, 0, byte, ~byte, byte, byte, 1, 2, 3, 4])
            let digits = codec.encode(bytes)
            #expect(Data(base64URL: digits) == bytes)
            #expect(codec.decode(digits.utf8) == bytes)
        }
    }

    /// Each invalid byte at each position of a text that is long enough for blocks and a remainder.
    @Test(arguments: Codec.allCases)
    func rejectsInvalidDigitsAtEachPosition(_ codec: Codec) {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let digits = Array(codec.encode(Data((0..<20).map { UInt8($0 * 11) })).utf8)
        for index in digits.indices {
            for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
                var changed = digits
                changed[index] = byte
                #expect(codec.decode(changed) == nil, "\(byte) at \(index)")
            }
        }
    }

    @Test(arguments: Codec.allCases)
    func rejectsNonCanonicalEncodings(_ codec: Codec) {
        for spelling in [
            "A", "AAAAA", "AA==", "AAA=", "AB", "AAB", "AAAAAAAAAB", "AAAAAAAAAAAAAAAAAAB", "AA AA",
            "AAAA\n",
        ] {
            #expect(codec.decode(spelling.utf8) == nil, "\(spelling.debugDescription)")
        }
        #expect(codec.decode("".utf8) == Data())
    }
}
