import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Maps of header fields and of query parameters, over a real connection.
@Suite("Generated maps of names", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedNamePatternTests {
    /// Returns what a call returns, and the first request as text.
    private func calling<Value: Sendable>(
        _ response: StubResponse = .status(.ok), _ call: (NamePatternsAPI) async throws -> Value
    ) async throws -> (value: Value, sent: String) {
        let server = try ScriptedServer.serving([.on(nil, "*", response: response)])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            let api = NamePatternsAPI(
                try ClientConfiguration(baseURL: server.url(""), transport: session),
                common: .init(app: "shop"), auth: .init(key: .apiKey("k")))
            let value = try await call(api)
            return (value, try #require(server.requests.first))
        }
    }

    /// Returns the message of a call that sends nothing.
    private func refusal(
        _ call: (NamePatternsAPI) async throws -> Void
    ) async throws -> String {
        let server = try ScriptedServer.serving([.on(nil, "*", response: .status(.ok))])
        defer { server.stop() }
        let error = await #expect(throws: (any Error).self) {
            try await CurlSession.withSession { session in
                let api = NamePatternsAPI(
                    try ClientConfiguration(baseURL: server.url(""), transport: session),
                    common: .init(app: "shop"), auth: .init(key: .apiKey("k")))
                try await call(api)
            }
        }
        #expect(server.requests == [])
        if let failure = error as? NamePatternsAPI.Put.Failure { return failure.apiError.message }
        return try #require(error as? APIError).message
    }

    @Test("A map of header fields is sent, and read from a response in small letters")
    func headerMaps() async throws {
        let stored = StubResponse.text("stored").header("X-Amz-Meta-Color", "red, dark")
            .header("x-amz-meta-owner", "ann").header("X-Amz-Meta-", "none").header("X-Other", "1")
        let found = try await calling(stored) {
            try await $0.put(
                key: "a", text: "b", amzMetaOwner: "ann", amzMeta: ["Color": "red", "size": "9"])
        }
        for line in ["x-amz-meta-owner: ann", "x-amz-meta-Color: red", "x-amz-meta-size: 9"] {
            #expect(found.sent.contains("\r\n\(line)\r\n"))
        }
        #expect(found.value.amzMetaOwner == "ann")
        #expect(found.value.amzMeta == ["color": "red, dark"])
        let none = try await calling(.text("stored")) { try await $0.put(key: "a", text: "b") }
        #expect(none.value.amzMeta == [:])
        #expect(!none.sent.contains("x-amz-meta"))
    }

    @Test("Statuses and documented errors have maps of header fields")
    func headerMapsOfMessages() async throws {
        let head = try await calling(.status(.ok).header("x-amz-meta-parts", "3")) {
            try await $0.head(key: "a", others: ["Level": .high])
        }
        guard case .ok(metadata: ["parts": 3]) = head.value else {
            Issue.record("\(head.value)")
            return
        }
        #expect(head.sent.contains("\r\nX-Level: high\r\n"))
        let failure = await #expect(throws: NamePatternsAPI.Put.Failure.self) {
            _ = try await calling(.status(.conflict).header("x-count-tries", "2")) {
                try await $0.put(key: "a", text: "b")
            }
        }
        guard case .conflict(_, count: ["tries": 2]) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let wrong = await #expect(throws: APIError.self) {
            _ = try await calling(.status(.ok).header("x-amz-meta-parts", "x")) {
                try await $0.head(key: "a")
            }
        }
        #expect(wrong?.message.contains("the header field x-amz-meta-* of the response") == true)
    }

    @Test("A key that would break or replace a header field fails the call before it is sent")
    func badHeaderKeys() async throws {
        for key in ["", "a b", "a\r\nHost: x", "ä", "a:b"] {
            let message = try await refusal {
                _ = try await $0.put(key: "a", text: "b", amzMeta: [key: "c"])
            }
            #expect(
                message.contains(
                    "a key of the map x-amz-meta-* is not the end of a header field's name"))
        }
        for value in ["a\r\nHost: x", "a\u{0}", " a"] {
            let message = try await refusal {
                _ = try await $0.put(key: "a", text: "b", amzMeta: ["c": value])
            }
            #expect(message.contains("the value of the header field x-amz-meta-c"))
        }
        let declared = try await refusal {
            _ = try await $0.put(key: "a", text: "b", amzMeta: ["Owner": "c"])
        }
        #expect(declared.contains("a key of the map x-amz-meta-* names x-amz-meta-owner"))
        let twice = try await refusal {
            _ = try await $0.put(key: "a", text: "b", amzMeta: ["C": "1", "c": "2"])
        }
        #expect(twice.contains("two keys of the map x-amz-meta-* differ in capitals only"))
        let many = Dictionary(uniqueKeysWithValues: (0..<11).map { ("k\($0)", "") })
        let length = try await refusal { _ = try await $0.put(key: "a", text: "b", amzMeta: many) }
        #expect(length.contains("x-amz-meta-*"))
        for key in ["app", "Key"] {
            let own = try await refusal { _ = try await $0.head(key: "a", others: [key: .low]) }
            #expect(own.contains("a key of the map X-* names X-"))
        }
    }

    @Test("A map of query parameters is sent in the order of its keys")
    func queryMaps() async throws {
        let list = try await calling {
            try await $0.list(filter: ["b": "2 3", "a": "1"], filterID: 7)
        }
        #expect(list.sent.hasPrefix("GET /objects?app=shop&filter-id=7&filter-a=1&filter-b=2%203 "))
        let find = try await calling {
            try await $0.find(sort: "name", filters: ["tags": ["a", "b"], "x": []])
        }
        #expect(find.sent.hasPrefix("GET /search?sort=name&app=shop&limit=10&tags=a,b "))
    }

    @Test("A key that repeats a query parameter fails the call before it is sent")
    func badQueryKeys() async throws {
        let declared = try await refusal { try await $0.list(filter: ["id": "1"]) }
        #expect(declared.contains("a key of the map filter-* names filter-id"))
        for name in ["limit", "app", "sort"] {
            let own = try await refusal { try await $0.find(sort: "a", filters: [name: ["1"]]) }
            #expect(own.contains("names \(name), which the spec declares"))
        }
        let empty = try await refusal { try await $0.find(sort: "a", filters: ["": ["1"]]) }
        #expect(empty.contains("a key is empty"))
    }
}
