import Foundation
import Posthorn
import PosthornCurl
import TestSupport

private let bodyLimit = 4 << 20

/// Answers that want to fill memory, each to a process of its own: what each comes to, and by how much
/// the most resident memory is above what it was before, and above that and the limit on bodies.
func bombs() throws {
    let peer = try ChildPeer("bomb-peer")
    var most = 0
    for (bomb, port) in zip(Bomb.allCases, peer.ports) {
        let child = Process()
        let output = Pipe()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = ["bomb", bomb.rawValue, "\(port)"]
        child.standardOutput = output
        try child.run()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        guard child.terminationStatus == 0, let above = Int(text.prefix { $0 != " " }) else {
            throw PeerError("\(bomb.rawValue) ended the process")
        }
        // Where no body is, none is allowed for.
        let over = bomb.hasBody ? above - bodyLimit >> 10 : above
        most = max(most, over)
        print(
            "\(bomb.rawValue): above=\(above) over=\(over) KiB", text.dropFirst("\(above) ".count),
            terminator: "")
    }
    print("bombs=\(Bomb.allCases.count) mostOver=\(most) KiB allowed=8192 KiB")
}

/// One of them, three times, after a harmless call that pays for what is loaded once.
func bomb(_ name: String, port: Int) async throws {
    guard let bomb = Bomb(rawValue: name) else { throw PeerError("there is no bomb \(name)") }
    let harmless = try ScriptedPeer.responding(
        with: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    try await CurlSession.withSession { session in
        _ = try await session.send(TransportRequest(url: harmless.url()))
    }
    let before = ProcessState.residentKiB
    ProcessState.resetPeak()
    var outcome = ""
    for _ in 0..<3 { outcome = try await explode(bomb, port) }
    print(ProcessState.peakKiB - before, outcome)
}

private func explode(_ bomb: Bomb, _ port: Int) async throws -> String {
    var configuration = SessionConfiguration()
    configuration.maximumBodyBytes = bodyLimit
    configuration.cookies = CookieStore()
    if bomb.isHTTP2 { configuration.httpVersion = .http2PriorKnowledge }
    let request = TransportRequest(
        url: "http://127.0.0.1:\(port)/", timeouts: Timeouts(total: .seconds(5)))
    let session = try CurlSession(configuration)
    var outcome = ""
    do throws(TransportError) {
        if bomb == .unreadStream {
            let stream = try await session.stream(request)
            // Nobody reads until the time is over; then the rest of it is told.
            try? await Task.sleep(for: .seconds(1))
            outcome = "status=\(stream.status.code) unread"
        } else {
            let response = try await session.send(request)
            outcome = "status=\(response.status.code) bytes=\(response.body.count)"
        }
    } catch {
        outcome = "\(error.code.rawValue): \(error.message)"
    }
    await session.shutdown(.cancel)
    return outcome
}

extension Bomb {
    fileprivate var hasBody: Bool {
        switch self {
        case .gzip, .deflate, .brotli, .zstd, .gzipTwice, .endlessBody: true
        default: false
        }
    }
}
