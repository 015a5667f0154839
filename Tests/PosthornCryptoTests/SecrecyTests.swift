import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Keys never print")
struct SecrecyTests {
    /// The forms in which 32 bytes could show.
    static let forms: [String] = [
        Peer.secret.base64EncodedString(),
        Peer.secret.hex,
        Peer.secret.hex.uppercased(),
        Peer.secret.map { String($0) }.joined(separator: ", "),
        Peer.secret.map { String($0) }.joined(separator: "\n"),
        // What `dump` makes of the elements one by one.
        String(Peer.secret[20]) + "\n",
    ]

    private func shown(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        let children = Mirror(reflecting: value).children.map { "\($0.value)" }
        return ["\(value)", String(reflecting: value), dumped, children.joined()]
            .joined(separator: "\n") + "\n"
    }

    /// Proves that the forms would be found.
    @Test func theFormsAreThoseOfPlainBytes() {
        #expect(shown([UInt8](Peer.secret)).contains(Self.forms[3]))
        #expect(shown([UInt8](Peer.secret)).contains(Self.forms[5]))
    }

    @Test func inNoDescriptionAndNoDump() throws {
        let key = try SealingKey.shared()
        let cipher = try AESGCMCipher(key: key, previous: [.shared("shop-0")])
        var options = CallOptions()
        options.cipher = cipher
        let request = try BuiltRequest.sealed()
        let fault = faultOfOpening(
            try Peer().answer(order, to: request, lie: .init(status: 500)), to: request,
            with: cipher)
        let values: [Any] = [
            key, [key], Optional(key) as Any, cipher, CipherChoice.using(cipher), options,
            try #require(fault),
        ]
        for value in values {
            for form in Self.forms {
                #expect(!shown(value).contains(form), "\(type(of: value)) shows \(form)")
            }
        }
    }

    @Test func descriptionsNameTheIds() throws {
        let key = try SealingKey.shared()
        #expect("\(key)" == #"SealingKey(id: "shop-1", 256 bits)"#)
        #expect(String(reflecting: key) == "\(key)")
        let cipher = try AESGCMCipher(key: key, previous: [.shared("shop-0")])
        #expect("\(cipher)" == #"AES-256-GCM sealing with "shop-1", opening "shop-0""#)
        #expect(String(reflecting: cipher) == "\(cipher)")
        #expect(cipher.name == "AES-256-GCM")
    }

    @Test func inNoErrorOfACall() async throws {
        let service = Service { request in
            try Peer(key: Data(repeating: 3, count: 32)).answer(order, to: request)
        }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        let text = try #require(error).expandedDescription + shown(try #require(error))
        for form in Self.forms { #expect(!text.contains(form)) }
        // Nor does the error show what was sealed.
        #expect(!(error?.description.contains("A-1") ?? true))
    }
}
