import Crypto
import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

@Suite("Published vectors of cryptographic primitives")
struct PublishedVectorTests {
    @Test(arguments: [
        ("aes_gcm", [ContentEncryption.a128GCM, .a256GCM], 316),
        ("a128cbc_hs256", [.a128CBCHS256], 94), ("a256cbc_hs512", [.a256CBCHS512], 94),
    ])
    func contentEncryptionMatchesWycheproof(
        _ name: String, _ known: [ContentEncryption], _ count: Int
    ) throws {
        let tally = Tally("wycheproof \(name)")
        for group in try Wycheproof(name).testGroups {
            let encryption = known.first { $0.keyByteCount * 8 == group.keySize }
            for test in group.tests {
                guard let encryption else {
                    tally.refuse("keys of \(group.keySize ?? 0) bits")
                    continue
                }
                let opened = try? encryption.open(
                    iv: Data(hex: test.iv ?? ""), ciphertext: Data(hex: test.ct ?? ""),
                    tag: Data(hex: test.tag ?? ""), key: Data(hex: test.key ?? ""),
                    authenticating: Data(hex: test.aad ?? ""))
                if test.isValid, opened == nil, group.ivSize != 96, name == "aes_gcm" {
                    tally.refuse("nonces of another length than 96 bits")
                    continue
                }
                tally.pass(
                    test.isValid ? opened?.hex == test.msg : opened == nil,
                    "\(test.tcId) \(test.comment)")
            }
        }
        tally.end(cases: count)
    }

    @Test(arguments: [
        (KeyHash.sha256, "hkdf_sha256", 86), (.sha384, "hkdf_sha384", 83),
        (.sha512, "hkdf_sha512", 83),
    ])
    func hkdfMatchesWycheproof(_ hash: KeyHash, _ name: String, _ count: Int) throws {
        let tally = Tally("wycheproof \(name)")
        for test in try Wycheproof(name).testGroups.flatMap(\.tests) {
            guard test.isValid else {
                tally.refuse("more bytes than HKDF has; ours asks for 1024 at most")
                continue
            }
            let key = hash.derivedBytes(
                from: Data(hex: test.ikm ?? ""), salt: Data(hex: test.salt ?? ""),
                info: Data(hex: test.info ?? ""), test.size ?? 0)
            tally.pass(key.hex == test.okm, "\(test.tcId)")
        }
        tally.end(cases: count)
    }

    @Test(arguments: [
        ("rsa_oaep_2048", 37), ("rsa_oaep_3072", 37), ("rsa_oaep_4096", 37),
        ("rsa_three_primes_oaep_4096", 36),
    ])
    func rsaOAEPMatchesWycheproof(_ name: String, _ count: Int) throws {
        let tally = Tally("wycheproof \(name)")
        for group in try Wycheproof("\(name)_sha256_mgf1sha256").testGroups {
            let key = try? PrivateKey(pem: try #require(group.privateKeyPem), id: "k")
            for test in group.tests {
                guard let key else {
                    tally.refuse("keys of three primes")
                    continue
                }
                guard test.label?.isEmpty ?? true else {
                    tally.refuse("labels, which JOSE has not")
                    continue
                }
                let opened = key.unwrapped(Data(hex: test.ct ?? ""))
                tally.pass(
                    test.isValid ? opened?.hex == test.msg : opened == nil,
                    "\(test.tcId) \(test.comment)")
            }
        }
        tally.end(cases: count)
    }

    @Test func hkdfMatchesRFC5869() throws {
        let tally = Tally("RFC 5869 SHA-256")
        let text = try String(
            contentsOf: Vector.folder.appending(path: "rfc-5869-HKDF-SHA256.txt"), encoding: .utf8)
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { continue }
            fields[parts[0]] = parts[1]
            guard parts[0] == "OKM" else { continue }
            let key = KeyHash.sha256.derivedBytes(
                from: Data(hex: fields["IKM"] ?? ""), salt: Data(hex: fields["salt"] ?? ""),
                info: Data(hex: fields["info"] ?? ""), Int(fields["L"] ?? "") ?? 0)
            tally.pass(key.hex == parts[1], fields["COUNT"] ?? "")
        }
        tally.end(cases: 3)
    }

    @Test func pbkdf2MatchesWycheproof() throws {
        let tally = Tally("wycheproof pbkdf2_hmacsha256")
        for test in try Wycheproof("pbkdf2_hmacsha256").testGroups.flatMap(\.tests) {
            let key = try? PasswordStretching.pbkdf2(rounds: test.iterationCount ?? 0)
                .uncheckedBytes(
                    Data(hex: test.password ?? ""), salt: Data(hex: test.salt ?? ""),
                    test.dkLen ?? 0)
            tally.pass(test.isValid == (key?.hex == test.dk), "\(test.tcId) \(test.comment)")
        }
        tally.end(cases: 60)
    }
}
