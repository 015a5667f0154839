// async-http-client: as configured by default, or tuned (the variant `tuned`).
import AsyncHTTPClient
import Drive
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

let options = ClientOptions()
var configuration = HTTPClient.Configuration()
var group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
if !options.authority.isEmpty {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .file(options.authority)
    configuration.tlsConfiguration = tls
}
if options.variant.contains("tuned") {
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
        options.concurrency + options.parked
    configuration.connectionPool.idleTimeout = .seconds(600)
    configuration.decompression = .disabled
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
if options.variant.contains("http1") { configuration.httpVersion = .http1Only }
let client = HTTPClient(eventLoopGroup: group, configuration: configuration)
let limit = TimeAmount.seconds(600)

/// A file as the pieces of a body.
struct FilePieces: AsyncSequence, Sendable {
    let path: String

    struct AsyncIterator: AsyncIteratorProtocol {
        let file: FileHandle?

        mutating func next() async throws -> ByteBuffer? {
            guard let piece = try file?.read(upToCount: 256 << 10), !piece.isEmpty else {
                return nil
            }
            return ByteBuffer(bytes: piece)
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(file: FileHandle(forReadingAtPath: path))
    }
}

let drive = Drive(options)
switch options.work {
case .get:
    drive.run(
        park: {
            _ = try await client.execute(HTTPClientRequest(url: options.parkedURL), timeout: limit)
        },
        {
            try await client.execute(HTTPClientRequest(url: options.url), timeout: limit)
                .body.collect(upTo: 1 << 26).readableBytes
        })
case .typed:
    drive.run {
        let body = try await client.execute(HTTPClientRequest(url: options.url), timeout: limit)
            .body.collect(upTo: 1 << 26)
        let items = try JSONDecoder().decode([CodableItem].self, from: Data(body.readableBytesView))
        guard items.count == options.items else { throw URLError(.cannotParseResponse) }
        return items.count
    }
case .discard:
    drive.run {
        var count = 0
        let answer = try await client.execute(HTTPClientRequest(url: options.url), timeout: limit)
        for try await piece in answer.body { count += piece.readableBytes }
        return count
    }
case .file:
    drive.run {
        FileManager.default.createFile(atPath: options.path, contents: nil)
        guard let file = FileHandle(forWritingAtPath: options.path) else { return 0 }
        var count = 0
        let answer = try await client.execute(HTTPClientRequest(url: options.url), timeout: limit)
        for try await piece in answer.body {
            count += piece.readableBytes
            try file.write(contentsOf: Data(piece.readableBytesView))
        }
        try file.close()
        return count
    }
case .upload:
    drive.run {
        let size =
            try FileManager.default.attributesOfItem(atPath: options.path)[.size] as? Int ?? 0
        var request = HTTPClientRequest(url: options.url)
        request.method = .PUT
        request.body = .stream(FilePieces(path: options.path), length: .known(Int64(size)))
        _ = try await client.execute(request, timeout: limit).body.collect(upTo: 1 << 20)
        return size
    }
}
