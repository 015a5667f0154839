import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Vectors made by another implementation")
struct VectorTests {
    @Test func vectorFileIsComplete() {
        #expect(Vector.requests.count == 3)
        #expect(Vector.responses.count == 11)
    }

    @Test(arguments: Vector.responses)
    func opensSealedResponses(_ vector: Vector) async throws {
        let cipher = try EnvelopeCipher(
            key: SecretKey(id: vector.keyID, bytes: Data(hex: vector.key), for: .envelopeVersion1),
            suite: .version1AES256GCM)
        var request = TransportRequest.sample(
            try #require(HTTPRequest.Method(vector.method)), vector.target)
        request.headers[.exchange] = vector.exchange
        var response = TransportResponse.sealed(
            Data(hex: vector.envelope), status: try #require(vector.status))
        try await cipher.open(&response, to: request)
        #expect(response.body.hex == vector.plaintext)
        #expect(response.headers[.contentType] ?? "" == vector.mediaType)
    }

    /// Proves the peer of the other tests, which stands for the server.
    @Test(arguments: Vector.requests)
    func peerOpensSealedRequests(_ vector: Vector) throws {
        let peer = Peer(keyID: vector.keyID, key: Data(hex: vector.key))
        let opened = try peer.open(
            Data(hex: vector.envelope),
            ["request", vector.method, vector.target, vector.exchange, ""])
        #expect(opened.body.hex == vector.plaintext)
        #expect(opened.mediaType == vector.mediaType)
    }

    @Test(
        .enabled("needs python3 with cryptography") { Python.hasCryptography },
        arguments: [order, Data(), Data((0...255).map { UInt8($0) })])
    func pythonOpensOurMessages(_ body: Data) async throws {
        let request = try await TransportRequest.sealed(body: body)
        let message = Vector(
            name: "ours", direction: "request", keyID: "shop-1", key: Peer.secret.hex,
            method: "POST", target: request.target,
            exchange: request.headers[.exchange] ?? "", status: nil,
            mediaType: "application/json", plaintext: "",
            envelope: try #require(request.body?.data).hex)
        #expect(try Python.open(message) == "opened \(body.hex)")
    }
}

/// The script beside the vectors, as a second reader of the format.
enum Python {
    static let hasCryptography: Bool =
        (try? run(["-c", "import cryptography; print(1)"], input: Data())) == "1"

    static func open(
        _ message: some Encodable, by script: String = "make_vectors.py",
        _ command: String = "--open"
    ) throws -> String {
        let script = Vector.folder.appending(path: script).path()
        return try run(["-B", script, command], input: JSONEncoder().encode(message))
    }

    private static func run(_ arguments: [String], input: Data) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
            .trimmingCharacters(in: .newlines)
    }
}
