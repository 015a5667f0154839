import FoundationEssentials
import Posthorn
import PosthornCrypto
import Usage

/// A gigabyte through `aes128gcm`, uploaded and downloaded over loopback.
struct Stream {
    static let piece = Data(repeating: 0x61, count: 50_000)

    enum Direction: String {
        case up, down, both
    }

    let direction: Direction
    let byteCount: Int

    struct Service: APIService {
        var configuration: ClientConfiguration
    }

    struct Upload: Endpoint {
        static let name = "upload"
        let pieces: Pieces
        func build(_ request: inout RequestBuilder) throws {
            request.method(.put, "/up")
            request.upload(
                HTTPBody(BodyStream(pieces, length: pieces.count * Stream.piece.count)),
                as: "application/octet-stream")
        }
    }

    struct Download: StreamEndpoint {
        typealias Output = ByteStream
        static let name = "download"
        let byteCount: Int
        func build(_ request: inout RequestBuilder) throws {
            request.method(.get, "/down/\(byteCount)")
        }
    }

    /// The same bytes again and again.
    struct Pieces: AsyncSequence, Sendable {
        typealias Element = Data
        let count: Int
        struct Iterator: AsyncIteratorProtocol {
            var left: Int
            mutating func next() async -> Data? {
                guard left > 0 else { return nil }
                left -= 1
                return Stream.piece
            }
        }
        func makeAsyncIterator() -> Iterator { Iterator(left: count) }
    }

    /// Sends and reads all, sealed, and prints speed and memory.
    /// - Returns: The most bytes by which the resident memory grew.
    func measure(base: String) async throws -> Int {
        let session = try CurlSession()
        let service = Service(
            configuration: try ClientConfiguration(baseURL: base, transport: session))
        let key = try SecretKey(
            id: "k", bytes: Data((0..<32).map { UInt8($0 * 7 + 11) }), for: .contentEncoding)
        let cipher = try ContentEncodingCipher(key: key, binding: .none)
        let sealed = service.with { $0.cipher = cipher }
        let pieces = Pieces(count: byteCount / Stream.piece.count)
        var growth = 0
        if direction != .down {
            growth = try await measure("uploaded") { try await sealed.send(Upload(pieces: pieces)) }
        }
        if direction != .up {
            let most = try await measure("downloaded") {
                var count = 0
                for try await piece in try await sealed.stream(Download(byteCount: byteCount)) {
                    count += piece.count
                }
                guard count == byteCount else { fatalError("\(count) bytes came") }
            }
            growth = max(growth, most)
        }
        await session.shutdown(.drain)
        return growth
    }

    /// - Returns: The most bytes by which the resident memory grew.
    private func measure(_ what: String, _ work: () async throws -> Void) async throws -> Int {
        Usage.forgetPeak()
        let before = Usage.kibibytes("VmRSS:")
        let (start, cpu) = (ContinuousClock.now, Usage.cpuTime())
        try await work()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        func mebibytes(_ value: Int) -> String { text(Double(value) / 1024, 1) }
        let peak = Usage.kibibytes("VmHWM:")
        // Without the pages of the program's file and its libraries.
        let own = Usage.kibibytes("RssAnon:")
        print(
            "\(byteCount / 1_000_000) MB \(what) through aes128gcm: \(text(Usage.cpuTime() - cpu)) s CPU, "
                + "\(text(seconds, 1)) s; resident \(mebibytes(before)) MiB before, at most "
                + "\(mebibytes(peak)), \(mebibytes(peak - before)) more; "
                + "memory of its own \(mebibytes(own))")
        return (peak - before) << 10
    }
}
