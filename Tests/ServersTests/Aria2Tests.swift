import Foundation
import Posthorn
import PosthornTesting
import Servers
import TestSupport
import Testing

/// Calls of a real aria2 by JSON-RPC, each of which begins with the token.
@Suite("aria2", .server(Daemon.aria2), .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct Aria2Tests {
    private let token = "token:secret"

    private func client() throws -> Aria2API { Aria2API(try RunningServer.configuration()) }

    /// Adds a download that does not start.
    private func add(_ name: String, to client: Aria2API) async throws -> String {
        let url = try #require(URL(string: "http://127.0.0.1:9/\(name)"))
        return try await client.addURI(
            body: NewDownload(
                token: token, uris: [url],
                options: .init(out: name, pause: true, others: ["split": "1"])))
    }

    @Test("A file is downloaded")
    func download() async throws {
        let client = try client()
        let server = try ScriptedServer.serving([
            .on(.get, "/tea.txt", response: .text("oolong"))
        ])
        defer { server.stop() }
        let url = try #require(URL(string: server.url("/tea.txt")))
        let gid = try await client.addURI(
            body: NewDownload(token: token, uris: [url], options: .init(out: "tea.txt")))
        var download = try await client.getStatus(body: Selection(token: token, gid: gid))
        while download.status == .active || download.status == .waiting {
            try await Task.sleep(for: .milliseconds(20))
            download = try await client.getStatus(body: Selection(token: token, gid: gid))
        }
        #expect(download.status == .complete && download.completedLength == 6)
        let path = try #require(download.files.first).path
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "oolong")
        let stopped = try await client.listStopped(body: Part(token: token, offset: 0, count: 100))
        #expect(stopped.contains(download))
    }

    @Test("A download waits, gets other options, and is removed")
    func waitingDownload() async throws {
        let client = try client()
        let gid = try await add("waiting", to: client)
        let options = Aria2API.Settings(maxDownloadLimit: 1_024)
        let change = OptionChange(token: token, gid: gid, options: options)
        #expect(try await client.changeOptions(body: change) == "OK")
        let waiting = try await client.listWaiting(body: Part(token: token, offset: 0, count: 100))
        let download = try #require(waiting.first { $0.gid == gid })
        #expect(download.status == .paused)
        #expect(try #require(download.files.first).path.hasSuffix("/waiting"))
        let seen = try RunningServer.curl(
            "/jsonrpc", "-d",
            #"{"jsonrpc":"2.0","id":1,"method":"aria2.getOption","params":["token:secret","\#(gid)"]}"#
        )
        #expect(seen.contains(#""max-download-limit":"1024""#) && seen.contains(#""split":"1""#))
        #expect(try await client.remove(body: Selection(token: token, gid: gid)) == gid)
        let left = try await client.listWaiting(body: Part(token: token, offset: 0, count: 100))
        #expect(!left.contains { $0.gid == gid })
    }

    @Test("Several calls are one exchange, each with its result or failure")
    func batch() async throws {
        let client = try client()
        let (version, status) = await client.batch(
            Aria2API.GetVersion(body: Arguments(token: token)),
            Aria2API.GetStatus(body: Selection(token: token, gid: "0000000000000001")))
        #expect(try version.get().enabledFeatures.contains("BitTorrent"))
        guard case .failure(.refused(let refusal)) = status else {
            Issue.record("\(status)")
            return
        }
        #expect(refusal.message == "GID 0000000000000001 is not found")
        let names = ["a", "b", "c"]
        var calls: [Aria2API.AddURI] = []
        for name in names {
            let url = try #require(URL(string: "http://127.0.0.1:9/\(name)"))
            calls.append(
                .init(body: .init(token: token, uris: [url], options: .init(pause: true))))
        }
        let added = try await client.batch(calls).map { try $0.get() }
        #expect(Set(added).count == 3)
    }

    @Test("A wrong token is an error with a type")
    func wrongToken() async throws {
        await #expect {
            try await client().getStatistics(body: Arguments(token: "token:canary"))
        } throws: { error in
            guard case .refused(let refusal) = error as? Aria2API.GetStatistics.Failure else {
                return false
            }
            return refusal.code == 1 && refusal.message == "Unauthorized"
        }
    }
}

extension Daemon {
    /// A client without peers, with the token `secret`.
    @Sendable static func aria2() throws -> Daemon {
        try started("aria2c", ports: 2) { folder, ports in
            [
                "--no-conf", "--enable-rpc", "--rpc-listen-port=\(ports[0])", "--rpc-secret=secret",
                "--dir=\(folder)", "--quiet", "--disable-ipv6", "--enable-dht=false",
                "--bt-enable-lpd=false", "--listen-port=\(ports[1])",
            ]
        }
    }
}
