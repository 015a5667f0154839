import Foundation
import Posthorn
import Testing

@Suite struct PinTests {
    private static let digits = Data(repeating: 7, count: 32).base64EncodedString()
    private static let slashes = Data(repeating: 0xff, count: 32).base64EncodedString()

    @Test(arguments: ["", "sha256/", "sha256//"])
    func readsBase64OfTheHash(prefix: String) throws {
        let pin = try Pin(sha256: prefix + Self.digits)
        #expect(pin.description == "sha256/" + Self.digits)
        #expect("\(pin)" == pin.description)
        #expect(try Pin(sha256: pin.description) == pin)
    }

    @Test func readsDigitsThatBeginWithASlash() throws {
        let pin = try Pin(sha256: Self.slashes)
        #expect(pin.description == "sha256/" + Self.slashes)
        #expect(try Pin(sha256: "sha256//" + Self.slashes) == pin)
    }

    @Test(arguments: [
        "", "x", "sha256/", "sha256/AA==", String(repeating: "A", count: 44),
        String(repeating: "A", count: 42) + "B=", "sha1/" + String(repeating: "A", count: 43) + "=",
        digits + "\n", "sha256/" + digits.dropLast(),
    ])
    func refusesWhatIsNoHash(text: String) {
        let error = #expect(throws: TransportError.self) { try Pin(sha256: text) }
        #expect(
            error?.description
                == "invalidRequest: a pin is not the SHA-256 hash of a key; write the Base64 of its 32 bytes, "
                + "with or without sha256/ before it")
    }
}
