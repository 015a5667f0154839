import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real Syncthing, which has no other devices.
@Suite("Syncthing", .server(Daemon.syncthing), .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct SyncthingTests {
    private func device(key: String = "secret") throws -> SyncthingAPI {
        SyncthingAPI(try RunningServer.configuration(), auth: .init(key: .apiKey(key)))
    }

    @Test("A folder is added, scanned, changed and removed")
    func folder() async throws {
        let device = try device()
        let path = try #require(RunningServer.current).folder + "/tea"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try "oolong".write(to: path + "/leaves.txt")
        let id = try await device.getStatus().myID
        #expect(try await device.listDevices().map(\.deviceID) == [id])

        try await device.addFolder(id: "tea", path: path, label: "Tea", type: .sendonly)
        try await device.scan(folder: "tea")
        let status = try await device.getFolderStatus(folder: "tea")
        #expect(status.localFiles == 1 && status.localBytes == 6)
        let file = try await device.getFile(folder: "tea", file: "leaves.txt")
        #expect(file.local.size == 6 && !file.local.deleted)

        let folder = try await device.getFolder(id: "tea")
        #expect(folder.type == .sendonly && folder.devices.map(\.deviceID) == [id])
        var changed = folder
        (changed.label, changed.rescanIntervalS) = ("Green tea", .seconds(60))
        try await device.changeFolder(id: "tea", body: changed, from: folder)
        #expect(try await device.listFolders().contains(changed))
        let seen = try RunningServer.curl("/rest/config/folders/tea", "-H", "X-API-Key: secret")
        #expect(seen.contains(#""label": "Green tea""#) && seen.contains(#""type": "sendonly""#))

        try await device.removeFolder(id: "tea")
        await #expect {
            try await device.getFolder(id: "tea")
        } throws: { error in
            guard case .notFound(let reason) = error as? SyncthingAPI.GetFolder.Failure else {
                return false
            }
            return reason.value == "No folder with given ID\n"
        }
    }

    @Test("Events have their types, and a call ends without any when its time is over")
    func events() async throws {
        let device = try device()
        let path = try #require(RunningServer.current).folder + "/coffee"
        try await device.addFolder(id: "coffee", path: path, paused: true)
        var last = 0
        var isSaved = false
        for _ in 0..<100 where !isSaved {
            for event in try await device.listEvents(since: last, timeout: 1) {
                last = try #require(event.id)
                if case .configSaved = event { isSaved = true }
            }
        }
        #expect(isSaved)
        let none = try await device.listEvents(
            since: last + 1_000_000, events: [.configSaved, .stateChanged], timeout: 1)
        #expect(none.isEmpty)
    }

    @Test("A wrong key is an error with a type")
    func wrongKey() async throws {
        await #expect {
            try await device(key: "canary").ping()
        } throws: { error in
            guard case .wrongKey = error as? SyncthingAPI.Ping.Failure else { return false }
            return !"\(error)".contains("canary")
        }
        #expect(try await device().ping().ping == "pong")
    }
}

extension Daemon {
    /// A device that looks for no others, with the API key `secret`, in a process that nothing restarts.
    @Sendable static func syncthing() throws -> Daemon {
        try started("syncthing", ports: 2, environment: ["STMONITORED": "yes"]) { folder, ports in
            try """
            <configuration version="36">
              <gui enabled="true"><address>127.0.0.1:\(ports[0])</address><apikey>secret</apikey></gui>
              <options>
                <listenAddress>tcp://127.0.0.1:\(ports[1])</listenAddress>
                <globalAnnounceEnabled>false</globalAnnounceEnabled>
                <localAnnounceEnabled>false</localAnnounceEnabled>
                <relaysEnabled>false</relaysEnabled>
                <natEnabled>false</natEnabled>
                <urAccepted>-1</urAccepted>
                <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
                <crashReportingEnabled>false</crashReportingEnabled>
              </options>
            </configuration>
            """.write(to: folder + "/config.xml")
            return [
                "serve", "--home", folder, "--no-browser", "--no-default-folder", "--no-upgrade",
                "--skip-port-probing",
            ]
        }
    }
}
