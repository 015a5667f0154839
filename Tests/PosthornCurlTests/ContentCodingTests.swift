import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Encoded bodies, whole and as streams: complete ones are decoded, others are rejected.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ContentCodingTests {
    /// Text that compresses well, but not like a decompression bomb.
    static let text = Data(
        (0..<20_000).map { "line \($0 &* 2_654_435_761 % 9973)\n" }.joined().utf8)
    static let short = Data("hello, world".utf8)

    struct Packing: Sendable, CustomTestStringConvertible {
        let name: String
        var field: String
        let pack: @Sendable (Data) -> Data
        var testDescription: String { name }

        init(_ name: String, field: String? = nil, _ pack: @escaping @Sendable (Data) -> Data) {
            self.name = name
            self.field = field ?? name
            self.pack = pack
        }
    }

    static let packings = [
        Packing("gzip", Packer.gzip),
        Packing("zlib", field: "deflate", Packer.zlib),
        Packing("raw deflate", field: "deflate", Packer.rawDeflate),
        Packing("br", Packer.brotli),
        Packing("zstd", Packer.zstd),
    ]

    static let oddities = [
        Packing("old name", field: "x-gzip", Packer.gzip),
        Packing("capitals", field: "GZip", Packer.gzip),
        Packing("identity") { $0 },
        Packing("identity and gzip", field: "identity, gzip", Packer.gzip),
        Packing("empty elements", field: ", gzip,", Packer.gzip),
        Packing("no coding", field: "") { $0 },
        Packing("two", field: "gzip, br") { Packer.brotli(Packer.gzip($0)) },
        Packing("two fields", field: "zstd\r\nContent-Encoding: deflate") {
            Packer.zlib(Packer.zstd($0))
        },
        Packing("five", field: "gzip, br, zstd, deflate, gzip") {
            Packer.gzip(Packer.rawDeflate(Packer.zstd(Packer.brotli(Packer.gzip($0)))))
        },
        Packing("two gzip members", field: "gzip") {
            Packer.gzip($0.prefix(5)) + Packer.gzip($0.dropFirst(5))
        },
        Packing("two zstd frames", field: "zstd") {
            Packer.zstd($0.prefix(5)) + Packer.zstd($0.dropFirst(5))
        },
    ]

    @Test func sendsAcceptEncodingForSupportedCodings() async throws {
        let peer = try ScriptedPeer.responding(with: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        try await CurlSession.withSession { session in
            _ = try await session.send(TransportRequest(url: peer.url()))
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            for try await _ in stream.body {}
        }
        #expect(peer.requests.count == 2)
        for request in peer.requests {
            #expect(request.contains("\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"))
        }
    }

    @Test(arguments: packings + oddities)
    func decodesSupportedCodings(_ packing: Packing) async throws {
        for body in [Self.text, Self.short] {
            let packed = packing.pack(body)
            let results = try await Self.receive(packed, packing.field)
            #expect(results == [.body(body, .length), .body(body, .length)])
        }
    }

    /// Only the coding's own end marks the end of the body.
    @Test(arguments: packings)
    func codingProvesThatBodyIsComplete(_ packing: Packing) async throws {
        let results = try await Self.receive(
            packing.pack(Self.text), packing.field, framing: .close)
        #expect(results == Array(repeating: .body(Self.text, .contentCoding), count: 2))
    }

    @Test(arguments: packings)
    func rejectsTruncatedBody(_ packing: Packing) async throws {
        let packed = packing.pack(Self.short)
        for count in 1..<packed.count {
            let results = try await Self.receive(packed.prefix(count), packing.field)
            #expect(results == [.failure(.truncated), .failure(.truncated)], "\(count) bytes")
        }
        let long = packing.pack(Self.text)
        for framing in [Framing.length, .chunked, .close] {
            let results = try await Self.receive(long.dropLast(), packing.field, framing: framing)
            #expect(results == [.failure(.truncated), .failure(.truncated)])
        }
    }

    @Test func rejectsTruncatedInnerLayerOrSecondMember() async throws {
        let inside = Packer.brotli(Packer.gzip(Self.text).dropLast(4))
        #expect(
            try await Self.receive(inside, "gzip, br")
                == [.failure(.truncated), .failure(.truncated)])
        let members = Packer.gzip(Self.short) + Packer.gzip(Self.text).dropLast(1)
        #expect(
            try await Self.receive(members, "gzip") == [.failure(.truncated), .failure(.truncated)])
    }

    @Test(arguments: packings)
    func rejectsTrailingBytes(_ packing: Packing) async throws {
        for extra in ["x", "\0\0\0\0", "hello, stranger"] {
            let results = try await Self.receive(
                packing.pack(Self.text) + Data(extra.utf8), packing.field)
            #expect(
                results == [.failure(.badContentCoding), .failure(.badContentCoding)], "\(extra)")
        }
    }

    @Test(arguments: ["gzip", "gzip's length", "zlib", "zstd"])
    func rejectsWrongChecksum(_ name: String) async throws {
        let packing = Self.packings.first { name.hasPrefix($0.name) }
        let (field, pack) = try #require(packing.map { ($0.field, $0.pack) })
        var packed = pack(Self.text)
        // gzip ends with a checksum and a length of four bytes each; the others with a checksum.
        packed[packed.endIndex - (name == "gzip" ? 5 : 1)] ^= 1
        let results = try await Self.receive(packed, field)
        #expect(results == [.failure(.badContentCoding), .failure(.badContentCoding)])
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func rejectsBodyThatIsNotEncoded(_ field: String) async throws {
        let results = try await Self.receive(Data("\u{7}<html>nothing here</html>".utf8), field)
        #expect(results == [.failure(.badContentCoding), .failure(.badContentCoding)])
    }

    @Test(arguments: ["compress", "rot13", "gzip, rot13", "gzip;q=1", "aes128gcm"])
    func rejectsUnknownCoding(_ field: String) async throws {
        let results = try await Self.receive(Packer.gzip(Self.text), field)
        #expect(results == [.failure(.badContentCoding), .failure(.badContentCoding)])
    }

    @Test(arguments: [
        "gzip, gzip, gzip, gzip, gzip, gzip",
        Array(repeating: "identity", count: 10).joined(separator: "\r\nContent-Encoding: "),
    ])
    func rejectsMoreThanFiveCodings(_ field: String) async throws {
        let results = try await Self.receive(Self.short, field)
        #expect(results == [.failure(.limitExceeded), .failure(.limitExceeded)])
    }

    @Test func rejectsTwoGibibyteZstdWindow() async throws {
        // A frame with a window of 2^31 bytes and a raw block of five bytes.
        let frame: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 0x29, 0, 0] + Array("hello".utf8)
        let results = try await Self.receive(Data(frame), "zstd")
        #expect(results == [.failure(.badContentCoding), .failure(.badContentCoding)])
    }

    @Test(arguments: packings)
    func rejectsDecompressionBombs(_ packing: Packing) async throws {
        let bomb = packing.pack(Data(count: 64 << 20))
        for hop in ["/", "/redirect"] {
            let results = try await Self.receive(bomb, packing.field, path: hop)
            #expect(results == [.failure(.limitExceeded), .failure(.limitExceeded)])
        }
        // Encoded twice, a bomb has a length of a few kilobytes.
        let double = Packer.gzip(bomb)
        let results = try await Self.receive(double, packing.field + ", gzip")
        #expect(results == [.failure(.limitExceeded), .failure(.limitExceeded)])
    }

    @Test func adviceForUnknownCodingWorks() async throws {
        let peer = try Self.peer(Self.short, "UTF-8", .length)
        defer { peer.stop() }
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            let error = await #expect(throws: TransportError.self) {
                try await session.send(request)
            }
            #expect(
                error?.description == "badContentCoding: the response's content coding is 'UTF-8', "
                    + "which was not requested; give the request `Accept-Encoding: identity`, and "
                    + "read the body, or decompress it yourself")
            request.headers[.acceptEncoding] = "identity"
            let body = try? await session.send(request).body
            #expect(body == Self.short)
        }
    }

    @Test func errorNamesTheLimitADecompressionBombExceeds() async throws {
        let bomb = Packer.gzip(Data(count: 64 << 20))
        var configuration = SessionConfiguration()
        configuration.maximumDecompressionRatio = 100_000
        configuration.maximumBodyBytes = 10 << 20
        var errors: [String] = []
        for configuration in [SessionConfiguration(), configuration] {
            let peer = try Self.peer(bomb, "gzip", .length)
            try await CurlSession.withSession(configuration) { session in
                do throws(TransportError) {
                    _ = try await session.send(TransportRequest(url: peer.url()))
                } catch {
                    errors.append(error.description)
                }
            }
        }
        #expect(
            errors == [
                "limitExceeded: the body has grown to more than 200 times its size on the wire; "
                    + "raise the session's maximumDecompressionRatio if it is meant to",
                "limitExceeded: the body is larger than 10485760 bytes; "
                    + "raise the request's maximumResponseBytes or the session's maximumBodyBytes if it "
                    + "is meant to be",
            ])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 0", "HTTP/1.1 204 No Content",
        "HTTP/1.1 304 Not Modified\r\nContent-Length: 20",
    ])
    func acceptsResponseWithoutBody(_ head: String) async throws {
        let peer = try ScriptedPeer.responding(with: head + "\r\nContent-Encoding: gzip\r\n\r\n")
        try await CurlSession.withSession { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.body.isEmpty)
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            for try await _ in stream.body { Issue.record("a piece") }
        }
    }

    @Test func acceptsResponseToHEAD() async throws {
        let peer = try ScriptedPeer.responding(
            with:
                "HTTP/1.1 200 OK\r\nContent-Length: 20\r\nContent-Encoding: gzip\r\n\r\n")
        try await CurlSession.withSession { session in
            let request = TransportRequest(method: .head, url: peer.url())
            let response = try await session.send(request)
            #expect(response.body.isEmpty)
        }
    }

    @Test(arguments: [("Accept-Encoding", "gzip"), ("Range", "bytes=0-99")])
    func bodyStaysEncodedIfCallerSetsAcceptEncodingOrRange(
        _ name: String, _ value: String
    ) async throws {
        let packed = Packer.gzip(Self.text)
        let peer = try Self.peer(packed, "gzip", .length)
        try await CurlSession.withSession { session in
            var request = TransportRequest(url: peer.url())
            request.headers[try #require(HTTPField.Name(name))] = value
            let response = try await session.send(request)
            #expect(response.body == packed)
        }
        #expect(peer.requests.first?.contains("deflate") == false)
    }

    @Test func streamDeliversDecodedBytesAsTheyArrive() async throws {
        let first = Packer.gzip(Data("hello".utf8))
        let rest = Packer.gzip(Data("world".utf8))
        let isRead = Gate()
        let peer = try ScriptedPeer { connection in
            try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: \(first.count + rest.count)\r\n\r\n")
            try connection.write(Array(first))
            isRead.wait()
            try connection.write(Array(rest))
        }
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var pieces: [String] = []
            for try await piece in stream.body {
                pieces.append(String(decoding: piece, as: UTF8.self))
                isRead.open()
            }
            #expect(pieces == ["hello", "world"])
        }
    }

    @Test func streamIsDecodedInSmallPieces() async throws {
        let body = Data((0..<100).flatMap { _ in Self.text })
        let peer = try Self.peer(Packer.gzip(body), "gzip", .length)
        try await CurlSession.withSession { session in
            let stream = try await session.stream(TransportRequest(url: peer.url()))
            var all = Data()
            for try await piece in stream.body {
                #expect(piece.count <= 64 << 10)
                all.append(piece)
            }
            #expect(all == body)
        }
    }

    enum Result: Equatable, CustomStringConvertible {
        case body(Data, TransportResponse.BodyIntegrity)
        case failure(TransportError.Code)

        var description: String {
            switch self {
            case .body(let data, let proof): "\(data.count) bytes, \(proof)"
            case .failure(let code): code.rawValue
            }
        }
    }

    enum Framing { case length, chunked, close }

    /// The results of a body, received whole and as a stream.
    private static func receive(
        _ packed: Data, _ field: String, framing: Framing = .length, path: String = "/"
    ) async throws -> [Result] {
        let peer = try peer(packed, field, framing)
        defer { peer.stop() }
        return try await CurlSession.withSession { session in
            var results: [Result] = []
            let request = TransportRequest(url: peer.url(path))
            do throws(TransportError) {
                let response = try await session.send(request)
                results.append(.body(response.body, response.bodyIntegrity))
            } catch {
                results.append(.failure(error.code))
            }
            do throws(TransportError) {
                let stream = try await session.stream(request)
                var body = Data()
                for try await piece in stream.body { body.append(piece) }
                results.append(.body(body, stream.bodyIntegrity))
            } catch {
                results.append(.failure(error.code))
            }
            return results
        }
    }

    private static func peer(
        _ packed: Data, _ field: String, _ framing: Framing
    ) throws -> ScriptedPeer {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(field)\r\n"
        return try ScriptedPeer { connection in
            while let request = try connection.readRequest() {
                if request.hasPrefix("GET /redirect") {
                    try connection.write(
                        "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                switch framing {
                case .length:
                    try connection.write(head + "Content-Length: \(packed.count)\r\n\r\n")
                    try connection.write(Array(packed))
                case .chunked:
                    try connection.write(head + "Transfer-Encoding: chunked\r\n\r\n")
                    try connection.write("\(String(packed.count, radix: 16))\r\n")
                    try connection.write(Array(packed) + Array("\r\n0\r\n\r\n".utf8))
                case .close:
                    try connection.write(head + "\r\n")
                    try connection.write(Array(packed))
                    return
                }
            }
        }
    }
}
