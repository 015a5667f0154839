import Foundation
import Posthorn
import PosthornCurl
import PosthornTesting
import TestSupport

@testable import PosthornWorkloadIdentity

/// A machine of a test: a home folder, variables, clocks, a session, and a server for all clouds.
final class Machine: Sendable {
    let home: TemporaryFolder
    let server: ScriptedServer
    let session: CurlSession
    let dates = TestClock()
    private let clock = ManualClock()

    /// - Parameter rules: How the server responds; by default as the servers of all clouds.
    init(
        _ rules: [StubRule] = Clouds.rules,
        _ configuration: SessionConfiguration = SessionConfiguration()
    ) throws {
        home = try TemporaryFolder(for: "workload")
        server = try .serving(rules)
        session = try CurlSession(configuration)
    }

    /// Runs a test on a machine.
    static func run(
        _ rules: [StubRule] = Clouds.rules,
        _ configuration: SessionConfiguration = SessionConfiguration(),
        _ body: (Machine) async throws -> Void
    ) async throws {
        let machine = try Machine(rules, configuration)
        defer { machine.server.stop() }
        try await body(machine)
        await machine.session.shutdown(.cancel)
    }

    /// Writes a file in the home folder, and returns its path.
    @discardableResult
    func write(_ text: String, to path: String, mode: Int = 0o600) throws -> String {
        let file = home.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(expanded(text).utf8).write(to: file, options: .atomic)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    /// Returns a text with `$BASE`, `$PORT` and `$HOME` replaced.
    func expanded(_ text: String) -> String {
        text.replacing("$BASE", with: "http://127.0.0.1:\(server.port)")
            .replacing("$PORT", with: "\(server.port)").replacing("$HOME", with: home.path)
    }

    func variables(_ variables: [String: String]) -> [String: String] {
        variables.mapValues(expanded)
    }

    func environment(_ variables: [String: String] = [:]) -> WorkloadEnvironment {
        var environment = WorkloadEnvironment(
            variables: self.variables(variables), homeFolder: home.path)
        environment.date = { [dates] in dates.now }
        environment.instant = { [clock] in clock.now }
        return environment
    }

    func advance(by seconds: Double) {
        dates.advance(by: seconds)
        clock.advance(by: .seconds(seconds))
    }

    /// The request lines that the server has received.
    var lines: [String] {
        server.requests.map { $0.split(separator: "\r\n").first.map(String.init) ?? "" }
    }
}

/// Sends the requests for every host to one server, in whose paths the host is the first segment.
struct Rerouted: TransportWrapper {
    let wrapped: any Transport
    let port: UInt16

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var request = request
        let rest = request.url.split(separator: "://", maxSplits: 1).last ?? ""
        request.url = "http://127.0.0.1:\(port)/\(rest)"
        return try await wrapped.send(request)
    }
}

extension Machine {
    var rerouted: Rerouted { Rerouted(wrapped: session, port: server.port) }
}

/// All that an error shows to someone who prints it.
func printed(_ error: any Error) -> String {
    var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription) "
    dump(error, to: &text)
    return text
}
