import Foundation
import Posthorn
import PosthornTesting
import Testing

@Suite("Composed ciphers and streamed bodies")
struct ComposedCipherTests {
    /// Prepends its mark to a body and removes it again.
    struct Mark: PayloadCipher {
        let name: String

        func seal(_ request: inout TransportRequest) throws {
            request.body = HTTPBody(Data("\(name)(".utf8) + (request.body?.data ?? Data()))
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
            let mark = Data("\(name)(".utf8)
            guard response.body.starts(with: mark) else {
                throw APIError.Cause(.openingFailed, "\(name) does not find its mark")
            }
            response.body = Data(response.body.dropFirst(mark.count))
        }
    }

    /// Adds one to each byte of a request and subtracts it from each byte of a response.
    struct Shift: StreamingCipher {
        struct Changer: ByteTransform {
            let by: UInt8
            var failsAtEnd = false

            mutating func change(_ piece: Data) -> Data { Data(piece.map { $0 &+ by }) }
            mutating func end() throws -> Data {
                guard failsAtEnd else { return Data("!".utf8) }
                throw APIError.Cause(.openingFailed, "it was cut", advice: "send it again")
            }
        }

        let name = "shift"
        var failsAtEnd = false

        func seal(_ request: inout TransportRequest) {
            request.body = request.body.map { $0.transformed(length: nil) { Changer(by: 1) } }
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) {}

        func open(
            _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
        ) -> ByteStream {
            head.headers[.contentType] = "text/plain"
            return body.transformed(by: Changer(by: 255, failsAtEnd: failsAtEnd))
        }
    }

    struct Post: Endpoint {
        typealias Output = [String: String]
        static let name = "post"
        var choice: CipherChoice

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/things")
            request.cipher = choice
            request.query("b", "2")
            request.query("a", ["x", "y"])
            request.body("n", 1)
            request.body("list", [1, 2])
        }
    }

    struct Things: APIService {
        static let server: String? = "https://api.example.com"
        var configuration: ClientConfiguration

        func cipher(named name: String) -> (any PayloadCipher)? {
            name == "none" ? nil : Mark(name: name)
        }
    }

    private func things(_ stub: StubTransport) -> Things {
        Things(configuration: ClientConfiguration(transport: stub))
    }

    @Test func firstCipherSealsFirstAndOpensLast() async throws {
        let response = StubResponse.json(#"b(a({"k":"v"}"#)
        let stub = StubTransport(.on(.post, "/things", response: response))
        let post = Post(choice: .chain([.named("a"), .plaintext, .named("b")]))
        #expect(try await things(stub).send(post) == ["k": "v"])
        #expect(stub.requests[0].text == #"b(a({"n":1,"list":[1,2]}"#)
        #expect(
            ComposedCipher([Mark(name: "a"), ComposedCipher([Mark(name: "b")])]).name == "a, b")
        #expect(ComposedCipher([.plaintext]).name == "plaintext")
    }

    @Test func unknownCipherNameInChainThrows() async throws {
        let post = Post(choice: .chain([.named("a"), .named("none")]))
        let error = await #expect(throws: APIError.self) {
            try await things(StubTransport()).send(post)
        }
        #expect(error?.code == .unknownCipher)
    }

    /// The parameters that a parameter signer reads.
    @Test func cipherSeesParametersBeforeEncoding() throws {
        let request = try things(StubTransport()).request(for: Post(choice: .plaintext))
        let query = try request.queryParameters()
        #expect(query.map(\.name) == ["b", "a", "a"])
        #expect(query.map(\.value) == ["2", "x", "y"])
        let body = try request.bodyParameters()
        #expect(body.map(\.name) == ["n", "list", "list"])
        #expect(body.map(\.value) == ["1", "1", "2"])
    }

    @Test func transformsBodyWhileSending() async throws {
        var request = TransportRequest(
            endpoint: "e", method: .put, origin: "", route: "/", target: "/", body: Data("abc".utf8)
        )
        try await ComposedCipher([Shift(), Shift()]).seal(&request)
        var sent = Data()
        try await request.body?.read { sent += $0 }
        #expect(String(decoding: sent, as: UTF8.self) == "cde\"!")
    }

    struct Watch: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "watch"
        var cipher: any PayloadCipher

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/things")
            request.cipher = .using(cipher)
        }
    }

    @Test func opensStreamWhileReading() async throws {
        let stub = StubTransport(
            .on(.get, "/things", response: .stream(["bc", "d"], type: "application/sealed")))
        let response = try await things(stub).stream(Watch(cipher: ComposedCipher([Shift()])))
        var text = ""
        for try await piece in response { text += String(decoding: piece, as: UTF8.self) }
        #expect(text == "abc!")
    }

    @Test func truncatedStreamFailsWithTheCiphersError() async throws {
        let stub = StubTransport(
            .on(.get, "/things", response: .stream(["bc"], type: "application/sealed")))
        let response = try await things(stub).stream(Watch(cipher: Shift(failsAtEnd: true)))
        let error = await #expect(throws: (any Error).self) {
            for try await _ in response {}
        }
        #expect("\(try #require(error))".contains("it was cut"))
    }

    struct Fetch: DownloadEndpoint {
        static let name = "fetch"
        var cipher: any PayloadCipher

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/things")
            request.cipher = .using(cipher)
        }
    }

    /// The bytes arrive, but opening them fails.
    @Test func truncatedDownloadFailsInOpeningStage() async throws {
        let stub = StubTransport(
            .on(.get, "/things", response: .stream(["bc"], type: "application/sealed")))
        let path = NSTemporaryDirectory() + "posthorn-cut-\(UUID().uuidString)"
        let error = await #expect(throws: APIError.self) {
            try await things(stub).download(
                Fetch(cipher: Shift(failsAtEnd: true)), to: URL(filePath: path))
        }
        #expect(error?.stage == .opening)
        #expect(error?.response?.status == .ok)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    struct Upload: Endpoint {
        typealias Output = Data
        static let name = "upload"
        var cipher: any PayloadCipher

        func build(_ request: inout RequestBuilder) {
            request.method(.put, "/things")
            let pieces = AsyncStream<Data> {
                $0.yield(Data("a".utf8)); $0.finish()
            }
            let stream = BodyStream(pieces, length: 1)
            request.part(headers: [:], HTTPBody(stream))
            request.cipher = .using(cipher)
        }
    }

    @Test func nonStreamingCipherRejectsStreamedBody() async throws {
        let error = await #expect(throws: APIError.self) {
            _ = try await things(StubTransport()).send(Upload(cipher: Mark(name: "a")))
        }
        #expect(error?.code == .cipherCannotStream)
        #expect(error?.stage == .building)
    }

    @Test func nonStreamingCipherRejectsStreamedResponse() async throws {
        let stub = StubTransport()
        for cipher in [Mark(name: "a"), ComposedCipher([Shift(), Mark(name: "a")])]
            as [any PayloadCipher]
        {
            let error = await #expect(throws: APIError.self) {
                _ = try await things(stub).stream(Watch(cipher: cipher))
            }
            #expect(error?.code == .cipherCannotStream)
        }
        #expect(stub.requests.isEmpty)
    }
}
