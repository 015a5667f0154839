import Foundation
import PosthornCore
import PosthornCurl
import TestSupport
import Testing

/// Calls of a real Transmission, which refuses the first one with a 409 and the session id to send.
@Suite("Transmission", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct TransmissionTests {
    private func calling(
        _ daemon: TransmissionDaemon, password: String = "secret",
        _ run: (TransmissionAPI, EventLog) async throws -> Void
    ) async throws {
        let log = EventLog()
        try await CurlSession.withSession { session in
            let configuration = try ClientConfiguration(
                baseURL: daemon.baseURL, transport: session, observers: [log])
            let api = TransmissionAPI(
                configuration, auth: .init(user: .basic(user: "ada", password: password)))
            try await run(api, log)
        }
    }

    @Test("The session id of the 409 is sent, and commands that are not idempotent run once")
    func sendsSessionID() async throws {
        let daemon = try TransmissionDaemon()
        defer { daemon.stop() }
        try await calling(daemon) { api, _ in
            try await api.setLimit(arguments: SpeedLimit(limit: 1234))
            let session = try await api.session()
            #expect(session.version.hasPrefix("3.") || session.version.hasPrefix("4."))
            #expect(session.limit == 1234)
        }
    }

    @Test("After a restart with another session id, calls go on")
    func goesOnAfterRestart() async throws {
        let first = try TransmissionDaemon()
        try await calling(first) { api, log in
            _ = try await api.session()
            first.stop()
            let port = try #require(first.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
            let second = try TransmissionDaemon(port: port)
            defer { second.stop() }
            try await api.setLimit(arguments: SpeedLimit(limit: 77))
            let limit = try await api.session().limit
            #expect(limit == 77)
            #expect(!log.text.contains("Session-Id: "))
        }
    }

    @Test("A wrong password is refused before a session id is asked for")
    func wrongPassword() async throws {
        let daemon = try TransmissionDaemon()
        defer { daemon.stop() }
        try await calling(daemon, password: "canary") { api, _ in
            let error = await #expect(throws: APIError.self) { try await api.session() }
            #expect(error?.code == .unauthorized)
            #expect(error?.description.contains("canary") == false)
        }
    }
}
