import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Key formats")
struct KeyFormTests {
    @Test(arguments: KeyFile.all)
    func convertsBetweenAllKeyFormats(_ name: String, _ kind: KeyKind) throws {
        let key = try PrivateKey(pem: KeyFile.text(name))
        #expect(key.kind == kind)
        #expect(key.id == key.publicKey.thumbprint)
        for again in [
            try PrivateKey(pem: key.secretPEM), try PrivateKey(der: key.secretDER),
            try PrivateKey(jwk: key.secretJWK),
        ] {
            #expect(again.publicKey == key.publicKey)
            #expect(again.secretDER == key.secretDER)
            #expect(again.id == key.id)
        }
        let half = key.publicKey
        for again in [
            try PublicKey(pem: half.pem), try PublicKey(der: half.der),
            try PublicKey(jwk: half.jwk),
        ] {
            #expect(again == half)
            #expect(again.kind == kind)
        }
    }

    @Test(arguments: [KeyKind.rsa, .p256, .p384, .p521, .x25519, .ed25519])
    func randomKeysDiffer(_ kind: KeyKind) throws {
        let (one, two) = (
            try PrivateKey.random(kind, id: "a"), try PrivateKey.random(kind, id: "a")
        )
        #expect(one.kind == kind)
        #expect(one.publicKey != two.publicKey)
        #expect(try PrivateKey(jwk: one.secretJWK).publicKey == one.publicKey)
    }

    @Test func thumbprintMatchesRFC7638() throws {
        let jwk = """
            {"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK\
            7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf\
            0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD\
            08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awap\
            JzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}
            """
        let key = try PublicKey(jwk: Data(jwk.utf8))
        #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        #expect(key.id == "2011-04-29")
    }

    @Test func publicJWKContainsNoPrivateMembers() throws {
        for (name, _) in KeyFile.all {
            let key = try PrivateKey(pem: KeyFile.text(name))
            let members = try JSONSerialization.jsonObject(with: key.publicKey.jwk)
            let names = Set((members as? [String: Any] ?? [:]).keys)
            #expect(names.isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "k"]))
            #expect(names.isSuperset(of: ["kty", "kid"]))
            let secrets = try JSONSerialization.jsonObject(with: key.secretJWK)
            #expect((secrets as? [String: Any])?["d"] != nil)
        }
    }

    @Test(arguments: [
        ("k1pub", "the key is secp256k1", "use RSA, P-256, P-384, P-521, X25519 or Ed25519"),
        (
            "rsa1024pub",
            "the RSA key is not valid; RSA keys have 2048 bits at least, in whole bytes",
            "make a new one, or look at how it was exported"
        ),
        (
            "x", "this is a private key, and a public one is wanted",
            "read it as a PrivateKey, or extract the public half: openssl pkey -in key.pem -pubout"
        ),
    ])
    func invalidPublicKeyErrorNamesTheReason(
        _ name: String, _ cause: String, _ advice: String
    ) throws {
        let text = try KeyFile.text(name)
        let fault = #expect(throws: APIError.Cause.self) { try PublicKey(pem: text) }
        #expect(fault?.code == .invalidKey)
        #expect(fault?.message == cause)
        #expect(fault?.advice == advice)
    }

    @Test(arguments: [
        (
            "enc", "the private key is encrypted with a passphrase",
            "decrypt it where secrets are kept: openssl pkcs8 -in key.pem -out plain.pem"
        ),
        ("ed448", "the key is Ed448", "use RSA, P-256, P-384, P-521, X25519 or Ed25519"),
        ("p521pub", "this is a public key, and a private one is wanted", "read it as a PublicKey"),
    ])
    func invalidPrivateKeyErrorNamesTheReason(
        _ name: String, _ cause: String, _ advice: String
    ) throws {
        let text = try KeyFile.text(name)
        let fault = #expect(throws: APIError.Cause.self) { try PrivateKey(pem: text) }
        #expect(fault?.message == cause)
        #expect(fault?.advice == advice)
    }

    @Test(arguments: [
        ("", "the key's text has no line that starts with -----BEGIN"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA", "the key's text has no line -----END of its block"),
        ("-----BEGIN PUBLIC KEY-----\n!\n-----END PUBLIC KEY-----", "the key's PEM is not base64"),
        (
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            "the PEM holds a certificate, and a key is wanted"
        ),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----",
            "the PEM holds a key in OpenSSH's own form"
        ),
        (
            "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
            "the bytes are not a public key in DER"
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n"
                + "-----END RSA PRIVATE KEY-----", "the key is encrypted by its PEM header"
        ),
    ])
    func invalidPEMErrorNamesTheReason(_ text: String, _ cause: String) {
        let fault = #expect(throws: APIError.Cause.self) { try PublicKey(pem: text) }
        #expect(fault?.message == cause)
        #expect(fault?.advice != nil)
    }

    /// Changes each byte of a key's DER and truncates it everywhere: an error or another key, no
    /// crash.
    @Test(arguments: KeyFile.all)
    func damagedDERThrowsOrGivesAnotherKey(_ name: String, _ kind: KeyKind) throws {
        let der = try PrivateKey(pem: KeyFile.text(name)).publicKey.der
        for length in 0..<der.count {
            #expect(throws: APIError.Cause.self) { try PublicKey(der: der.prefix(length)) }
        }
        for index in der.indices {
            var changed = der
            changed[index] ^= 0x41
            let key = try? PublicKey(der: changed)
            #expect(key == nil || key?.der != der)
        }
    }

    @Test(arguments: [
        (#"{"kty":"oct","k":"AAAA"}"#, "the JWK's `kty` is not RSA, EC or OKP"),
        (#"{"keys":[]}"#, "this is a set of keys, and one key is wanted"),
        (#"{"kty":"EC","kty":"EC"}"#, "the JWK is not a JSON object"),
        (#"[]"#, "the JWK is not a JSON object"),
        (#"{"kty":"EC","crv":"secp256k1"}"#, "the JWK is of a `kty` or `crv` that is not taken"),
        (
            #"{"kty":"OKP","crv":"X25519","x":"AA"}"#,
            "the JWK's member `x` is missing or is not what RFC 7518 says"
        ),
        (
            #"{"kty":"RSA","n":"0vx7","e":"BA"}"#,
            "the RSA key's exponent is even, 1 or huge"
        ),
        (
            #"{"kty":"RSA","n":"0vx7","e":"AQ"}"#,
            "the RSA key's exponent is even, 1 or huge"
        ),
        (
            #"{"kty":"OKP","use":"enc","key_ops":["sign"]}"#,
            "the JWK's `use` and `key_ops` contradict one another"
        ),
        (
            #"{"kty":"OKP","crv":"X25519","x":"AA","d":"AA"}"#,
            "the JWK has private members, and a public key is wanted"
        ),
    ])
    func invalidPublicJWKErrorNamesTheReason(_ text: String, _ cause: String) {
        let fault = #expect(throws: APIError.Cause.self) { try PublicKey(jwk: Data(text.utf8)) }
        #expect(fault?.message == cause)
        #expect(fault?.advice != nil)
    }

    @Test func rejectsPrivateAndPublicPartsOfDifferentKeys() throws {
        let (one, two) = (try PrivateKey.random(.x25519), try PrivateKey.random(.x25519))
        var members =
            try JSONSerialization.jsonObject(with: one.secretJWK) as? [String: String] ?? [:]
        let others = try JSONSerialization.jsonObject(with: two.secretJWK) as? [String: String]
        members["x"] = others?["x"]
        let mixed = try JSONEncoder().encode(members)
        let fault = #expect(throws: APIError.Cause.self) { try PrivateKey(jwk: mixed) }
        #expect(
            fault?.message
                == "the JWK's private members belong to another key than its public ones")
    }

    @Test func secretKeysRoundTripAsJWK() throws {
        let key = try SecretKey(id: "s-1", bytes: Peer.secret)
        let again = try SecretKey(jwk: key.secretJWK, for: .derivation)
        #expect(again == key)
        #expect(again.id == "s-1")
        #expect(throws: APIError.Cause.self) { try SecretKey(id: "s", bytes: Data(count: 15)) }
        #expect(throws: APIError.Cause.self) {
            try EnvelopeCipher(key: SecretKey.random(id: "s", bitCount: 128))
        }
        #expect(throws: APIError.Cause.self) {
            try SecretKey(jwk: Data(#"{"kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAA"}"#.utf8), for: .jwe)
        }
    }

    @Test(arguments: [
        "AAAAAAAAAAAAAAAAAAAAAA==", "AAAAAAAAAAAAAAAAAAAAAB", "AAAAAAAAAAAAAAAAAAA+AA",
        "AAAAAAAAAAAAAAAAAAAA AA", "AAAAAAAAAAAAAAAAAAAAA",
    ])
    func rejectsNonCanonicalBase64URL(_ digits: String) {
        let fault = #expect(throws: APIError.Cause.self) {
            try SecretKey(jwk: Data(#"{"kty":"oct","kid":"a","k":"\#(digits)"}"#.utf8), for: .jwe)
        }
        #expect(fault?.message.contains("`k`") == true)
    }
}
