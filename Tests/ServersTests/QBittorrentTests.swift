import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real qBittorrent, whose sign-in sets a cookie.
@Suite(
    "qBittorrent", .server(Daemon.qBittorrent), .serialized, .timeLimit(.minutes(slowness)),
    .oneIssueAtLimit)
struct QBittorrentTests {
    private let hash = "0123456789abcdef0123456789abcdef01234567"

    private func client(
        _ session: Credential = .issued(
            by: QBittorrentAPI.SignIn(username: "ada", password: "secret"))
    ) throws -> QBittorrentAPI {
        QBittorrentAPI(try RunningServer.configuration(), auth: .init(session: session))
    }

    @Test("A torrent is added, found, tagged and deleted")
    func torrents() async throws {
        let client = try client()
        try await client.torrents.addCategory(category: "tea")
        await #expect {
            try await client.torrents.addCategory(category: "tea")
        } throws: { error in
            guard case .conflict = error as? QBittorrentAPI.Torrents.AddCategory.Failure else {
                return false
            }
            return true
        }
        #expect(try await client.torrents.listCategories()["tea"]?.name == "tea")
        let magnet = "magnet:?xt=urn:btih:\(hash)&dn=oolong"
        #expect(
            try await client.torrents.add(urls: magnet, category: "tea", paused: true) == "Ok.")
        // The server adds it in its own time.
        var found: [Torrent] = []
        for _ in 0..<500 where found.isEmpty {
            found = try await client.torrents.list(
                category: "tea", hashes: [hash, String(hash.reversed())])
            try await Task.sleep(for: .milliseconds(20))
        }
        let torrent = try #require(found.first)
        #expect(torrent.name == "oolong" && torrent.state == .pausedDL && torrent.hash == hash)
        try await client.torrents.addTags(hashes: [hash], tags: ["green", "mild"])
        let seen = try RunningServer.curl(
            "/api/v2/torrents/info?tag=mild", "-b", "SID=\(try await sessionID())")
        #expect(seen.contains(#""category":"tea""#) && seen.contains(#""hash":"\#(hash)""#))
        let trackers = try await client.torrents.listTrackers(hash: hash)
        #expect(trackers.contains { $0.url.contains("DHT") })
        let first = try await client.sync()
        #expect(first.fullUpdate && first.torrents[hash]?.state == .pausedDL)

        try await client.torrents.delete(hashes: [hash], deleteFiles: true)
        #expect(try await client.torrents.list(category: "tea").isEmpty)
        #expect(try await client.sync(rid: first.rid).torrentsRemoved == [hash])
        await #expect {
            try await client.torrents.get(hash: hash)
        } throws: { error in
            guard case .notFound = error as? QBittorrentAPI.Torrents.Get.Failure else {
                return false
            }
            return true
        }
    }

    @Test("A file that is no torrent is refused")
    func wrongFile() async throws {
        let client = try client()
        let file = FormPart(Data("tea".utf8), filename: "tea.torrent")
        await #expect {
            try await client.torrents.add(torrents: [file])
        } throws: { error in
            guard case .notATorrent(let reason) = error as? QBittorrentAPI.Torrents.Add.Failure
            else {
                return false
            }
            return reason.value == "Error: 'tea.torrent' is not a valid torrent file."
        }
    }

    @Test("Preferences are changed")
    func preferences() async throws {
        let client = try client()
        try await client.setPreferences(
            preferences: .init(dlLimit: 4_096, maxRatioEnabled: true, maxRatio: 1.5))
        let preferences = try await client.getPreferences()
        #expect(preferences.dlLimit == 4_096 && preferences.maxRatio == 1.5)
        #expect(try await client.getTransfers().dlRateLimit == 4_096)
        #expect(try await client.getVersion().hasPrefix("v4."))
    }

    /// The value of the cookie that a session gets.
    private func sessionID() async throws -> String {
        let text = try RunningServer.curl(
            "/api/v2/auth/login", "-i", "-d", "username=ada&password=secret")
        return String(try #require(text.firstMatch(of: /SID=([^;]*)/)).1)
    }

    @Test("A wrong password fails calls, and a session that has ended is begun again")
    func sessions() async throws {
        let signedIn = try client()
        _ = try await signedIn.getVersion()
        // The server ends the session, and refuses its cookie with 403.
        try await signedIn.signOut()
        #expect(try await signedIn.getVersion().hasPrefix("v4."))

        await #expect {
            try await client(.none).getVersion()
        } throws: { error in
            guard case .signedOut? = QBittorrentAPI.Failure(error) else { return false }
            return true
        }
        let wrong = try client(
            .issued(by: QBittorrentAPI.SignIn(username: "ada", password: "canary")))
        let error = await #expect(throws: QBittorrentAPI.GetVersion.Failure.self) {
            try await wrong.getVersion()
        }
        #expect(error?.apiError.code == .credentialFailed)
        #expect(
            error?.apiError.message.hasSuffix(
                "the response of signIn with 200 OK has no credential")
                == true, "\(error as Any)")
    }
}

extension Daemon {
    /// A client without peers, for the user `ada` with the password `secret`.
    @Sendable static func qBittorrent() throws -> Daemon {
        try started("qbittorrent-nox", ports: 2) { folder, ports in
            let configuration = folder + "/qBittorrent/config"
            try FileManager.default.createDirectory(
                atPath: configuration, withIntermediateDirectories: true)
            // Of the password, by PBKDF2 with SHA-512.
            let hash =
                "AAECAwQFBgcICQoLDA0ODw==:"
                + "8D/+fphIDJ8V6resDaLEgTmLA/mso7U8hGFlcB5Amh/qIgWTnctC9uAIf/rO"
                + "5TM2Wb05/6RZjQItG/g3DQXDFQ=="
            try #"""
            [LegalNotice]
            Accepted=true
            [BitTorrent]
            Session\DHTEnabled=false
            Session\LSDEnabled=false
            Session\PeXEnabled=false
            Session\Port=\#(ports[1])
            Session\Interface=lo
            [Preferences]
            WebUI\Address=127.0.0.1
            WebUI\Port=\#(ports[0])
            WebUI\Username=ada
            WebUI\Password_PBKDF2="@ByteArray(\#(hash))"
            WebUI\MaxAuthenticationFailCount=1000
            """#.write(to: configuration + "/qBittorrent.conf")
            return ["--profile=\(folder)"]
        }
    }
}
