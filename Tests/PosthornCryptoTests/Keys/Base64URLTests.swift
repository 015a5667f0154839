import Foundation
@testable import PosthornCrypto
import Testing

@Suite("base64url")
struct Base64URLTests {
    @Test
    func encodesLikeFoundationAndRoundTrips() {
        var random = Seeded(state: 4648)
        for count in 0...200 {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            let digits = Base64URL.encode(bytes)
            let foundation = bytes.base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
            #expect(digits == foundation)
            #expect(Base64URL.decode(digits.utf8) == bytes)
            // Also for slices, and for collections without contiguous storage.
            let slice = (Data([1]) + bytes + Data([2])).dropFirst().dropLast()
            #expect(Base64URL.encode(slice) == digits)
            #expect(Base64URL.decode(digits.utf8.lazy.map { $0 }) == bytes)
        }
    }

    /// Groups of three bytes that cover all values of each digit and each byte.
    @Test
    func roundTripsEveryDigitAtEachPosition() {
        for value in 0..<256 {
            let byte = UInt8(value)
            let bytes = Data([byte, 0, 0, 0, byte, 0, 0, 0, byte, ~byte, byte, byte, 1, 2, 3, 4])
            let digits = Base64URL.encode(bytes)
            #expect(Data(base64URL: digits) == bytes)
            #expect(Base64URL.decode(digits.utf8) == bytes)
        }
    }

    /// Each invalid byte at each position of a text that is long enough for blocks and a remainder.
    @Test
    func rejectsInvalidDigitsAtEachPosition() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let digits = Array(Base64URL.encode(Data((0..<20).map { UInt8($0 * 11) })).utf8)
        for index in digits.indices {
            for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
                var changed = digits
                changed[index] = byte
                #expect(Base64URL.decode(changed) == nil, "\(byte) at \(index)")
            }
        }
    }

    @Test
    func rejectsNonCanonicalEncodings() {
        for spelling in [
            "A", "AAAAA", "AA==", "AAA=", "AB", "AAB", "AAAAAAAAAB", "AAAAAAAAAAAAAAAAAAB", "AA AA",
            "AAAA\n",
        ] {
            #expect(Base64URL.decode(spelling.utf8) == nil, "\(spelling.debugDescription)")
        }
        #expect(Base64URL.decode("".utf8) == Data())
    }
}
