import Foundation
import TestSupport
import Testing

@testable import PosthornPathMonitor
@testable import PosthornCurl

/// Network availability (rows 171 to 177).
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PathMonitorTests {
    /// A separate network in which links come and go.
    ///
    /// Needs user namespaces, which some containers forbid, and the program `ip`.
    @Test(.enabled(if: OwnNetwork.isAllowed, "no namespaces of users and networks here"))
    func reportsLinksThatComeAndGo() throws {
        let lines = try OwnNetwork.run(Self.program.path, "path").split(separator: "\n")
        let transcript = [
            "unknown",
            "unsatisfied",
            "answered 200 while unsatisfied",
            "satisfied by v0",
            "satisfied by v0, w0",
            "satisfied by w0, v0",
            "satisfied by v0, w0",
            "satisfied by v0",
            "unsatisfied",
            "unknown",
            "unsatisfied",
            "nothing is left of 400",
        ]
        #expect(lines.map(String.init) == transcript)
    }

    typealias Link = RouteTable.Link
    typealias Route = RouteTable.Route

    static let links: [Int32: Link] = [
        1: Link(name: "lo", isLoopback: true, isRunning: true),
        2: Link(name: "eth0", isLoopback: false, isRunning: true),
        3: Link(name: "wlan0", isLoopback: false, isRunning: true),
        4: Link(name: "eth1", isLoopback: false, isRunning: false),
    ]

    static let tables: [([Route], PathMonitor.Status)] = [
        ([], .unsatisfied),
        ([Route(link: 1, isDefault: true, metric: 0)], .unsatisfied),
        ([Route(link: 4, isDefault: true, metric: 0)], .unsatisfied),
        ([Route(link: 9, isDefault: true, metric: 0)], .unsatisfied),
        ([Route(link: 2, isDefault: false, metric: 0)], .satisfied(interfaces: ["eth0"])),
        (
            [
                Route(link: 2, isDefault: true, metric: 200),
                Route(link: 3, isDefault: true, metric: 100),
                Route(link: 2, isDefault: false, metric: 0),
            ], .satisfied(interfaces: ["wlan0", "eth0"])
        ),
        (
            [
                Route(link: 2, isDefault: false, metric: 0),
                Route(link: 3, isDefault: true, metric: 600),
            ], .satisfied(interfaces: ["wlan0", "eth0"])
        ),
    ]

    @Test(arguments: tables)
    func routeTablesMapToStatus(_ routes: [Route], _ status: PathMonitor.Status) {
        #expect(RouteTable(links: Self.links, routes: routes).status == status)
    }

    /// The kernel's table can be read here, whatever it contains.
    @Test func readsTheKernelsRouteTable() throws {
        let table = try RouteSocket.table()
        #expect(table.links.values.contains { $0.name == "lo" && $0.isLoopback })
        let monitor = PathMonitor()
        #expect(monitor.status == .unknown)
        try monitor.start()
        #expect(monitor.status != .unknown)
        monitor.stop()
        monitor.stop()
        #expect(monitor.status == .unknown)
    }

    /// Truncated and invalid messages are ignored, and nothing is read beyond their end.
    @Test func ignoresDamagedRouteMessages() throws {
        var link: [UInt8] = [44, 0, 0, 0, 16, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        link += [0, 0, 0, 0, 7, 0, 0, 0, 0x41, 0, 0, 0, 0, 0, 0, 0]
        link += [9, 0, 3, 0] + Array("eth7\0".utf8) + [0, 0, 0]
        var whole = RouteTable()
        for message in RouteMessage.messages(in: link[...]) { whole.take(message) }
        #expect(whole.links == [7: Link(name: "eth7", isLoopback: false, isRunning: true)])
        for length in link.indices {
            var table = RouteTable()
            for message in RouteMessage.messages(in: link[..<length]) { table.take(message) }
            #expect(table == RouteTable())
        }
        for place in link.indices {
            for value in [0, 1, 4, 127, 255] as [UInt8] {
                var damaged = link
                damaged[place] = value
                var table = RouteTable()
                for message in RouteMessage.messages(in: damaged[...]) { table.take(message) }
                #expect(table.links.count <= 1)
            }
        }
    }

    /// A dropped monitor is released, and its updates end.
    @Test func updatesEndWhenMonitorIsReleased() async throws {
        var monitor: PathMonitor? = PathMonitor()
        weak let dropped = monitor
        try monitor?.start()
        let updates = try #require(monitor?.updates)
        monitor = nil
        #expect(dropped == nil)
        var last: PathMonitor.Status?
        for await status in updates { last = status }
        #expect(last != nil)
    }

    private static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("wire-check")
    }
}

/// Programs in a separate network.
enum OwnNetwork {
    static let isAllowed = (try? run("ip", "link", "add", "v0", "type", "veth")) != nil

    @discardableResult
    static func run(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "--user", "--map-root-user", "--net"] + words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
