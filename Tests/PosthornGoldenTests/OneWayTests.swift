import Foundation
import PosthornCore
import Testing

/// Members that are only read or only sent.
@Suite("Generated one-way members")
struct OneWayTests {
    private static let response =
        #"{"id":"7","name":"n","password":"****","created":1.5,"token":{"text":"t"},"tags":["a"],"#
        + #""seen":null,"level":9}"#

    private func sent(_ user: OneWayUser) throws -> String {
        let request = try OneWayAPI(.canned()).request(for: OneWayAPI.AddUser(body: user))
        return String(decoding: try #require(request.body?.data), as: UTF8.self)
    }

    @Test("A response's members that are only sent are not kept")
    func ignoresWriteOnly() async throws {
        let read = try await OneWayAPI(.canned(Self.response)).addUser(
            body: OneWayUser(name: "n", password: "p", token: OneWayToken(text: "t")))
        #expect(read.id == "7")
        #expect(read.created == Date(timeIntervalSince1970: 1.5))
        #expect((read.tags, read.seen) == (["a"], .null))
        #expect(read.password == nil)
        #expect(read.token == nil)
        #expect(read.level == 3)
        let stream = try await OneWayAPI(
            .canned("data: \(Self.response)\n\n", mediaType: "text/event-stream")
        ).watch()
        for try await event in stream { #expect(event == read) }
    }

    @Test("A request lacks what only the server sets, and has what is only sent")
    func leavesOutReadOnly() async throws {
        var user = OneWayUser(
            name: "n", password: "p", token: OneWayToken(text: "t", kind: "k"), id: "7",
            created: Date(), tags: ["a"], seen: .null)
        #expect(try sent(user) == #"{"name":"n","password":"p","token":{"text":"t"},"level":3}"#)
        user.password = nil
        let error = #expect(throws: APIError.self) { try sent(user) }
        #expect(
            error?.message.contains("password is nil, and is required in a request") == true)
        user.password = ""
        #expect(throws: APIError.self) { try sent(user) }
    }

    @Test("Stored values keep both, and may lack both")
    func storesAll() throws {
        let user = OneWayUser(name: "n", password: "p", token: OneWayToken(text: "t"), id: "7")
        #expect(try OneWayUser(jsonData: user.jsonData()) == user)
        #expect(try JSONDecoder().decode(OneWayUser.self, from: JSONEncoder().encode(user)) == user)
        #expect(try OneWayUser(jsonData: Data(#"{"name":"n"}"#.utf8)).password == nil)
    }

    @Test("A union sends the tag of a type in which only the server sets it")
    func tag() throws {
        let request = OneWayPayment.token(OneWayToken(text: "t"))
        #expect(
            String(decoding: try request.jsonData(), as: UTF8.self)
                == #"{"kind":"token","text":"t"}"#)
    }
}
