import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Limits that responses break, over a connection.
@Suite("Generated limits of responses", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ResponseLimitTests {
    private final class Deviations: ClientObserver {
        let messages = Locked<[String]>([])

        func observe(_ event: CallEvent) {
            if case .deviation(let error) = event.kind {
                messages.withLock { $0.append("\(error)") }
            }
        }
    }

    private static let device = #"""
        {"id":"tea-1y","name":"a name of \#(String(repeating: "n", count: 20))","level":2,
        "parts":[{"name":"aa"},{"name":"\#(String(repeating: "a", count: 5_000))!"},{"name":"a"}]}
        """#

    private func withServer(
        _ body: String = device, type: String = "application/json",
        _ call: (ResponseLimitsAPI, Deviations) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving([
            .on(nil, "*") { _ in .bytes(Data(body.utf8), type: type) }
        ])
        defer { server.stop() }
        let deviations = Deviations()
        try await CurlSession.withSession { session in
            var configuration = try ClientConfiguration(
                baseURL: server.url(""), transport: session)
            configuration.observers = [deviations]
            try await call(ResponseLimitsAPI(configuration), deviations)
        }
    }

    private static let broken = [
        #"id is not valid, expected a text that matches ^[a-z]+-([0-9]|x)+$"#,
        "name is not valid, expected from 1 to 8 characters",
        "level is not valid, expected at least 0.0 and at most 1.5",
        "parts is not valid, expected from 0 to 2 elements",
        "parts[1].name is not valid, expected a text that matches ^(a|aa)+$",
    ]

    @Test("Observers are told the path and the rule, and the call returns the value")
    func report() async throws {
        try await withServer { api, deviations in
            let device = try await api.get()
            #expect(device.parts.count == 3)
            #expect(deviations.messages.withLock { $0 } == Self.broken)
        }
        try await withServer(#"{"id":"tea-1x","name":"a"}"#) { api, deviations in
            let device = try await api.get()
            #expect(device.name == "a")
            #expect(deviations.messages.withLock { $0 } == [])
        }
    }

    @Test("The call fails with the path and the rule, if the endpoint asks for it")
    func refuse() async throws {
        try await withServer("[\(Self.device)]") { api, deviations in
            let error = await #expect(throws: APIError.self) { try await api.list() }
            #expect(error?.code == .decodingFailed)
            #expect(error?.message.contains("[0].id is not valid, expected a text") == true)
            #expect((error?.underlying as? JSONError)?.path == "[0].id")
            #expect(deviations.messages.withLock { $0 } == [])
        }
        try await withServer { api, deviations in
            let device = try await api.find()
            #expect(device.level == 2)
            #expect(deviations.messages.withLock { $0 } == [])
        }
    }

    @Test("The elements of streams are checked, and what is sent still is")
    func streams() async throws {
        let event = #"data: {"id":"a-1","name":"123456789"}"# + "\n\n"
        try await withServer(event, type: "text/event-stream") { api, deviations in
            for try await device in try await api.watch() { #expect(device.id == "a-1") }
            #expect(deviations.messages.withLock { $0 } == [Self.broken[1]])
            let sent = LimitedDevice(name: "123456789")
            let error = await #expect(throws: APIError.self) { try await api.add(body: sent) }
            #expect(error?.code == .invalidParameter)
        }
    }
}
