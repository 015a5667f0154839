import Foundation
import PosthornCore
import Testing

/// Members that are found deeper, without a type for each level.
@Suite("Generated nested members")
struct NestedMemberTests {
    private static let json =
        #"{"kind":"k","metadata":{"name":"n","labels":{"a":"b"},"owner.ref":{"first one":{"id":1}},"#
        + #""created":1.5},"status":{"phase":"up","deep":{"note":null,"token":"canary"}},"object2":4}"#

    private func read(_ text: String) throws -> NestedMembersPod {
        try NestedMembersPod(jsonData: Data(text.utf8))
    }

    private func text(of value: some JSONModel) throws -> String {
        String(decoding: try value.jsonData(), as: UTF8.self)
    }

    private func sent(_ pod: NestedMembersPod) throws -> String {
        let request = try NestedMembersAPI(.canned()).request(for: NestedMembersAPI.Put(body: pod))
        return String(decoding: try #require(request.body?.data), as: UTF8.self)
    }

    @Test("They are read in any order and merged when they are written")
    func roundTrip() throws {
        let pod = try read(Self.json)
        #expect((pod.name, pod.owner.id, pod.phase) == ("n", 1, .up))
        #expect(pod.labels == ["a": "b"])
        #expect(pod.note.isNull)
        #expect(try text(of: pod) == Self.json)
        let shuffled =
            #"{"status":{"deep":{"x":[{}],"token":"canary","note":null},"phase":"up"},"object2":4,"#
            + #""metadata":{"owner.ref":{"first one":{"id":1},"y":1},"created":1.5,"name":"n","#
            + #""labels":{"a":"b"}},"kind":"k"}"#
        #expect(try read(shuffled) == pod)
        #expect(!"\(pod)".contains("canary"))
        #expect(
            try JSONDecoder().decode(NestedMembersPod.self, from: JSONEncoder().encode(pod)) == pod)
    }

    @Test("An object of absent members is left out, and may be missing or null")
    func absentMembers() throws {
        let pod = NestedMembersPod(kind: "k", name: "n", owner: NestedMembersOwner(id: 1))
        let least =
            #"{"kind":"k","metadata":{"name":"n","owner.ref":{"first one":{"id":1}}},"object2":3}"#
        #expect(try text(of: pod) == least)
        #expect(try read(least) == pod)
        #expect(
            try read(least.replacing(#","object2""#, with: #","status":null,"object2""#)) == pod)
        #expect(
            try read(least.replacing(#","object2""#, with: #","status":{"deep":null},"object2""#))
                == pod)
    }

    @Test("Requests lack nested members that the server sets, and check the limits of others")
    func requests() throws {
        let pod = try read(Self.json)
        #expect(
            try sent(pod) == Self.json.replacing(#","created":1.5"#, with: ""))
        var long = pod
        long.name = "0123456789"
        let error = #expect(throws: APIError.self) { try sent(long) }
        #expect(error?.message.contains("metadata.name") == true)
    }

    @Test(
        "Errors have the path in JSON",
        arguments: [
            (#"{"kind":"k","metadata":{"owner.ref":{"first one":{"id":1}}}}"#, "metadata.name"),
            (#"{"kind":"k"}"#, "metadata"), (#"{"kind":"k","metadata":null}"#, "metadata"),
            (#"{"kind":"k","metadata":{"name":1}}"#, "metadata.name"),
            (#"{"kind":"k","metadata":{"name":"n","name":"m"}}"#, "metadata.name"),
            (#"{"kind":"k","metadata":[]}"#, "metadata"),
        ])
    func errors(_ text: String, _ path: String) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.path == path)
    }

    @Test("Pages follow a nested cursor")
    func pages() async throws {
        let page = #"{"items":[],"metadata":{"continue":"c"}}"#
        let read = try await NestedMembersAPI(.canned(page)).list()
        #expect(read.next == "c")
    }
}
