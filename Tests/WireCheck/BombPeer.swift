import Foundation
import Posthorn
import TestSupport

/// The responses that want to fill a client's memory.
enum Bomb: String, CaseIterable {
    case gzip, deflate, brotli, zstd, gzipTwice = "gzip-twice"
    case chunkExtension = "chunk-extension"
    case trailers
    case slowTrailers = "slow-trailers"
    case fields
    case longField = "long-field"
    case interim
    case cookies
    case endlessBody = "endless-body"
    case unreadStream = "unread-stream"
    case continuation = "http2-continuation"
    case emptyContinuation = "http2-empty-continuation"
    case hpack = "http2-hpack"
    case ping = "http2-ping"
    case settings = "http2-settings"
    case emptyData = "http2-empty-data"
    case interim2 = "http2-interim"

    var isHTTP2: Bool { rawValue.hasPrefix("http2-") }
}

/// A server of bombs, until its input ends; each stops after 64 MiB on the wire.
///
/// A process of its own, so that what it holds does not count as the client's.
func bombPeer() throws {
    let zeros = Data(count: 64 << 20)
    let packed: [Bomb: (String, Data)] = [
        .gzip: ("gzip", Packer.gzip(zeros)), .deflate: ("deflate", Packer.zlib(zeros)),
        .brotli: ("br", Packer.brotli(zeros)), .zstd: ("zstd", Packer.zstd(zeros)),
        .gzipTwice: ("gzip, gzip", Packer.gzip(Packer.gzip(zeros))),
    ]
    let peers = try Bomb.allCases.map { bomb in
        try ScriptedPeer(recording: false) { connection in
            if bomb.isHTTP2 { return try sendHTTP2Bomb(bomb, connection) }
            _ = try connection.readHead()
            guard let (coding, body) = packed[bomb] else { return try sendBomb(bomb, connection) }
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n")
            try connection.write(Array(body))
        }
    }
    let ports = peers.map { "\($0.port)" }.joined(separator: " ")
    FileHandle.standardOutput.write(Data("\(ports)\n".utf8))
    _ = try? FileHandle.standardInput.readToEnd()
}

private func sendBomb(_ bomb: Bomb, _ connection: PeerConnection) throws {
    let ok = "HTTP/1.1 200 OK\r\n"
    let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    let block = String(repeating: "a", count: 64 << 10)
    switch bomb {
    case .chunkExtension: try repeated(block, after: chunked + "5;", connection)
    case .trailers:
        try repeated("X-A: \(block.prefix(1000))\r\n", after: chunked + "0\r\n", connection)
    case .slowTrailers:
        try connection.write(chunked + "0\r\n")
        for number in 0..<100_000 { try connection.drip("X-\(number): a\r\n") }
    case .fields: try repeated("X-A: b\r\n", after: ok, connection)
    case .longField: try repeated(block, after: ok + "X-A: ", connection)
    case .interim: try repeated("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n", after: "", connection)
    case .cookies:
        let lines = (0..<60).map { "Set-Cookie: c\($0)=\(block.prefix(4000))\r\n" }.joined()
        try connection.write(ok + lines + "Content-Length: 0\r\n\r\n")
    default: try repeated("10000\r\n\(block)\r\n", after: chunked, connection)
    }
}

private func repeated(_ text: String, after head: String, _ connection: PeerConnection) throws {
    try connection.write(head)
    var piece: [UInt8] = []
    while piece.count < 64 << 10 { piece += text.utf8 }
    for _ in 0..<(64 << 20) / piece.count { try connection.write(piece) }
}

private func sendHTTP2Bomb(_ bomb: Bomb, _ connection: PeerConnection) throws {
    let http2 = try HTTP2Connection(connection)
    guard try http2.readRequest() != nil else { return }
    let ok = HeaderBlock.encode([(":status", "200")])
    let field = HeaderBlock.field("x-a", String(repeating: "a", count: 4000))
    let open = HTTP2Frame(.headers, stream: 1, payload: ok)
    switch bomb {
    case .continuation:
        try flood(HTTP2Frame(.continuation, stream: 1, payload: field), after: [open], http2)
    case .emptyContinuation:
        try flood(HTTP2Frame(.continuation, stream: 1), after: [open], http2)
    case .hpack:
        let value = String(repeating: "a", count: 3900)
        let block =
            ok + HeaderBlock.indexedField("x-a", value)
            + [UInt8](repeating: 0x80 | 62, count: 8200)
        try http2.write(HTTP2Frame(.headers, flags: 5, stream: 1, payload: block))
    case .ping:
        try flood(
            HTTP2Frame(.ping, payload: [UInt8](repeating: 0, count: 8)), after: [], http2)
    case .settings: try flood(.settings([(3, 100)]), after: [], http2)
    case .interim2:
        try flood(.headers(1, [(":status", "103"), ("link", "</a>")]), after: [], http2)
    default:
        try flood(
            HTTP2Frame(.data, stream: 1),
            after: [HTTP2Frame(.headers, flags: 4, stream: 1, payload: ok)],
            http2)
    }
    http2.readToEnd()
}

private func flood(
    _ frame: HTTP2Frame, after frames: [HTTP2Frame], _ http2: HTTP2Connection
) throws {
    try http2.write(frames)
    let many = [HTTP2Frame](repeating: frame, count: 1000)
    let bytes = many.flatMap(\.bytes)
    for _ in 0..<(16 << 20) / bytes.count { try http2.connection.write(bytes) }
}
