import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import Synchronization
import TestSupport
import Testing

/// Partial updates over a real connection, of a value that somebody else changes, too.
@Suite("Generated patches", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct PatchTests {
    /// A store of one device that understands both kinds of patches, without the library's functions for them.
    private final class Store: Sendable {
        let state = Mutex((text: Store.first, version: 1))
        static let first =
            #"{"id":"7","name":"a","note":"n","tags":["x"],"place":{"room":"r","floor":2},"later":1}"#

        func response(to request: StubRequest) -> StubResponse {
            state.withLock { state in
                var status = HTTPResponse.Status.ok
                let type = request.headers[.contentType]
                if let tag = request.headers[.ifMatch], tag != "\"\(state.version)\"" {
                    status = .preconditionFailed
                } else if request.method == .patch {
                    guard
                        let body = try? JSONSerialization.jsonObject(with: request.body),
                        let device = try? JSONSerialization.jsonObject(
                            with: Data(state.text.utf8)),
                        let changed = type == "application/merge-patch+json"
                            ? Self.merge(device, body) : Self.edit(device, body)
                    else { return .json("{}", status: .badRequest) }
                    let data = try? JSONSerialization.data(withJSONObject: changed)
                    state = (String(decoding: data ?? Data(), as: UTF8.self), state.version + 1)
                }
                return .json(state.text, status: status).header(.eTag, "\"\(state.version)\"")
            }
        }

        private static func merge(_ target: Any?, _ patch: Any) -> Any? {
            guard let patch = patch as? [String: Any] else { return patch }
            var target = target as? [String: Any] ?? [:]
            for (name, value) in patch {
                target[name] = value is NSNull ? nil : merge(target[name], value)
            }
            return target
        }

        /// Edits members of the device itself.
        private static func edit(_ target: Any, _ operations: Any) -> Any? {
            guard var target = target as? [String: Any],
                let operations = operations as? [[String: Any]]
            else { return nil }
            func name(_ operation: [String: Any], _ key: String) -> String {
                String((operation[key] as? String ?? "").dropFirst())
            }
            for operation in operations {
                let path = name(operation, "path")
                switch operation["op"] as? String {
                case "add", "replace": target[path] = operation["value"]
                case "remove": target[path] = nil
                case "move": target[path] = target.removeValue(forKey: name(operation, "from"))
                case "copy": target[path] = target[name(operation, "from")]
                case "test":
                    guard target[path] as? String == operation["value"] as? String else {
                        return nil
                    }
                default: return nil
                }
            }
            return target
        }
    }

    private func withStore(
        _ body: (PatchesAPI, _ sent: () -> String) async throws -> Void
    ) async throws {
        let store = Store()
        let server = try ScriptedServer.serving([.on(nil, "*") { store.response(to: $0) }])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = PatchesAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            try await body(api) { server.requests.last ?? "" }
        }
    }

    @Test("Only what differs is sent, and only if nobody else has changed the value")
    func mergePatch() async throws {
        try await withStore { api, sent in
            let fetched = try await api.get(id: "7")
            var mine = fetched
            mine.note = nil
            mine.place?.floor = 3
            mine.tags = ["x", "y"]
            let saved = try await api.updateTagged(id: "7", body: mine, from: fetched)
            #expect(
                sent().hasSuffix(#"{"note":null,"place":{"floor":3},"tags":["x","y"]}"#))
            #expect(sent().contains("application/merge-patch+json"))
            #expect(sent().contains("\"1\""))
            #expect((saved.eTag, saved.note, saved.place?.floor) == ("\"2\"", nil, 3))
            #expect((saved.id, saved.place?.room) == ("7", "r"))

            // Somebody else was faster.
            var theirs = fetched
            theirs.name = "b"
            let refused = await #expect(throws: PatchesAPI.UpdateTagged.Failure.self) {
                try await api.updateTagged(id: "7", body: theirs, from: fetched)
            }
            guard case .preconditionFailed = try #require(refused) else {
                Issue.record("\(String(describing: refused))")
                return
            }
            #expect(try await api.get(id: "7").name == "a")
        }
    }

    @Test("A patch that changes nothing is empty, which its caller can see")
    func empty() async throws {
        try await withStore { api, sent in
            let device = try await api.get(id: "7").value
            #expect(try device.patch(from: device) == [:])
            _ = try await api.update(id: "7", body: device, from: device)
            #expect(sent().hasSuffix("\r\n\r\n{}"))
            // What only the server sets differs, and what only requests have is missing.
            var other = device
            other.id = "8"
            #expect(try other.patch(from: device) == [:])
            other.pin = "1234"
            other.place = nil
            #expect(try other.patch(from: device) == ["pin": "1234", "place": nil])
        }
    }

    @Test("The limits of the spec hold for the changed value")
    func limits() async throws {
        try await withStore { api, _ in
            let device = try await api.get(id: "7").value
            var longer = device
            longer.name = "12345678901"
            let error = await #expect(throws: APIError.self) {
                try await api.update(id: "7", body: longer, from: device)
            }
            #expect(error?.code == .invalidParameter)
            #expect(error?.message.contains("name") == true)
        }
    }

    @Test("A JSON patch is a list of typed operations")
    func jsonPatch() async throws {
        try await withStore { api, sent in
            let operations: [PatchOperation] = [
                .patchValue(
                    PatchValue(op: .test, path: PatchPointer("/name"), value: "a")),
                .patchValue(PatchValue(op: .add, path: PatchPointer("/note"), value: nil)),
                .remove(PatchRemoval(path: PatchPointer("/place"))),
                .patchMove(
                    PatchMove(op: .copy, from: PatchPointer("/id"), path: PatchPointer("/name"))),
            ]
            let edited = try await api.edit(id: "7", body: operations)
            #expect((edited.name, edited.note, edited.place) == ("7", nil, nil))
            #expect(sent().contains("application/json-patch+json"))
            #expect(
                sent().hasSuffix(
                    #"[{"op":"test","path":"/name","value":"a"},"#
                        + #"{"op":"add","path":"/note","value":null},"#
                        + #"{"op":"remove","path":"/place"},"#
                        + #"{"op":"copy","from":"/id","path":"/name"}]"#))
            let error = await #expect(throws: APIError.self) {
                try await api.edit(
                    id: "7", body: [.remove(PatchRemoval(path: PatchPointer("place")))])
            }
            #expect(error?.code == .invalidParameter)
        }
    }
}
