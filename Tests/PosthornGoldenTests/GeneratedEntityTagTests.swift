import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import Synchronization
import TestSupport
import Testing

/// Conditional updates over a real connection: two editors of one value.
@Suite("Entity tags", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedEntityTagTests {
    /// A store of one item, whose tag is the number of its changes.
    private final class Shelf: Sendable {
        private let state = Mutex((json: #"{"name":"tea"}"#, version: 1))

        func response(to request: StubRequest) -> StubResponse {
            state.withLock { state in
                var status = HTTPResponse.Status.ok
                if request.method != .get {
                    if request.headers[.ifMatch] == "\"\(state.version)\"" {
                        state = (request.text, state.version + 1)
                    } else {
                        status = .preconditionFailed
                    }
                }
                return .json(state.json, status: status).header(.eTag, "\"\(state.version)\"")
            }
        }
    }

    @Test("A value that somebody else has changed is not overwritten")
    func concurrentChanges() async throws {
        let shelf = Shelf()
        let server = try ScriptedServer.serving([.on(nil, "*") { shelf.response(to: $0) }])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = EntityTagsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            var mine = try await api.get(id: 1)
            var theirs = try await api.get(id: 1)
            #expect(mine.eTag == "\"1\"")
            #expect(mine == theirs)
            theirs.name = "coffee"
            theirs = try await api.save(id: 1, body: theirs)
            #expect(theirs == Tagged(TagItem(name: "coffee"), eTag: "\"2\""))
            #expect(server.requests.last?.contains("application/vnd.item+json") == true)

            mine.name = "cocoa"
            let refused = await #expect(throws: EntityTagsAPI.Save.Failure.self) {
                try await api.save(id: 1, body: mine)
            }
            guard case .preconditionFailed = try #require(refused) else {
                Issue.record("\(String(describing: refused))")
                return
            }
            let documented = await #expect(throws: EntityTagsAPI.Rename.Failure.self) {
                try await api.rename(id: 1, body: mine)
            }
            guard case .changed(let current) = try #require(documented) else {
                Issue.record("\(String(describing: documented))")
                return
            }
            #expect(current.name == "coffee")
            // What was refused is sent again with the new tag.
            let again = Tagged(mine.value, eTag: try await api.get(id: 1).eTag)
            try await api.rename(id: 1, body: again)
            #expect(try await api.get(id: 1).name == "cocoa")
        }
    }

    @Test("Texts and bytes are sent with their tags")
    func bodies() async throws {
        let server = try ScriptedServer.serving([.on(.put, "*", response: .status(.noContent))])
        defer { server.stop() }
        try await CurlSession.withSession { session in
            let api = EntityTagsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session))
            try await api.write(id: 1, body: Tagged("tea", eTag: #""1""#))
            try await api.paint(id: 1, body: Tagged(Data("red".utf8), eTag: #""2""#), as: .webp)
        }
        let (text, image) = (
            try #require(server.requests.first), try #require(server.requests.last)
        )
        #expect(text.contains("If-Match: \"1\"\r\n") && text.hasSuffix("\r\n\r\ntea"))
        #expect(text.contains("Content-Type: text/plain; charset=utf-8\r\n"))
        #expect(image.contains("If-Match: \"2\"\r\n") && image.hasSuffix("\r\n\r\nred"))
        #expect(image.contains("Content-Type: image/webp\r\n"))
    }

    @Test("Bytes, lists without malformed elements, and values of a status have a tag, too")
    func forms() async throws {
        let tag = ["ETag": #""a1""#, "Location": "/items/7"]
        let text = try await EntityTagsAPI(
            .canned("plain", mediaType: "text/plain", headers: tag)
        ).read(id: 1)
        #expect((text.value.value, text.value.eTag) == (Data("plain".utf8), #""a1""#))
        #expect(text.contentType == "text/plain")
        let list = try await EntityTagsAPI(
            .canned(#"[{"name":"a"},{"name":1},{"name":"b"}]"#, headers: tag)
        ).list()
        #expect((list.value.map(\.name), list.eTag) == (["a", "b"], #""a1""#))
        guard
            case .created(let item, let location) = try await EntityTagsAPI(
                .canned(#"{"name":"a"}"#, status: 201, headers: tag)
            ).create(),
            case .accepted(let bytes) = try await EntityTagsAPI(
                .canned("x", status: 202, mediaType: "text/plain", headers: tag)
            ).create()
        else {
            Issue.record("other cases")
            return
        }
        #expect((item.name, item.eTag, location) == ("a", #""a1""#, "/items/7"))
        #expect((bytes.value, bytes.eTag) == (Data("x".utf8), #""a1""#))
    }

    @Test(
        "A value without an entity tag fails the call, because its change would have no condition")
    func missingTag() async throws {
        let error = await #expect(throws: APIError.self) {
            try await EntityTagsAPI(.canned(#"{"name":"a"}"#)).get(id: 1)
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.message.contains("ETag") == true)
    }
}
