import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import Testing

extension Target {
    static func signers() throws -> [Target] {
        try [message(.ed25519), message(.p256), message(.rsa), messageHMAC(), hmac(), jws()]
    }

    private static func message(_ kind: KeyKind) throws -> Target {
        let names: [KeyKind: (String, String)] = [
            .ed25519: ("Ed25519", "ed25519"), .p256: ("ECDSA", "ecdsa-p256-sha256"),
            .rsa: ("RSA-PSS", "rsa-pss-sha512"),
        ]
        let (name, algorithm) = try #require(names[kind])
        let key =
            try kind == .rsa
            ? PrivateKey(pem: KeyFile.text("rsa8"), id: "server-1") : .random(kind, id: "server-1")
        return try message(
            "MessageSigner, \(name)", algorithm, SigningKey(key),
            wrong: SigningKey(.random(kind, id: "server-1")))
    }

    private static func messageHMAC() throws -> Target {
        try message(
            "MessageSigner, HMAC", "hmac-sha256",
            SigningKey(SecretKey(id: "server-1", bytes: Peer.secret, for: .signatures)),
            wrong: SigningKey(SecretKey.random(id: "server-1", for: .signatures)))
    }

    private static func message(
        _ name: String, _ algorithm: String, _ key: SigningKey, wrong: SigningKey
    ) throws -> Target {
        var peer = try SigningPeer()
        var verifier = SignatureVerifier(key: key.verifying)
        verifier.clock = .at(SigningPeer.now)
        peer.signer.responseVerifier = verifier
        return Target(
            name: name, opaque: opaqueSignature, cipher: steps(nil, peer.signer),
            response: { [peer] body, request, lie in
                var claim = SigningPeer.Lie()
                claim.algorithm = algorithm
                if lie == .tooOld { claim.created -= 301 }
                if lie == .toCome { claim.created += 61 }
                return try await peer.response(
                    to: request, body: body, lie: claim, key: lie == .otherKey ? wrong : key)
            },
            fields: [.signature, .signatureInput, .contentDigest, .contentType],
            downgrades: { honest, _ in
                let input = honest.headers[.signatureInput] ?? ""
                let others = [
                    "none", "hmac-sha256", "ed25519", "rsa-v1_5-sha256", "ecdsa-p256-sha256",
                ]
                return others.filter { $0 != algorithm }.map { other in
                    var changed = honest
                    changed.headers[.signatureInput] = input.replacing(
                        "alg=\"\(algorithm)\"", with: "alg=\"\(other)\"")
                    return changed
                }
                    + [[HTTPField.Name.signature], [.signatureInput], [.contentDigest]].map {
                        names in
                        var changed = honest
                        for name in names { changed.headers[name] = nil }
                        return changed
                    } + [plain(honest.body)]
            })
    }

    private static func hmac() throws -> Target {
        let key = try SecretKey(id: "k-1", bytes: Peer.secret)
        let wrong = try SecretKey(id: "k-1", bytes: Data(repeating: 9, count: 32))
        let now = SigningPeer.now
        var signer = HMACSigner(key: key, clock: .at(now))
        signer.verifiesResponses = true
        return Target(
            name: "HMACSigner", opaque: opaqueSignature, cipher: steps(nil, signer),
            response: { body, request, lie in
                let time = Int(now) + (lie == .tooOld ? -301 : lie == .toCome ? 301 : 0)
                let hash = Data(SHA256.hash(data: body)).hex
                let text = [
                    "posthorn-hmac-v2", "response", "k-1", String(time),
                    request.headers[.nonce] ?? "", request.method.rawValue, "https",
                    "api.example.com",
                    request.target, "200", "content-type:application/json", "authorization",
                    "idempotency-key", hash,
                ].joined(separator: "\n")
                let signing = try (lie == .otherKey ? wrong : key).ofHMACSigner
                var response = plain(body)
                response.headers[.keyID] = "k-1"
                response.headers[.timestamp] = String(time)
                response.headers[.plainSignature] = try signing.sign(Data(text.utf8)).hex
                return response
            },
            fields: [.keyID, .timestamp, .plainSignature, .contentType],
            downgrades: { honest, _ in
                [HTTPField.Name.keyID, .timestamp, .plainSignature].map { name in
                    var changed = honest
                    changed.headers[name] = nil
                    return changed
                } + [plain(honest.body)]
            })
    }

    private static func jws() throws -> Target {
        let pair = try PrivateKey.random(.p256, id: "k")
        let (key, wrong) = try (SigningKey(pair), SigningKey(PrivateKey.random(.p256, id: "k")))
        var signer = JWSSigner(key: key)
        signer.responseVerifier = JWSVerifier(key: key.verifying)
        let field = signer.field
        // The public key, as a secret that everybody knows.
        let known = try SigningKey(SecretKey(id: "k", bytes: pair.publicKey.der, for: .signatures))
        return Target(
            name: "JWSSigner", opaque: opaqueSignature, cipher: steps(nil, signer),
            response: { body, request, lie in
                guard lie == .none || lie == .otherKey else { return nil }
                var response = plain(body)
                response.headers[field] = try JWSSigner.signature(
                    of: body, by: lie == .none ? key : wrong)
                return response
            },
            fields: [field],
            downgrades: { honest, _ in
                let signature = honest.headers[field]?.split(separator: ".").last ?? ""
                let none = base64URL(
                    Data(#"{"alg":"none","b64":false,"crit":["b64"],"kid":"k"}"#.utf8))
                return try [
                    "\(none)..", "\(none)..\(signature)",
                    JWSSigner.signature(of: honest.body, by: known),
                ].map { value in
                    var changed = honest
                    changed.headers[field] = value
                    return changed
                } + [plain(honest.body)]
            })
    }
}
