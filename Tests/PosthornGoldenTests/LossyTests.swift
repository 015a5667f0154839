import Foundation
import PosthornCore
import PosthornCurl
import PosthornFormats
import PosthornTesting
import TestSupport
import Testing

/// Lists that leave out what can't be read, over a connection.
@Suite("Generated lossy lists", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LossyTests {
    /// Collects the deviations that a client's calls report.
    private final class Deviations: ClientObserver {
        let errors = Locked<[JSONError]>([])

        func observe(_ event: CallEvent) {
            if case .deviation(let error) = event.kind { errors.withLock { $0.append(error) } }
        }

        /// Returns the paths, and forgets them.
        func paths() -> [String] {
            errors.withLock { errors in
                defer { errors = [] }
                return errors.map(\.path)
            }
        }
    }

    private func withServer(
        _ body: String, type: String = "application/json",
        _ call: (LossyAPI, Deviations) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving([
            .on(nil, "*") { _ in
                var response = StubResponse.bytes(Data(body.utf8), type: type)
                response.headers[.eTag] = "\"1\""
                return response
            }
        ])
        defer { server.stop() }
        let deviations = Deviations()
        try await CurlSession.withSession { session in
            var configuration = try ClientConfiguration(
                baseURL: server.url(""), transport: session)
            configuration.observers = [deviations]
            try await call(LossyAPI(configuration), deviations)
        }
    }

    @Test("Elements of nested lists and maps are left out, each with a report")
    func nested() async throws {
        let text = #"""
            {"rooms": {"a@b.example": {"events": [{"id": 1, "sender": "a"}, {"id": "2", "sender": "b"},
              {"id": 3}, null, [{"id": 4}], {"id": 5, "sender": "e"}]},
              "x": {"events": {}}, "y": {"events": null}, "z": {}},
             "days": ["2026-11-01", "yesterday", 7]}
            """#
        try await withServer(text) { api, deviations in
            let sync = try await api.sync()
            #expect(sync.rooms.keys.sorted() == ["a@b.example", "y", "z"])
            #expect(sync.rooms["a@b.example"]?.events?.map(\.id) == [1, 5])
            #expect(sync.days.count == 1)
            let errors = deviations.errors.withLock { $0 }
            // The keys of maps are data.
            #expect(
                deviations.paths() == [
                    "rooms[*].events[1].id", "rooms[*].events[2].sender", "rooms[*].events[3]",
                    "rooms[*].events[4]", "rooms[*].events", "days[1]", "days[2]",
                ])
            #expect(
                errors.map(\.reason) == [
                    .mismatch, .missing, .null, .mismatch, .mismatch, .invalid, .mismatch,
                ])
            #expect((errors[0].line, errors[0].column) == (1, 72))
            #expect(errors[1].line == 2)
            for error in errors { #expect(!"\(error)".contains("example")) }
        }
    }

    @Test("A list that is a whole response leaves elements out, too")
    func results() async throws {
        try await withServer(#"[{"id":1,"sender":"a"},{"id":null},{"id":3,"sender":"c"}]"#) {
            api, deviations in
            #expect(try await api.events().map(\.id) == [1, 3])
            #expect(deviations.paths() == ["[1].id"])
            guard case .ok(let events, eTag: "\"1\"") = try await api.poll() else {
                Issue.record("not the list")
                return
            }
            #expect(events.map(\.id) == [1, 3])
            #expect(deviations.paths() == ["[1].id"])
        }
    }

    @Test("The elements of XML are left out, too")
    func xml() async throws {
        let text = """
            <sync><rooms><a><events><id>1</id><sender>s</sender></events><events><id>x</id>
            </events></a></rooms></sync>
            """
        try await withServer(text, type: "application/xml") { api, deviations in
            let sync = try await api.with { $0.responsePolicy = .xml }.sync()
            #expect(sync.rooms["a"]?.events?.map(\.id) == [1])
            #expect(deviations.paths() == ["rooms[*].events[1].id"])
        }
    }

    @Test("A text that is not JSON fails, and so does a list with too many bad elements")
    func refused() async throws {
        let good = Array(repeating: "1", count: 1_000).joined(separator: ",")
        try await withServer("[\(good)]") { api, deviations in
            let events = try await api.events()
            #expect(events.isEmpty)
            #expect(deviations.paths().count == 1_000)
        }
        for text in ["[\(good),1]", #"[{"id":1,"sender":"a"},{"id":x}]"#, #"[{"id":1"#] {
            try await withServer(text) { api, deviations in
                let error = await #expect(throws: APIError.self) { try await api.events() }
                #expect(error?.code == .decodingFailed)
                #expect(deviations.paths().isEmpty)
            }
        }
    }

    @Test("What no call reads has no observers, and leaves nothing out")
    func stored() throws {
        let text = Data(#"{"events":[{"id":1}]}"#.utf8)
        #expect(throws: JSONError.self) { try LossyRoom(jsonData: text) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(LossyRoom.self, from: text) }
    }
}
