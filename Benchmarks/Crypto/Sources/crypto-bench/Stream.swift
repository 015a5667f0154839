import FoundationEssentials
import Posthorn
import PosthornCrypto
import PosthornCurl
import PosthornTesting

/// A gigabyte through `aes128gcm`, uploaded and downloaded over loopback.
enum Stream {
    static let byteCount = 1_000_000_000
    static let piece = Data(repeating: 0x61, count: 50_000)

    struct Service: APIService {
        var configuration: ClientConfiguration
    }

    struct Upload: Endpoint {
        static let name = "upload"
        func build(_ request: inout RequestBuilder) throws {
            request.method(.put, "/up")
            request.upload(
                .stream(BodyStream(Pieces(), length: Stream.byteCount)),
                as: "application/octet-stream")
        }
    }

    struct Download: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "download"
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/down") }
    }

    /// The same bytes again and again.
    struct Pieces: AsyncSequence, Sendable {
        typealias Element = Data
        struct Iterator: AsyncIteratorProtocol {
            var left = Stream.byteCount / Stream.piece.count
            mutating func next() async -> Data? {
                guard left > 0 else { return nil }
                left -= 1
                return Stream.piece
            }
        }
        func makeAsyncIterator() -> Iterator { Iterator() }
    }

    static func cipher() throws -> ContentEncodingCipher {
        try ContentEncodingCipher(
            key: SecretKey(id: "k", bytes: Subject.secret), binding: .none)
    }

    /// The server, in a process of its own: swallows an upload, and seals what is downloaded.
    static func serve() throws -> ScriptedServer {
        try ScriptedServer(recording: false) { connection in
            let request = try connection.readHead()
            var sealer = try RecordServer(Subject.key)
            guard request.hasPrefix("GET") else {
                let length = request.split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                var left = length.flatMap { Int($0.filter(\.isNumber)) } ?? 0
                while left > 0, connection.read(min(left, 1 << 20)) != nil { left -= 1 << 20 }
                let sealed = try sealer.head + sealer.seal(Data(), isLast: true)
                try connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: aes128gcm\r\n"
                        + "Content-Length: \(sealed.count)\r\n\r\n")
                return try connection.write(Array(sealed))
            }
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
                    + "Content-Encoding: aes128gcm\r\nTransfer-Encoding: chunked\r\n\r\n")
            func chunk(_ bytes: Data) throws {
                try connection.write(String(bytes.count, radix: 16) + "\r\n")
                try connection.write(Array(bytes + Data("\r\n".utf8)))
            }
            try chunk(sealer.head)
            let plain = Data(repeating: 0x61, count: RecordServer.plainByteCount)
            var left = byteCount
            while left > plain.count {
                try chunk(sealer.seal(plain, isLast: false))
                left -= plain.count
            }
            try chunk(sealer.seal(plain.prefix(left), isLast: true))
            try connection.write("0\r\n\r\n")
        }
    }

    /// Sends and reads all, sealed and plain, and prints speed and memory.
    static func measure(base: String) async throws {
        let session = try CurlSession()
        let service = Service(
            configuration: ClientConfiguration(baseURL: base, transport: session))
        let sealed = service.with { $0.cipher = try? cipher() }
        try await measure("uploaded") { try await sealed.send(Upload()) }
        try await measure("downloaded") {
            var count = 0
            for try await piece in try await sealed.send(Download()) { count += piece.count }
            guard count == byteCount else { fatalError("\(count) bytes came") }
        }
        await session.shutdown(.drain)
    }

    private static func measure(_ what: String, _ work: () async throws -> Void) async throws {
        try Usage.forgetPeak()
        let before = Usage.kibibytes("VmRSS:")
        let (start, cpu) = (ContinuousClock.now, Usage.cpuTime())
        try await work()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        func mebibytes(_ value: Int) -> String { text(Double(value) / 1024, 1) }
        let peak = Usage.kibibytes("VmHWM:")
        // Without the pages of the program's file and its libraries.
        let own = Usage.kibibytes("RssAnon:")
        print(
            "1 GB \(what) through aes128gcm: \(text(Usage.cpuTime() - cpu)) s CPU, "
                + "\(text(seconds, 1)) s; resident \(mebibytes(before)) MiB before, at most "
                + "\(mebibytes(peak)), \(mebibytes(peak - before)) more; "
                + "memory of its own \(mebibytes(own))")
    }
}
