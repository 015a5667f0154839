import Crypto
import FoundationEssentials
import Posthorn
import PosthornCrypto

/// A cipher, the server's side of it, and the bare primitive that does most of its work.
struct Subject: Sendable {
    var name: String
    var primitive: String
    var cipher: any PayloadCipher
    /// Seals a response to a request as the server does.
    var answer: @Sendable (Data, TransportRequest) throws -> TransportResponse
    /// Seals bytes with the primitive alone, and gives what opens them.
    var seal: @Sendable (Data) throws -> Data
    var open: @Sendable (Data) throws -> Data
}

extension Subject {
    static let secret = Data((0..<32).map { UInt8($0 * 7 + 11) })
    static let key = SymmetricKey(data: secret)
    static let shortKey = SymmetricKey(data: secret.prefix(16))

    // swift-format-ignore: NeverForceUnwrap
    static let exchangeField = HTTPField.Name("Posthorn-Exchange")!
    // swift-format-ignore: NeverForceUnwrap
    static let encapsulatedField = HTTPField.Name("Posthorn-Encapsulated")!

    static func all() throws -> [Subject] {
        [
            try aesEnvelope(), try aesEnvelopeOverData(), try chaChaEnvelope(), try records(),
            try recordsOverRFC(), try jwe(),
            try jweOverBase64(), try hpke(), try hpkeOverHKDF(),
        ]
    }

    static func sealAES(_ bytes: Data) throws -> Data {
        try AES.GCM.seal(bytes, using: key).combined ?? Data()
    }

    static func openAES(_ bytes: Data) throws -> Data {
        try AES.GCM.open(.init(combined: bytes), using: key)
    }

    static func sealChaCha(_ bytes: Data) throws -> Data {
        try ChaChaPoly.seal(bytes, using: key).combined
    }

    static func openChaCha(_ bytes: Data) throws -> Data {
        try ChaChaPoly.open(.init(combined: bytes), using: key)
    }

    static func aesEnvelope() throws -> Subject {
        Subject(
            name: "EnvelopeCipher, version 1", primitive: "AES-256-GCM",
            cipher: try EnvelopeCipher(
                key: SecretKey(id: "k", bytes: secret, for: .envelopeVersion1),
                suite: .version1AES256GCM),
            answer: { body, request in
                let head = Data([1, 1, 0x6b, 0])
                let bound = fields("posthorn.aes-gcm.v1", request) + field(head)
                let box = try AES.GCM.seal(body, using: key, authenticating: bound)
                return response(head + (box.combined ?? Data()), EnvelopeCipher.mediaType)
            }, seal: sealAES, open: openAES)
    }

    /// What an envelope can't do without: what it is bound to is authenticated with it.
    static func aesEnvelopeOverData() throws -> Subject {
        var subject = try aesEnvelope()
        subject.primitive = "AES-256-GCM with as much additional data"
        // As much as a response of the benchmark is bound to.
        let bound = Data(repeating: 1, count: 103)
        subject.seal = { bytes in
            try AES.GCM.seal(bytes, using: key, authenticating: bound).combined ?? Data()
        }
        subject.open = { sealed in
            try AES.GCM.open(.init(combined: sealed), using: key, authenticating: bound)
        }
        return subject
    }

    static func chaChaEnvelope() throws -> Subject {
        Subject(
            name: "EnvelopeCipher, version 1, ChaCha20", primitive: "ChaCha20-Poly1305",
            cipher: try EnvelopeCipher(
                key: SecretKey(id: "k", bytes: secret, for: .envelopeVersion1),
                suite: .version1ChaCha20Poly1305),
            answer: { body, request in
                let head = Data([2, 1, 0x6b, 0])
                let bound = fields("posthorn.chacha20-poly1305.v1", request) + field(head)
                let box = try ChaChaPoly.seal(body, using: key, authenticating: bound)
                return response(head + box.combined, EnvelopeCipher.mediaType)
            }, seal: sealChaCha, open: openChaCha)
    }

    static func records() throws -> Subject {
        Subject(
            name: "ContentEncodingCipher", primitive: "AES-128-GCM",
            cipher: try ContentEncodingCipher(key: SecretKey(id: "k", bytes: secret)),
            answer: { body, request in
                let ikm = HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: key, salt: Data(),
                    info: fields("posthorn.aes128gcm.v1", request) + field(Data()),
                    outputByteCount: 32)
                var sealer = try RecordServer(ikm)
                var sealed = sealer.head
                let each = sealer.plainByteCount
                var start = body.startIndex
                while body.endIndex - start > each {
                    sealed += try sealer.seal(body[start..<start + each], isLast: false)
                    start += each
                }
                sealed += try sealer.seal(body[start...], isLast: true)
                var answer = response(sealed, "application/json")
                answer.headers[.contentEncoding] = "aes128gcm"
                return answer
            },
            seal: { try AES.GCM.seal($0, using: shortKey).combined ?? Data() },
            open: { try AES.GCM.open(.init(combined: $0), using: shortKey) })
    }

    /// What RFC 8188 can't do without: keys of each body's own, and a call for each record.
    static func recordsOverRFC() throws -> Subject {
        var subject = try records()
        subject.primitive = "HKDF, AES-128-GCM of each record"
        subject.seal = { try BareRecords(key, salt: salt).seal($0) }
        subject.open = { try BareRecords(key, salt: salt).open($0) }
        return subject
    }

    private static let salt = Data(0..<16)

    static func jwe() throws -> Subject {
        let jwe = try JWEKey(SecretKey(id: "k", bytes: secret, for: .jwe), .direct)
        return Subject(
            name: "JWECipher, dir", primitive: "AES-256-GCM", cipher: JWECipher(jwe),
            answer: { body, request in
                let exchange: [String: JSONValue] = [
                    "direction": "response", "method": .string(request.method.rawValue),
                    "target": .string(request.target), "status": "200",
                    "id": .string(request.headers[exchangeField] ?? ""),
                ]
                let message = try JWE.sealing(
                    body, for: jwe, header: ["exchange": .object(exchange)])
                return response(Data((message.compact ?? "").utf8), JWECipher.mediaType)
            }, seal: sealAES, open: openAES)
    }

    /// What a JWE can't do without: its ciphertext is text.
    static func jweOverBase64() throws -> Subject {
        var subject = try jwe()
        subject.primitive = "AES-256-GCM, base64 by Foundation"
        subject.seal = { try sealAES($0).base64EncodedData() }
        subject.open = { try openAES(Data(base64Encoded: $0) ?? Data()) }
        return subject
    }

    static func hpke() throws -> Subject {
        let own = Curve25519.KeyAgreement.PrivateKey()
        let digits = own.publicKey.rawRepresentation.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let jwk = Data(#"{"kty":"OKP","crv":"X25519","x":"\#(digits)"}"#.utf8)
        return Subject(
            name: "HPKECipher, X25519", primitive: "HPKE of swift-crypto; AES-256-GCM",
            cipher: try HPKECipher(recipient: PublicKey(jwk: jwk, id: "k")),
            answer: { body, request in
                let parts = (request.headers[encapsulatedField] ?? "").split(separator: ".")
                let enc = base64URL(String(parts[2]))
                let bound = ["request", request.method.rawValue, request.target, "", "", ""]
                let info = (["posthorn.hpke.v1"] + bound).reduce(into: Data()) {
                    $0 += field(Data($1.utf8))
                }
                let recipient = try HPKE.Recipient(
                    privateKey: own, ciphersuite: .Curve25519_SHA256_ChachaPoly, info: info,
                    encapsulatedKey: enc)
                let secret = try recipient.exportSecret(
                    context: Data("posthorn.hpke.v1 response".utf8), outputByteCount: 32)
                let nonce = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
                func derive(_ info: String, _ count: Int) -> SymmetricKey {
                    HKDF<SHA256>.deriveKey(
                        inputKeyMaterial: secret, salt: enc + nonce, info: Data(info.utf8),
                        outputByteCount: count)
                }
                let box = try AES.GCM.seal(
                    Data([0]) + body, using: derive("key", 32),
                    nonce: .init(data: derive("nonce", 12).withUnsafeBytes { Data($0) }),
                    authenticating: Data("200".utf8))
                return response(nonce + box.ciphertext + box.tag, HPKECipher.mediaType)
            },
            seal: { body in
                var sender = try HPKE.Sender(
                    recipientKey: own.publicKey, ciphersuite: .Curve25519_SHA256_ChachaPoly,
                    info: Data())
                return try sender.seal(body)
            }, open: openAES)
    }

    /// What a response can't do without: a key and a nonce of its own, from the secret of its request.
    ///
    /// Its requests are those of ``hpke()``.
    static func hpkeOverHKDF() throws -> Subject {
        var subject = try hpke()
        subject.primitive = "HPKE of swift-crypto; HKDF, AES-256-GCM"
        subject.open = { sealed in
            let extracted = HKDF<SHA256>.extract(
                inputKeyMaterial: key, salt: secret + sealed.prefix(32))
            func expand(_ info: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.expand(
                    pseudoRandomKey: extracted, info: Data(info.utf8), outputByteCount: count)
            }
            let box = try AES.GCM.SealedBox(
                nonce: .init(data: expand("nonce", 12).withUnsafeBytes { Data($0) }),
                ciphertext: sealed.dropFirst(32).dropLast(16), tag: sealed.suffix(16))
            return try AES.GCM.open(
                box, using: expand("key", 32), authenticating: Data("200".utf8))
        }
        return subject
    }

    /// What ``hpkeOverHKDF()`` opens.
    static func sealForHKDF(_ bytes: Data) throws -> Data {
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key, salt: secret + secret, info: Data(info.utf8),
                outputByteCount: count)
        }
        let box = try AES.GCM.seal(
            bytes, using: derive("key", 32),
            nonce: .init(data: derive("nonce", 12).withUnsafeBytes { Data($0) }),
            authenticating: Data("200".utf8))
        return secret + box.ciphertext + box.tag
    }

    private static func response(_ body: Data, _ type: String) -> TransportResponse {
        TransportResponse(status: .ok, headers: [.contentType: type], body: body)
    }

    private static func field(_ bytes: Data) -> Data {
        withUnsafeBytes(of: UInt32(bytes.count).bigEndian) { Data($0) } + bytes
    }

    /// What a response of the status 200 is bound to.
    private static func fields(_ label: String, _ request: TransportRequest) -> Data {
        [
            label, "response", request.method.rawValue, request.target,
            request.headers[exchangeField] ?? "", "200",
        ].reduce(into: Data()) { $0 += field(Data($1.utf8)) }
    }

    private static func base64URL(_ digits: String) -> Data {
        let plain = digits.replacing("-", with: "+").replacing("_", with: "/")
        return Data(
            base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
            ?? Data()
    }
}

/// The server's side of `aes128gcm` (RFC 8188), record by record.
struct RecordServer {
    /// How much of a body is in a record.
    let plainByteCount: Int
    let head: Data
    private let key: SymmetricKey
    private let base: [UInt8]
    private var number: UInt32 = 0

    init(_ secret: SymmetricKey, recordByteCount: Int = 65_536) throws {
        plainByteCount = recordByteCount - 17
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: Data((info + "\0").utf8),
                outputByteCount: count)
        }
        key = derive("Content-Encoding: aes128gcm", 16)
        base = derive("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
        head =
            salt + withUnsafeBytes(of: UInt32(recordByteCount).bigEndian) { Data($0) }
            + Data([1, 0x6b])
    }

    mutating func seal(_ plain: Data, isLast: Bool) throws -> Data {
        var nonce = base
        for index in 0..<4 {
            nonce[11 - index] ^= UInt8(truncatingIfNeeded: number >> UInt32(8 * index))
        }
        number += 1
        let box = try AES.GCM.seal(
            plain + Data([isLast ? 2 : 1]), using: key, nonce: .init(data: nonce))
        return box.ciphertext + box.tag
    }
}

/// RFC 8188 by swift-crypto alone, of a body that is there as a whole.
struct BareRecords {
    private let key: SymmetricKey
    private let base: [UInt8]
    private static let recordByteCount = 16_384

    init(_ secret: SymmetricKey, salt: Data) {
        let extracted = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: salt)
        func expand(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.expand(
                pseudoRandomKey: extracted, info: Data((info + "\0").utf8), outputByteCount: count)
        }
        key = expand("Content-Encoding: aes128gcm", 16)
        base = expand("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
    }

    func seal(_ body: Data) throws -> Data {
        let each = Self.recordByteCount - 17
        var sealed = Data(capacity: body.count + (body.count / each + 1) * 17)
        var (start, number) = (body.startIndex, 0)
        while start < body.endIndex {
            let end = min(start + each, body.endIndex)
            var plain = Data(capacity: end - start + 1)
            plain.append(body[start..<end])
            plain.append(end == body.endIndex ? 2 : 1)
            let box = try AES.GCM.seal(plain, using: key, nonce: nonce(number))
            sealed.append(box.ciphertext)
            sealed.append(box.tag)
            (start, number) = (end, number + 1)
        }
        return sealed
    }

    func open(_ body: Data) throws -> Data {
        var opened = Data(capacity: body.count)
        var (start, number) = (body.startIndex, 0)
        while start < body.endIndex {
            let record = body[start..<min(start + Self.recordByteCount, body.endIndex)]
            let box = try AES.GCM.SealedBox(
                nonce: nonce(number), ciphertext: record.dropLast(16), tag: record.suffix(16))
            opened.append(try AES.GCM.open(box, using: key).dropLast())
            (start, number) = (record.endIndex, number + 1)
        }
        return opened
    }

    private func nonce(_ number: Int) throws -> AES.GCM.Nonce {
        var nonce = base
        for index in 0..<4 {
            nonce[11 - index] ^= UInt8(truncatingIfNeeded: number >> (8 * index))
        }
        return try .init(data: nonce)
    }
}
