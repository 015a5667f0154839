import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// What a union writes in place of the member of an object.
@Suite("Union tags")
struct UnionTagTests {
    /// Writes the members that a test has, by hand.
    private struct Members: JSONWritable {
        var write: @Sendable (inout JSONWriter) -> Void

        func write(json: inout JSONWriter) {
            json.beginObject()
            write(&json)
            json.endObject()
        }
    }

    private func written(
        by tag: StaticString = "card", _ write: @escaping @Sendable (inout JSONWriter) -> Void
    ) throws -> String {
        var json = JSONWriter()
        try json.beginArray()
        json.separate()
        json.write(Members(write: write), replacing: "ki\"nd", by: tag)
        json.separate()
        json.write(1)
        json.endArray()
        try json.finish()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("Replaces the tag member in any position and of any type")
    func replacesTagMember() throws {
        #expect(
            try written {
                $0.write("ki\"nd", "x")
                $0.write("a", 1)
            } == #"[{"ki\"nd":"card","a":1},1]"#)
        #expect(
            try written {
                $0.write("a", ["b\\", "\",\"ki\\\"nd\":\"y\""])
                $0.write("b", ["ki\"nd": [["ki\"nd": "z"]]])
                $0.write("ki\"nd", "a longer one")
            }
                == #"[{"a":["b\\","\",\"ki\\\"nd\":\"y\""],"b":{"ki\"nd":[{"ki\"nd":"z"}]},"#
                + #""ki\"nd":"card"},1]"#)
        #expect(try written { $0.write("ki\"nd", ["x": 1]) } == #"[{"ki\"nd":"card"},1]"#)
        #expect(try written { $0.write("ki\"nd", "card") } == #"[{"ki\"nd":"card"},1]"#)
        #expect(
            try written(by: "a\nb") {
                $0.write("ki\"nd", "x")
                $0.write("a", String(repeating: "a", count: 600))
            } == #"[{"ki\"nd":"a\nb","a":""# + String(repeating: "a", count: 600) + #""},1]"#)
    }

    @Test("An object without the tag member is unchanged")
    func objectWithoutTagMemberIsUnchanged() throws {
        #expect(try written { _ in } == "[{},1]")
        #expect(try written { $0.write("a", "ki\"nd") } == #"[{"a":"ki\"nd"},1]"#)
    }
}
