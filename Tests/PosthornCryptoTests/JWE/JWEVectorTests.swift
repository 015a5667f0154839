import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Published JWE test vectors")
struct JWEVectorTests {
    static let ours = Set(JWEAlgorithm.allCases.map(\.rawValue))
    static let encryptions = Set(ContentEncryption.allCases.map(\.rawValue))

    /// A key of a JWK bound to its own `alg`, or `nil` if the algorithm is not supported.
    static func key(_ jwk: JSONAny, _ algorithm: String) throws -> JWEKey? {
        guard let algorithm = JWEAlgorithm(rawValue: algorithm) else { return nil }
        let bytes = try jwk.bytes
        if jwk["kty"]?.text == "oct" {
            let secret = try SecretKey(
                jwk: bytes, id: jwk["kid"]?.text ?? "none", for: .jwe)
            let encryptions = ContentEncryption.allCases.filter {
                algorithm != .direct || $0.rawValue == jwk["alg"]?.text
            }
            return try JWEKey(secret, algorithm, encryptions: encryptions)
        }
        return try JWEKey(
            PrivateKey(jwk: bytes), algorithm, encryptions: ContentEncryption.allCases)
    }

    private static func open(_ jwe: JSONAny, _ jwk: JSONAny, _ algorithm: String) throws -> Data? {
        guard let key = try key(jwk, algorithm) else { return nil }
        // The test set requires readers of the compact form to reject the JSON form.
        guard let text = jwe.text else { return try JWE(jwe.bytes).open(with: key) }
        return try JWE(compact: Data(text.utf8)).open(with: key)
    }

    /// The protected header, read by Foundation.
    private static func header(_ jwe: JSONAny) -> [String: Any] {
        let text = jwe.text.map { String($0.prefix { $0 != "." }) } ?? jwe["protected"]?.text ?? ""
        let bytes = Data(base64URL: text) ?? Data()
        return (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any] ?? [:]
    }

    @Test func matchesWycheproofVectors() throws {
        let tally = Tally("wycheproof json_web_encryption")
        for group in try Wycheproof("json_web_encryption").testGroups {
            let jwk = try #require(group.private)
            let own = jwk["alg"]?.text ?? ""
            for test in group.tests {
                let jwe = try #require(test.jwe)
                let header = Self.header(jwe)
                let named = header["alg"] as? String ?? own
                // The key's own algorithm, or `dir` for a key of a content encryption.
                let bound = Self.encryptions.contains(own) ? "dir" : own
                let opened = try? Self.open(jwe, jwk, bound)
                if test.isValid, !Self.ours.contains(named) {
                    tally.refuse("\(named) is not offered")
                    #expect(opened == nil)
                } else if test.isValid, !Self.encryptions.contains(header["enc"] as? String ?? "") {
                    tally.refuse("\(header["enc"] ?? "") is not offered")
                    #expect(opened == nil)
                } else if test.isValid, header["zip"] != nil {
                    tally.refuse("zip is refused")
                    #expect(opened == nil)
                } else {
                    tally.pass(
                        test.isValid ? opened?.hex == test.pt : opened == nil,
                        "\(test.tcId) \(test.comment) \(named)")
                }
            }
        }
        tally.end(cases: 139)
    }

    @Test func matchesJOSECookbook() throws {
        let tally = Tally("RFC 7520 section 5, RFC 8037 ECDH-ES")
        let file = Vector.folder.appending(path: "jose-cookbook.json")
        let sets = try JSONDecoder().decode(
            [String: JSONAny].self, from: Data(contentsOf: file))
        let names = sets.keys.filter { $0.hasPrefix("jwe/") || $0.contains("ecdh-es") }.sorted()
        for name in names {
            let set = try #require(sets[name])
            guard let input = set["input"], let output = set["output"] else {
                tally.refuse("without a message")
                continue
            }
            let plaintext = input["plaintext"]?.text ?? ""
            let text = output["compact"] ?? output["json_flat"] ?? output["json"]
            guard let jwk = input["key"], text != nil else {
                tally.refuse("made with a password")
                continue
            }
            if case .array(let keys) = jwk, case .array(let algorithms)? = input["alg"] {
                // One of the recipients uses a supported algorithm.
                let opened = try zip(keys, algorithms).compactMap { jwk, algorithm in
                    try Self.key(jwk, algorithm.text ?? "").map {
                        try JWE(text?.bytes ?? Data()).open(with: $0)
                    }
                }
                tally.pass(opened == [Data(plaintext.utf8)], name)
                continue
            }
            let algorithm = input["alg"]?.text ?? ""
            guard let key = try? Self.key(jwk, algorithm) else {
                tally.refuse("\(algorithm) is not offered")
                continue
            }
            for form in ["compact", "json", "json_flat"] {
                guard let form = output[form] else { continue }
                let bytes = try form.text.map { Data($0.utf8) } ?? form.bytes
                let opened = try? JWE(bytes).open(with: key)
                if input["zip"] != nil {
                    #expect(opened == nil)
                } else {
                    #expect(opened == Data(plaintext.utf8), "\(name)")
                }
            }
            if input["zip"] != nil {
                tally.refuse("zip is refused")
            } else {
                tally.pass(true, name)
            }
        }
        tally.end(cases: names.count)
    }

    /// RFC 7516, appendix A.3: A128KW and A128CBC-HS256.
    @Test func matchesRFC7516AppendixA3() throws {
        let key = try SecretKey(
            jwk: Data(#"{"kty":"oct","kid":"a3","k":"GawgguFyGrWKav7AX4VKUg"}"#.utf8), for: .jwe)
        let message = try JWE(
            "eyJhbGciOiJBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0."
                + "6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2IlrT1oOQ."
                + "AxY8DCtDaGlsbGljb3RoZQ.KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY."
                + "U0m_YmjN04DJvceFICbCVQ")
        let opened = try message.open(with: JWEKey(key, .a128KW, encryptions: [.a128CBCHS256]))
        #expect(opened == Data("Live long and prosper.".utf8))
    }

}
