import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

@Suite("Keys derived from keys and from passwords")
struct DerivationTests {
    let salt = Data(repeating: 7, count: 16)

    @Test func everyInputChangesTheDerivedKey() throws {
        let key = try SecretKey(id: "root", bytes: Peer.secret)
        let info = Data("orders".utf8)
        let keys = [
            try key.derived(id: "a", info: info),
            try key.derived(id: "a", info: Data("refunds".utf8)),
            try key.derived(id: "a", info: info, salt: salt),
            try key.derived(id: "a", info: info, hash: .sha384),
            try key.derived(id: "a", info: info, hash: .sha512),
            try SecretKey.random(id: "root").derived(id: "a", info: info),
        ]
        for (index, one) in keys.enumerated() {
            for other in keys[(index + 1)...] { #expect(one != other) }
        }
        #expect(try key.derived(id: "b", info: info) == keys[0])
        #expect(try key.derived(id: "b", info: info, byteCount: 64).bitCount == 512)
        #expect(throws: APIError.Cause.self) { try key.derived(id: "b", info: info, byteCount: 15) }
    }

    @Test(arguments: [
        PasswordStretching.pbkdf2(rounds: 599_999), .pbkdf2(rounds: 209_999, hash: .sha512),
        .scrypt(cost: 1 << 16), .scrypt(cost: (1 << 17) + 1), .scrypt(blockSize: 4),
        .scrypt(parallelism: 0), .pbkdf2(rounds: 1 << 33), .scrypt(cost: 1 << 24),
        .scrypt(cost: 1 << 21, blockSize: 8),
    ])
    func rejectsTooWeakOrTooCostlyStretching(_ stretching: PasswordStretching) {
        let fault = #expect(throws: APIError.Cause.self) {
            try SecretKey.password(Data("pw".utf8), salt: salt, id: "p", by: stretching)
        }
        #expect(fault?.code == .invalidKey)
        #expect(fault?.advice?.hasPrefix("take ") == true)
    }

    @Test func rejectsShortSaltAndEmptyPassword() {
        #expect(throws: APIError.Cause.self) {
            try SecretKey.password(Data("pw".utf8), salt: Data(count: 15), id: "p")
        }
        #expect(throws: APIError.Cause.self) { try SecretKey.password(Data(), salt: salt, id: "p") }
    }

    @Test func samePasswordGivesSameKey() throws {
        let password = Data("correct horse".utf8)
        let one = try SecretKey.password(password, salt: salt, id: "p")
        #expect(try SecretKey.password(password, salt: salt, id: "p") == one)
        let other = try SecretKey.password(password, salt: salt, id: "p", by: .pbkdf2())
        #expect(other != one)
    }

    /// RFC 7914, section 12.
    @Test(arguments: [
        (
            "password", "NaCl", 1024, 8, 16,
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        ),
        (
            "pleaseletmein", "SodiumChloride", 16384, 8, 1,
            "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
        ),
    ])
    func scryptMatchesRFC7914(
        _ password: String, _ salt: String, _ cost: Int, _ block: Int, _ parallelism: Int,
        _ expected: String
    ) throws {
        let key = try PasswordStretching.scrypt(
            cost: cost, blockSize: block, parallelism: parallelism
        ).uncheckedBytes(Data(password.utf8), salt: Data(salt.utf8), 64)
        #expect(key.hex == expected)
    }
}
