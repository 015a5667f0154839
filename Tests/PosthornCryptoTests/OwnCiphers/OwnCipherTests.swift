import Crypto
import Foundation
import Posthorn
import PosthornTesting
import TestSupport
import Testing

/// The ciphers that `Documentation/OwnCiphers.md` shows and links behave as the page says.
@Suite("Custom ciphers of the documentation")
struct OwnCipherTests {
    private static let secret = Data("a secret of thirty-two bytes ...".utf8)
    private static let key = SymmetricKey(data: secret)

    private static let otherSecret = Data("another secret of 32 bytes .....".utf8)

    @Test(arguments: CipherConformance.behaviours)
    func saltedCipherConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Self.secret, otherKey: Self.otherSecret, secrets: [Self.secret],
            cipher: { SaltedCipher(secret: SymmetricKey(data: $0)) },
            peer: { SaltedServer(secret: SymmetricKey(data: $0)) })
    }

    @Test(arguments: CipherConformance.behaviours)
    func piecewiseCipherConforms(_ behaviour: CipherConformance.Behaviour) async throws {
        try await behaviour.check(
            key: Self.secret, otherKey: Self.otherSecret, secrets: [Self.secret],
            cipher: { PiecewiseCipher(secret: SymmetricKey(data: $0)) },
            peer: { PiecewiseServer(secret: SymmetricKey(data: $0)) })
    }

    /// The server of ``PiecewiseCipher``, which uses the halves of the cipher the other way round.
    struct PiecewiseServer: ServerCipher {
        let secret: SymmetricKey

        func open(_ request: inout TransportRequest) throws {
            guard let body = request.body?.data else { return }
            let info = PiecewiseCipher.info(
                "request", request.method, request.target, request.headers)
            var opener = PieceOpener(secret, info)
            request.body = HTTPBody(try opener.change(body) + opener.end())
        }

        func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
            let info = PiecewiseCipher.info(
                "response", request.method, request.target, request.headers)
            var sealer = PieceSealer(secret, "\(info) \(response.status.code)")
            response.body = try sealer.change(response.body) + sealer.end()
            response.headers[.contentType] = PiecewiseCipher.mediaType
        }
    }

    @Test func serverOpensSaltedCipherRequest() async throws {
        let stub = StubTransport(
            .on(.post, "/bodies") { request in
                StubResponse(try? Self.saltedEcho(request))
            })
        let service = OwnCipherService(stub).with { $0.cipher = SaltedCipher(secret: Self.key) }
        #expect(try await service.send(SendBody(Data("plain".utf8))) == Data("plain".utf8))
        #expect(stub.requests[0].body.firstRange(of: Data("plain".utf8)) == nil)
    }

    private static func saltedEcho(_ request: StubRequest) throws -> TransportResponse {
        let server = SaltedServer(secret: key)
        let received = TransportRequest(
            method: .post, url: request.url, headers: request.headers, body: request.body)
        var opened = received
        try server.open(&opened)
        var response = TransportResponse(status: .ok, body: opened.body?.data ?? Data())
        try server.seal(&response, to: received)
        return response
    }

    /// Sizes around multiples of the piece size.
    private static let sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]

    /// Opens the request with the other half of the cipher and seals the same bytes.
    private static func pieces(
        _ request: StubRequest, of size: Int = .max
    ) throws -> TransportResponse {
        let id = request.headers[PiecewiseCipher.exchange] ?? ""
        var opener = PieceOpener(key, "request POST /bodies \(id)")
        let plain = try opener.change(request.body) + opener.end()
        return try pieces(plain, "response POST /bodies \(id)", of: size)
    }

    private static func pieces(
        _ body: Data, _ info: String, of size: Int = .max
    ) throws -> TransportResponse {
        var sealer = PieceSealer(key, "\(info) 200")
        let sealed = try sealer.change(body) + sealer.end()
        return TransportResponse(
            status: .ok, headers: [.contentType: PiecewiseCipher.mediaType],
            body: sealed.prefix(size))
    }

    /// Also inside a wrapper that only counts.
    @Test(arguments: sizes, [false, true])
    func piecewiseCipherRoundTrips(_ size: Int, isWrapped: Bool) async throws {
        let stub = StubTransport(
            .on(.post, "/bodies") { request in StubResponse(try? Self.pieces(request)) })
        let own = PiecewiseCipher(secret: Self.key)
        let wrapper = LoggingCipher(wrapping: own)
        let service = OwnCipherService(stub).with { $0.cipher = isWrapped ? wrapper : own }
        let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        #expect(try await service.send(SendBody(body)) == body)
        let stream = BodyStream(length: size) { ByteStream(body) }
        var opened = Data()
        for try await piece in try await service.stream(StreamBody(stream)) { opened += piece }
        #expect(opened == body)
        let sent = stub.requests.map(\.body)
        #expect(
            sent.map(\.count) == [size, size].map { 16 + $0 + 16 * max(1, ($0 + 65_535) / 65_536) })
        #expect(sent[0] != sent[1])
        // Both bodies are sealed. Streams are opened without the wrapper's `open`.
        if isWrapped { #expect(wrapper.count >= 3) }
    }

    /// Cut within the salt, within a piece, between two pieces, and before the last byte.
    @Test(arguments: [0, 15, 16, 100, 65_567, 65_568, 131_119])
    func piecewiseCipherRejectsTruncation(_ size: Int) async throws {
        let stub = StubTransport(
            .on(.post, "/bodies") { request in StubResponse(try? Self.pieces(request, of: size)) })
        let service = OwnCipherService(stub).with { $0.cipher = PiecewiseCipher(secret: Self.key) }
        let body = Data(count: 131_072)
        let error = await #expect(throws: APIError.self) {
            try await service.send(SendBody(body))
        }
        #expect(error?.code == .openingFailed)
        let stream = try await service.stream(StreamBody(BodyStream { ByteStream(body) }))
        let end = await #expect(throws: TransportError.self) { try await stream.discard() }
        #expect(end?.code.rawValue == "openingFailed")
    }
}

extension StubResponse {
    /// The response, or an internal server error.
    fileprivate init(_ response: TransportResponse?) {
        self.init(
            status: response?.status ?? .internalServerError, headers: response?.headers ?? [:],
            pieces: [response?.body ?? Data()])
    }
}

private struct OwnCipherService: APIService {
    static let server: String? = "https://own.test"
    var configuration: ClientConfiguration

    init(_ stub: StubTransport) { configuration = ClientConfiguration(transport: stub) }
}

private struct SendBody: Endpoint {
    typealias Output = Data
    static let name = "sendBody"
    let body: Data

    init(_ body: Data) { self.body = body }

    func build(_ request: inout RequestBuilder) {
        request.method(.post, "/bodies")
        request.upload(HTTPBody(body), as: "application/octet-stream")
        request.responsePolicy = .raw
    }
}

private struct StreamBody: StreamEndpoint {
    typealias Output = ByteStream
    static let name = "streamBody"
    let body: BodyStream

    init(_ body: BodyStream) { self.body = body }

    func build(_ request: inout RequestBuilder) {
        request.method(.post, "/bodies")
        request.upload(HTTPBody(body), as: "application/octet-stream")
    }
}
