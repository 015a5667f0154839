import Foundation
import Posthorn
@testable import PosthornHTTP
@testable import PosthornCurl
import TestSupport
import Testing

/// Randomly damaged responses, the same in each run.
@Suite(.timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct RandomResponseTests {
    private static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=b; Path=/; Max-Age=60\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n"
            + "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
            + "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 302 Found\r\nLocation: /next?a=%20#b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"a\", nonce=\"b\", qop=auth\r\n"
            + "Content-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename*=UTF-8''a%2Fb.txt\r\n"
            + "ETag: \"v\"\r\nCache-Control: max-age=5, no-cache=\"x\"\r\nContent-Length: 1\r\n\r\nx",
    ]

    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            // Marsaglia's xorshift64.
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static func damaged(_ text: String, _ random: inout Random) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let byte = UInt8.random(in: 0...255, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: bytes[..<place], at: place)
            default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            }
            if bytes.isEmpty { bytes = [byte] }
        }
        return bytes
    }

    /// Each call ends, with a valid response or an error.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomlyDamagedResponsesAlwaysEndTheCall(_ seed: UInt64) async throws {
        let random = Locked(Random(state: seed &* 0x9e37_79b9_7f4a_7c15))
        let peer = try ScriptedPeer(recording: false) { connection in
            _ = try connection.readRequest()
            let response = random.withLock { random in
                let response = Self.responses.randomElement(using: &random) ?? ""
                return Self.damaged(response, &random)
            }
            try connection.write(response)
        }
        var configuration = SessionConfiguration()
        configuration.cookies = CookieStore()
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in .use(.digest(user: "a", password: "b")) }
        var taken = 0
        try await CurlSession.withSession(configuration, hooks: hooks) { session in
            for _ in 0..<300 {
                do {
                    let response = try await session.send(TransportRequest(url: peer.url("/a/b")))
                    taken += 1
                    if response.bodyIntegrity == .length, response.status.kind == .successful {
                        // Two equal lengths count as one.
                        let lengths = response.headers[.contentLength] ?? "0"
                        let last = lengths.split(separator: ",").last.map { $0.drop { $0 == " " } }
                        #expect(last.flatMap { Int($0) } == response.body.count, "\(lengths)")
                    }
                    for field in response.headers {
                        #expect(!field.value.utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 })
                    }
                } catch {
                    #expect((error as? TransportError)?.code != .library, "\(error)")
                }
            }
        }
        #expect(taken > 50 && taken < 300)
    }

    /// The file name is valid, whatever a server proposes.
    @Test func damagedContentDispositionGivesSafeFileName() {
        var random = Random(state: 88_172_645_463_325_252)
        let field = "attachment; filename=\"a.txt\"; filename*=UTF-8''%e2%82%ac%2F..%00.txt"
        for _ in 0..<20_000 {
            let bytes = Self.damaged(field, &random)
            let head = TransportResponse(
                status: .ok,
                headers: [.contentDisposition: String(decoding: bytes, as: UTF8.self)])
            let name = FileName.proposed(by: head, at: "http://a.test/x")
            #expect(
                !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
                    && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }, "\(bytes)")
        }
    }
}
