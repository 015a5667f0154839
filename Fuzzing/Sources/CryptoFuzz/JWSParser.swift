internal import FoundationEssentials
internal import PosthornCore
internal import PosthornCrypto

/// JWS in the compact form, with the payload in it or detached, and the keys of RFC 7520 and RFC 7797.
struct JWSParser: Parser {
    private var verifiers: [JWSVerifier] = []
    private var payloads: Set<Data> = []
    private(set) var seeds: [Data] = []

    init() throws {
        let sets = try Vectors.json("Signing/jose-cookbook-jws.json").object ?? [:]
        for (_, set) in sets.sorted(by: { $0.key < $1.key }) {
            guard let input = set["input"], let compact = set["output"]?["compact"]?.string else {
                continue
            }
            seeds.append(Data(compact.utf8))
            payloads.insert(Data(input.text("payload").utf8))
            guard let algorithm = SignatureAlgorithm(joseName: input.text("alg")),
                let jwk = try input["key"]?.document()
            else { continue }
            let id = input["key"]?["kid"]?.string ?? "k"
            let secret = try? SecretKey(jwk: jwk, id: id, for: .signatures)
            let key =
                try? secret.map { try SigningKey($0, algorithm: algorithm) }
                ?? SigningKey(PrivateKey(jwk: jwk, id: id), algorithm: algorithm)
            if let key { verifiers.append(JWSVerifier(key: key.verifying)) }
        }
    }

    func opens(_ input: Data) -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        let other = Data("a payload that nobody signed".utf8)
        var isSigned = false
        for verifier in verifiers {
            let (payload, fitsOther) = waiting {
                (
                    try? await verifier.payload(of: text),
                    (try? await verifier.verify(text, detached: other)) != nil
                )
            }
            precondition(
                !fitsOther && payload.map(payloads.contains) ?? true,
                "a signature that nobody made")
            if payload != nil { isSigned = true }
        }
        return isSigned
    }
}
