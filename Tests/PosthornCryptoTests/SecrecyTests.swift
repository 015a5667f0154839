import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

@Suite("Keys never print")
struct SecrecyTests {
    /// The forms in which the 32 bytes could be printed.
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
    @Test func secretFormsMatchPlainBytes() {
        #expect(shown([UInt8](Peer.secret)).contains(Self.forms[3]))
        #expect(shown([UInt8](Peer.secret)).contains(Self.forms[5]))
    }

    @Test func keysAppearInNoDescriptionOrDump() async throws {
        let key = try SecretKey.shared(for: .envelopeVersion1)
        let cipher = try EnvelopeCipher(
            key: KeyRing(key, previous: [.shared("shop-0", for: .envelopeVersion1)]),
            suite: .version1AES256GCM)
        var options = CallOptions()
        options.cipher = cipher
        let request = try await TransportRequest.sealed()
        let fault = await faultOfOpening(
            try Peer().response(order, to: request, lie: .init(status: 500)), to: request,
            with: cipher)
        let values: [Any] = [
            key, [key], Optional(key) as Any, cipher, CipherChoice.using(cipher),
            options,
            try #require(fault),
        ]
        for value in values {
            for form in Self.forms {
                #expect(!shown(value).contains(form), "\(type(of: value)) shows \(form)")
            }
        }
    }

    /// The private members of each key, in the forms in which they could be printed.
    @Test(arguments: KeyFile.all)
    func privateKeysAreNeverPrinted(_ name: String, _ kind: KeyKind) throws {
        let key = try PrivateKey(pem: KeyFile.text(name), id: "k-1")
        let members = try JSONSerialization.jsonObject(with: key.secretJWK) as? [String: String]
        let secrets = ["d", "p", "q", "dp", "dq", "qi"].compactMap { members?[$0] }
        #expect(!secrets.isEmpty)
        let ring = try KeyRing(key)
        for value in [key, [key], ["k": key], ring, Optional(key) as Any] as [Any] {
            let text = shown(value)
            #expect(text.contains("k-1"))
            for secret in secrets + [key.secretDER.hex, key.secretPEM] {
                #expect(!text.contains(secret), "\(type(of: value)) shows it")
            }
            #expect(!text.contains("_RSA") && !text.contains("Signing"))
        }
    }

    @Test func secretAndDerivedKeysAreNeverPrinted() throws {
        let secret = try SecretKey(id: "shop-1", bytes: Peer.secret)
        let keys: [Any] = [
            secret, try KeyRing(secret),
            RefreshingKeys { try KeyRing(secret) },
        ]
        for value in keys {
            for form in Self.forms { #expect(!shown(value).contains(form)) }
        }
        let fault = #expect(throws: APIError.Cause.self) {
            try SecretKey(id: "", bytes: Peer.secret)
        }
        for form in Self.forms { #expect(!shown(fault as Any).contains(form)) }
    }

    @Test func recordCodersReflectNothing() throws {
        var sealer = RecordSealer(
            Peer.secret, keyID: "shop-1", salt: Data(count: 16), recordByteCount: 64)
        let body = try sealer.change(order) + sealer.end()
        var (opener, records) = try RecordOpener.start(of: body, Peer.secret)
        _ = try opener.change(records)
        for value in [opener, sealer] as [Any] {
            #expect(Mirror(reflecting: value).children.isEmpty)
        }
    }

    @Test func descriptionsNameKeyIDs() throws {
        let key = try SecretKey.shared(for: .envelopeVersion1)
        #expect("\(key)" == #"SecretKey(id: "shop-1")"#)
        #expect(String(reflecting: key) == "\(key)")
        let cipher = try EnvelopeCipher(
            key: KeyRing(key, previous: [.shared("shop-0", for: .envelopeVersion1)]),
            suite: .version1AES256GCM)
        #expect("\(cipher)" == "AES-256-GCM")
        #expect(String(reflecting: cipher) == "\(cipher)")
        #expect(cipher.name == "AES-256-GCM")
    }

    @Test func keysAppearInNoErrorOfACall() async throws {
        let service = Service { request in
            try Peer(key: Data(repeating: 3, count: 32)).response(order, to: request)
        }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        let text = try #require(error).expandedDescription + shown(try #require(error))
        for form in Self.forms { #expect(!text.contains(form)) }
        // Nor does the error show what was sealed.
        #expect(!(error?.description.contains("A-1") ?? true))
    }
}
