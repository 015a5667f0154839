import Foundation
import Posthorn
@testable import PosthornCrypto
import Testing

/// The other side in Python, by `cryptography`, `joserfc` and `http_ece`.
///
/// `Tests/requirements.txt` lists the packages. Without them the suite is skipped.
@Suite(
    "Interoperation with Python libraries",
    .enabled("needs .venv with joserfc and http_ece; make setup") { Interop.isThere })
struct InteropTests {
    @Test(arguments: [0, 1, 46, 47, 5000])
    func httpECEOpensOurMessages(_ count: Int) async throws {
        let key = try SecretKey(
            id: "shop-1", bytes: Peer.secret.prefix(16), for: .contentEncoding)
        let cipher = try ContentEncodingCipher(
            key: KeyRing(key), binding: .none, recordByteCount: 64)
        var request = TransportRequest.sample(body: Data(repeating: 5, count: count))
        try await cipher.seal(&request)
        let opened = try Interop.run([
            "do": "ece-open", "key": Peer.secret.prefix(16).hex,
            "body": try #require(request.body?.data).hex,
        ])
        #expect(opened == Data(repeating: 5, count: count))
    }

    @Test(arguments: [1, 33, 1000])
    func opensMessagesOfHTTPECE(_ count: Int) async throws {
        let key = try SecretKey(
            id: "shop-1", bytes: Peer.secret.prefix(16), for: .contentEncoding)
        let cipher = try ContentEncodingCipher(key: key, binding: .none)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let body = try Interop.run([
            "do": "ece-seal", "key": Peer.secret.prefix(16).hex, "keyid": "shop-1",
            "salt": String(repeating: "0a", count: 16), "rs": 50,
            "body": Data(repeating: 6, count: count).hex,
        ])
        var response = TransportResponse.sealed(body, mediaType: "text/plain")
        response.headers[.contentEncoding] = "aes128gcm"
        try await cipher.open(&response, to: request)
        #expect(response.body == Data(repeating: 6, count: count))
    }

    /// RFC 8188, section 2, requires one record for an empty body.
    ///
    /// `http_ece` writes none, which looks like a truncated body.
    @Test func rejectsEmptyHTTPECEBodyWithoutRecord() async throws {
        let key = try SecretKey(
            id: "shop-1", bytes: Peer.secret.prefix(16), for: .contentEncoding)
        let cipher = try ContentEncodingCipher(key: key, binding: .none)
        var request = TransportRequest.sample()
        try await cipher.seal(&request)
        let body = try Interop.run([
            "do": "ece-seal", "key": Peer.secret.prefix(16).hex, "keyid": "shop-1",
            "salt": String(repeating: "0a", count: 16), "rs": 50, "body": "",
        ])
        #expect(body.count == 21 + "shop-1".utf8.count)
        var response = TransportResponse.sealed(body, mediaType: "text/plain")
        response.headers[.contentEncoding] = "aes128gcm"
        #expect(await faultOfOpening(response, to: request, with: cipher)?.code == .openingFailed)
    }

    /// A key of each algorithm, as a JWK.
    static func keys() throws -> [(JWEAlgorithm, ContentEncryption, Data, JWEKey)] {
        var keys: [(JWEAlgorithm, ContentEncryption, Data, JWEKey)] = []
        func add(_ key: SecretKey, _ algorithm: JWEAlgorithm, _ enc: ContentEncryption) throws {
            keys.append(
                (algorithm, enc, key.secretJWK, try JWEKey(key, algorithm, encryptions: [enc])))
        }
        for enc in ContentEncryption.allCases {
            try add(.random(id: "k", bitCount: enc.keyByteCount * 8, for: .jwe), .direct, enc)
            try add(.random(id: "k", bitCount: 128, for: .jwe), .a128KW, enc)
            try add(.random(id: "k", bitCount: 256, for: .jwe), .a256KW, enc)
            let rsa = try PrivateKey(pem: KeyFile.text("rsa8"), id: "k")
            keys.append(
                (
                    .rsaOAEP256, enc, rsa.secretJWK,
                    try JWEKey(rsa, .rsaOAEP256, encryptions: [enc])
                ))
            for kind in [KeyKind.p256, .p384, .p521, .x25519] {
                for algorithm in [JWEAlgorithm.ecdhES, .ecdhESA128KW, .ecdhESA256KW] {
                    let key = try PrivateKey.random(kind, id: "k")
                    keys.append(
                        (
                            algorithm, enc, key.secretJWK,
                            try JWEKey(key, algorithm, encryptions: [enc])
                        ))
                }
            }
        }
        return keys
    }

    @Test func joserfcInteroperatesInBothDirections() throws {
        let keys = try Self.keys()
        // One process for all: starting it takes longer than opening a message.
        let tasks = try keys.flatMap { algorithm, enc, jwk, key in
            let names = [
                "alg": algorithm.rawValue, "enc": enc.rawValue,
                "jwk": String(decoding: jwk, as: UTF8.self),
            ]
            let text = try #require(JWE.sealing(order, for: key).compact)
            return [
                names.merging(["do": "jwe-open", "text": text]) { $1 },
                names.merging(["do": "jwe-seal", "body": order.hex]) { $1 },
            ]
        }
        let results = try Interop.run(tasks)
        #expect(results.count == 128)
        for (index, result) in results.enumerated() {
            let (algorithm, enc, _, key) = keys[index / 2]
            let opened = index % 2 == 0 ? result : try JWE(compact: result).open(with: key)
            #expect(opened == order, "\(algorithm.rawValue) \(enc.rawValue)")
        }
        print("interop: joserfc: \(results.count) messages, both directions")
    }

    @Test(arguments: ContentEncryption.allCases)
    func joserfcInteroperatesWithEmptyMessage(_ enc: ContentEncryption) throws {
        let secret = try SecretKey.random(
            id: "k", bitCount: enc.keyByteCount * 8, for: .jwe)
        let key = try JWEKey(secret, .direct, encryptions: [enc])
        let names = [
            "alg": "dir", "enc": enc.rawValue,
            "jwk": String(decoding: secret.secretJWK, as: UTF8.self),
        ]
        let text = try #require(JWE.sealing(Data(), for: key).compact)
        let results = try Interop.run([
            names.merging(["do": "jwe-open", "text": text]) { $1 },
            names.merging(["do": "jwe-seal", "body": ""]) { $1 },
        ])
        #expect(results[0] == Data())
        #expect(try JWE(compact: results[1]).open(with: key) == Data())
    }

    @Test(arguments: KeyFile.all)
    func cryptographyReadsOurKeys(_ name: String, _ kind: KeyKind) throws {
        let key = try PrivateKey(pem: KeyFile.text(name))
        let der = try Interop.run(["do": "pem", "pem": key.secretPEM])
        #expect(der == key.publicKey.der)
        #expect(try PublicKey(der: der).kind == kind)
    }

    @Test(arguments: [KeyKind.x25519, .p256], [order, Data()])
    func cryptographyOpensOurHPKEMessages(_ kind: KeyKind, _ body: Data) async throws {
        let key = try PrivateKey.random(kind, id: "s")
        var request = TransportRequest.sample(body: body)
        try await HPKECipher(recipient: key.publicKey).seal(&request)
        let field = try #require(HTTPField.Name("Posthorn-Encapsulated"))
        let parts = try #require(request.headers[field]).split(separator: ".")
        let opened = try Interop.run([
            "do": "hpke", "kind": kind.rawValue, "pem": key.secretPEM,
            "enc": try #require(Data(base64URL: String(parts[2]))).hex,
            "info": HPKETests.Server.info(request).hex,
            "body": try #require(request.body?.data).hex,
        ])
        #expect(opened == Data([16]) + Data("application/json".utf8) + body)
    }
}

/// Runs `Vectors/interop.py`.
enum Interop {
    private static let python = Vector.folder.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".venv/bin/python").path()

    static let isThere: Bool =
        (try? output(["-c", "import cryptography, http_ece, joserfc; print(1)"], Data())) == "1"

    struct Failed: Error { var task: String }

    /// The result of a task.
    static func run(_ task: [String: Any]) throws -> Data {
        guard let result = try run([task]).first else { throw Failed(task: "\(task["do"] ?? "")") }
        return result
    }

    /// The results of several tasks.
    static func run(_ tasks: [[String: Any]]) throws -> [Data] {
        let script = Vector.folder.appending(path: "interop.py").path()
        let text = try output(["-B", script], JSONSerialization.data(withJSONObject: tasks))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == tasks.count else { throw Failed(task: "lines") }
        return try lines.map { line in
            let hex = Data(hex: String(line))
            guard hex.hex == line else { throw Failed(task: "a line") }
            return hex
        }
    }

    /// Starts a server of `Vectors`, which writes its port and ends with its input.
    /// - Parameter line: The first line of its input.
    static func serve(_ script: String, _ line: Data) throws -> (port: Int, stop: () -> Void) {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-B", Vector.folder.appending(path: script).path()]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        let stop = {
            // Closing its input may not be enough: a process started at the same time can hold the
            // other end too.
            try? stdin.fileHandleForWriting.close()
            process.terminate()
            process.waitUntilExit()
        }
        try stdin.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
        var text = Data()
        while text.last != UInt8(ascii: "\n") {
            guard let byte = try stdout.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
            else { break }
            text += byte
        }
        guard let port = Int(String(decoding: text.dropLast(), as: UTF8.self)) else {
            stop()
            throw Failed(task: script)
        }
        return (port, stop)
    }

    private static func output(_ arguments: [String], _ input: Data) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = arguments
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(task: "python") }
        // Without the newline after the last line: an empty result is an empty line.
        return String(decoding: output.dropLast(), as: UTF8.self)
    }
}
