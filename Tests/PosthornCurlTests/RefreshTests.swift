import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// Rejected tokens, over real connections.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RefreshTests {
    private struct Service: APIService {
        var configuration: ClientConfiguration
        var token: Credential
        func credential(named name: String) -> Credential? { name == "user" ? token : nil }
    }

    private struct Order: Endpoint {
        static let name = "order"
        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders")
            request.auth = .bearer("user")
            request.body("item", "tea")
        }
    }

    private struct Invoice: DownloadEndpoint {
        static let name = "invoice"
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/invoice")
            request.auth = .bearer("user")
        }
    }

    private static let refusal =
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer error=\"invalid_token\"\r\n"
        + "Content-Length: 2\r\n\r\nno"

    /// Counts the requests of each token.
    private final class Door: Sendable {
        private let counts = Locked<[String: Int]>([:])
        private let gate = Gate()

        func count(_ token: String) -> Int { counts.withLock { $0[token] ?? 0 } }

        /// - Parameters:
        ///   - good: The token that is let in.
        ///   - together: How many requests with a bad one are waited for before they are refused.
        func peer(good: String, together: Int = 1) throws -> ScriptedPeer {
            try ScriptedPeer { [self] connection in
                while let request = try connection.readRequest() {
                    let token = request.components(separatedBy: "Authorization: Bearer ").last?
                        .components(separatedBy: "\r\n").first
                    let count = counts.withLock { counts in
                        counts[token ?? "", default: 0] += 1
                        return counts[token ?? ""] ?? 0
                    }
                    if token == good {
                        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    } else {
                        if count == together { gate.open() }
                        gate.wait()
                        try connection.write(RefreshTests.refusal)
                    }
                }
            }
        }
    }

    /// A credential whose first token is `t1`, and the count of its loads.
    private static func token(_ loads: Locked<Int>) -> Credential {
        .bearer { _ in
            "t"
                + String(
                    loads.withLock { count in
                        count += 1
                        return count
                    })
        }
    }

    @Test(arguments: [true, false])
    func hundredUnauthorizedCallsShareOneRefresh(_ isLetIn: Bool) async throws {
        let (door, loads) = (Door(), Locked(0))
        let peer = try door.peer(good: isLetIn ? "t2" : "none", together: 100)
        let codes = try await CurlSession.withSession { session in
            let service = Service(
                configuration: try ClientConfiguration(baseURL: peer.url(""), transport: session),
                token: Self.token(loads))
            return await withTaskGroup(of: APIError.Code?.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        do throws(APIError) {
                            try await service.send(Order())
                            return nil
                        } catch {
                            return error.code
                        }
                    }
                }
                var codes: [APIError.Code?] = []
                for await code in group { codes.append(code) }
                return codes
            }
        }
        #expect(codes.count == 100)
        #expect(codes.allSatisfy { $0 == (isLetIn ? nil : .unauthorized) })
        #expect(loads.withLock { $0 } == 2, "the first token and one in its place")
        #expect(door.count("t1") == 100)
        #expect(door.count("t2") == 100)
        #expect(peer.requests.count == 200)
    }

    /// The transport writes the file itself, and is called a second time.
    @Test func downloadIsRetriedWithNewToken() async throws {
        let folder = try TemporaryFolder(for: "refresh")
        let (door, loads) = (Door(), Locked(0))
        let peer = try door.peer(good: "t2")
        try await CurlSession.withSession { session in
            var service = Service(
                configuration: try ClientConfiguration(baseURL: peer.url(""), transport: session),
                token: Self.token(loads))
            let file = try await service.download(Invoice(), to: URL(filePath: folder.path + "/a"))
            #expect(file.count == 2)
            #expect(file.status == .ok)
            service.token = Self.token(Locked(2))
            let error = await #expect(throws: APIError.self) {
                try await service.download(Invoice(), to: URL(filePath: folder.path + "/b"))
            }
            #expect(error?.code == .unauthorized)
            #expect(error?.response?.body == Data("no".utf8))
        }
        #expect(peer.requests.count == 4)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    /// A rejected token is not resent in response to a challenge either.
    @Test func challengeHookProvidesNewToken() async throws {
        let (door, loads) = (Door(), Locked(0))
        let peer = try door.peer(good: "t2")
        let token = Self.token(loads)
        var hooks = SessionHooks()
        hooks.didReceiveChallenge = { _, _ in .use(token) }
        try await CurlSession.withSession(hooks: hooks) { session in
            let response = try await session.send(TransportRequest(url: peer.url()))
            #expect(response.status == .ok)
        }
        #expect(door.count("t1") == 1)
        #expect(peer.requests.count == 3)
    }
}
