import Crypto
import Foundation
import Posthorn
@testable import PosthornCrypto
import PosthornServer

extension Target {
    private static let otherSecret = Data(repeating: 9, count: 32)

    /// Version 2 of the envelope, with a time window.
    static func sealed(_ name: String, _ suite: EnvelopeCipher.Suite) throws -> Target {
        let key = try SecretKey(id: "shop-1", bytes: Peer.secret, for: suite.purpose)
        let wrong = try SecretKey(id: "shop-1", bytes: otherSecret, for: suite.purpose)
        return Target(
            name: name, opaque: PosthornCryptoTests.opaque,
            cipher: try EnvelopeCipher(key: key, suite: suite, timeWindow: .seconds(300)),
            response: { body, request, lie in
                let shift: Double = lie == .tooOld ? -302 : lie == .toCome ? 302 : 0
                func server(_ key: SecretKey) throws -> PosthornServer.EnvelopeServer {
                    try PosthornServer.EnvelopeServer(
                        key: key, suite: suite, audience: request.origin,
                        now: { Date().addingTimeInterval(shift) })
                }
                var response = TransportResponse(
                    status: .ok, headers: [.contentType: "application/json"], body: body)
                try await server(lie == .otherKey ? wrong : key).seal(&response, to: request)
                return response
            },
            downgrades: { honest, _ in
                [0, 1, 2, 3, 5, 6].filter { $0 != suite.rawValue }.map { version in
                    var changed = honest
                    changed.body[0] = version
                    return changed
                } + [plain(body), plain(honest.body)]
            })
    }

    static func envelope(
        _ name: String, _ suite: Peer.Suite, _ cipher: any PayloadCipher
    ) -> Target {
        Target(
            name: name, opaque: PosthornCryptoTests.opaque, cipher: cipher,
            response: { body, request, lie in
                switch lie {
                case .none: try Peer(suite: suite).response(body, to: request)
                case .otherKey: try Peer(key: otherSecret, suite: suite).response(body, to: request)
                case .tooOld, .toCome: nil
                }
            },
            downgrades: { honest, _ in
                [0, 1, 2, 3].filter { $0 != suite.rawValue }.map { version in
                    var changed = honest
                    changed.body[0] = version
                    return changed
                } + [plain(body), plain(honest.body)]
            })
    }

    static func records(_ name: String, _ binding: ContentEncodingCipher.Binding) throws -> Target {
        let key = try SecretKey(
            id: "shop-1", bytes: Peer.secret,
            for: binding == .none ? .contentEncoding : .derivation)
        let cipher = try ContentEncodingCipher(
            key: KeyRing(key), binding: binding, recordByteCount: 64)
        return Target(
            name: name, opaque: PosthornCryptoTests.opaque, cipher: cipher,
            response: { body, request, lie in
                guard lie == .none || lie == .otherKey else { return nil }
                let fields = [
                    "posthorn.aes128gcm.v1", "response", request.method.rawValue, request.target,
                    request.headers[.exchange] ?? "", "200", "",
                ]
                let ikm = lie == .none ? Peer.secret : otherSecret
                let secret =
                    binding == .none
                    ? ikm
                    : KeyHash.sha256.derivedBytes(
                        from: ikm, salt: Data(), info: lengthened(fields), 32)
                let salt = Data((0..<16).map { _ in UInt8.random(in: 0...255) })
                // Records of 8 bytes, so that there are three.
                var sealer = RecordSealer(
                    secret, keyID: "shop-1", salt: salt, recordByteCount: 25)
                return coded(try sealer.change(body) + sealer.end())
            },
            downgrades: { honest, _ in
                ["aesgcm", "identity", "gzip", "aes128gcm, gzip", nil].map { coding in
                    var changed = honest
                    changed.headers[.contentEncoding] = coding
                    return changed
                } + [plain(body)]
            },
            splices: { honest in
                let head = honest.body.prefix(27)
                let records = stride(from: 27, to: honest.body.count, by: 25).map {
                    Data(honest.body[$0..<min($0 + 25, honest.body.count)])
                }
                let (one, two, last) = (records[0], records[1], records[2])
                return [
                    [two, one, last], [one, last], [two, last], [one, one, two, last], [last],
                    [one, two, last, last], [one, two, last, one], [one, last, two],
                ].map { head + $0.joined() }
            })
    }

    private static func coded(_ body: Data) -> TransportResponse {
        var response = plain(body)
        response.headers[.contentEncoding] = "aes128gcm"
        return response
    }

    static func lengthened(_ fields: [String]) -> Data {
        fields.reduce(into: Data()) { data, field in
            withUnsafeBytes(of: UInt32(field.utf8.count).bigEndian) { data.append(contentsOf: $0) }
            data.append(contentsOf: field.utf8)
        }
    }

    static func jwe() throws -> [Target] {
        let pair = try PrivateKey.random(.p256, id: "k")
        let rsa = try PrivateKey(pem: KeyFile.text("rsa8"), id: "k")
        func secret(_ bytes: Data) throws -> SecretKey {
            try SecretKey(id: "k", bytes: bytes, for: .jwe)
        }
        let cbc: [ContentEncryption] = [.a256CBCHS512]
        let long = Peer.secret + Peer.secret
        let keys: [(String, JWEKey, JWEKey)] = [
            (
                "`dir`", try JWEKey(secret(Peer.secret), .direct),
                try JWEKey(secret(otherSecret), .direct)
            ),
            (
                "`dir` with CBC and HMAC",
                try JWEKey(secret(long), .direct, encryptions: cbc),
                try JWEKey(secret(otherSecret + otherSecret), .direct, encryptions: cbc)
            ),
            (
                "`A256KW`", try JWEKey(secret(Peer.secret), .a256KW),
                try JWEKey(secret(otherSecret), .a256KW)
            ),
            (
                "`ECDH-ES`", try JWEKey(pair, .ecdhES),
                try JWEKey(PrivateKey.random(.p256, id: "k"), .ecdhES)
            ),
            (
                "`ECDH-ES+A256KW`", try JWEKey(pair, .ecdhESA256KW),
                try JWEKey(PrivateKey.random(.p256, id: "k"), .ecdhESA256KW)
            ),
            (
                "`RSA-OAEP-256`", try JWEKey(rsa, .rsaOAEP256),
                try JWEKey(PrivateKey.random(.rsa, id: "k"), .rsaOAEP256)
            ),
        ]
        return keys.map { name, key, wrong in
            Target(
                name: "JWECipher, \(name)", opaque: PosthornCryptoTests.opaque,
                cipher: JWECipher(key),
                response: { body, request, lie in
                    guard lie == .none || lie == .otherKey else { return nil }
                    let message = try JWE.sealing(
                        body, for: lie == .none ? key : wrong,
                        header: ["exchange": exchange(of: request), "cty": "application/json"])
                    return plain(Data((message.compact ?? "").utf8), JWECipher.mediaType)
                },
                downgrades: { honest, _ in
                    let parts = String(decoding: honest.body, as: UTF8.self).split(
                        separator: ".", maxSplits: 1)
                    let header = try JSONSerialization.jsonObject(
                        with: Data(base64URL: String(parts[0])) ?? Data())
                    let changes: [[String: Any?]] = [
                        ["alg": "none"], ["alg": "dir"], ["alg": "RSA1_5"], ["alg": "RSA-OAEP"],
                        ["alg": "A128KW"], ["alg": "A256KW"], ["alg": "PBES2-HS256+A128KW"],
                        ["alg": "ECDH-ES"], ["alg": nil], ["enc": "A128CBC-HS256"],
                        ["enc": "A128GCM"], ["enc": "none"], ["enc": nil], ["zip": "DEF"],
                        ["crit": ["exp"]],
                    ]
                    return try changes.compactMap { change in
                        var members = header as? [String: Any] ?? [:]
                        let before = members as NSDictionary
                        for (name, value) in change { members[name] = value }
                        guard before != members as NSDictionary else { return nil }
                        let text = base64URL(try JSONSerialization.data(withJSONObject: members))
                        var changed = honest
                        changed.body = Data("\(text).\(parts[1])".utf8)
                        return changed
                    } + [plain(body), plain(honest.body), plain(body, JWECipher.mediaType)]
                })
        }
    }

    static func exchange(of request: TransportRequest) -> JSONValue {
        [
            "direction": "response", "method": .string(request.method.rawValue),
            "target": .string(request.target), "status": "200",
            "id": .string(request.headers[.exchange] ?? ""),
        ]
    }

    /// One field.
    ///
    /// Its name may be changed, as all that is not sealed; then there is no such field.
    static func fields() throws -> Target {
        let key = try JWEKey(SecretKey(id: "k", bytes: Peer.secret, for: .jwe), .direct)
        let wrong = try JWEKey(SecretKey(id: "k", bytes: otherSecret, for: .jwe), .direct)
        return Target(
            name: "SealedFields", opaque: PosthornCryptoTests.opaque,
            cipher: try SealedFields([], response: ["sealed"], key: key),
            response: { body, request, lie in
                guard lie == .none || lie == .otherKey else { return nil }
                let message = try JWE.sealing(
                    body, for: lie == .none ? key : wrong,
                    header: ["exchange": exchange(of: request), "field": "sealed"])
                return plain(Data(#"{"sealed":"\#(message.compact ?? "")"}"#.utf8))
            },
            attacked: { $0.indices.dropFirst(#"{"sealed":"#.utf8.count) },
            downgrades: { honest, _ in
                [
                    plain(Data(#"{"sealed":{"paid":true,"sum":99}}"#.utf8)),
                    plain(Data(#"{"sealed":"eyJhbGciOiJub25lIn0...."}"#.utf8)),
                    plain(Data("[\(String(decoding: honest.body, as: UTF8.self))]".utf8)),
                    plain(Data("sealed=1".utf8), "application/x-www-form-urlencoded"),
                ]
            })
    }

    static func hpke() throws -> [Target] {
        try HPKETests.Mode.allCases.flatMap { mode in
            try [KeyKind.x25519, .p256].map { kind in
                let (cipher, server) = try HPKETests.pair(kind, mode)
                return Target(
                    name: "HPKECipher, \(mode), \(kind == .p256 ? "P-256" : "X25519")",
                    opaque: PosthornCryptoTests.opaque, cipher: cipher,
                    response: { body, request, lie in
                        switch lie {
                        case .none: try server(request).response(body)
                        case .otherKey:
                            // Whoever has not the server's key has another secret.
                            try HPKETests.Server(
                                recipient: server(request).recipient,
                                enc: Data(repeating: 1, count: 32)
                            ).response(body)
                        case .tooOld, .toCome: nil
                        }
                    },
                    downgrades: { honest, _ in
                        [plain(body), plain(honest.body), plain(honest.body, sealedType)]
                    })
            }
        }
    }
}
