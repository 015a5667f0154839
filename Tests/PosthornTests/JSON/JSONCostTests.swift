import Testing

@testable import Posthorn

/// Large documents take linear time.
@Suite("JSON performance", .timeLimit(.minutes(1)))
struct JSONCostTests {
    private struct Item: JSONWritable {
        func write(json: inout JSONWriter) {
            if json.checksLimits {
                json.check("sku", "A-1", length: 1...8)
                json.check("quantity", 3, atMost: 10)
            }
            json.beginObject()
            json.write("sku", "A-1")
            json.write("quantity", 3)
            json.endObject()
        }
    }

    /// Computing the position of each value from the first byte would take minutes.
    @Test func satisfiedLimitChecksTakeLinearTime() throws {
        var json = JSONWriter(.request)
        try Array(repeating: Item(), count: 200_000).write(json: &json)
        try json.finish()
        #expect(json.count > 5_000_000)
    }

    private final class Tree: JSONReadable, Sendable {
        let name: String
        let child: Tree?

        init(json: inout JSONReader) throws {
            let object = json.beginObject()
            name = json.string("name")
            child = json.valueIfPresent("child")
            try json.endObject(object)
        }
    }

    private func text(depth: Int, inside: String) -> String {
        String(repeating: #"{"child":"#, count: depth) + #"{"name":"a"\#(inside)}"#
            + String(repeating: #","name":"a"}"#, count: depth)
    }

    /// Each level reads its name first, which follows all inner levels.
    @Test func skippedMembersAreLimited() throws {
        let tree = try JSONReader.read(Tree.self, from: Array(text(depth: 40, inside: "").utf8))
        #expect(tree.child?.child?.name == "a")
        let large = #","x":[\#(String(repeating: "1,", count: 25_000))1]"#
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(Tree.self, from: Array(text(depth: 400, inside: large).utf8))
        }
        #expect(error?.reason == .limit)
        #expect(error?.expected == "members near the order of their type")
        _ = try JSONReader.read(Tree.self, from: Array(text(depth: 40, inside: large).utf8))
    }
}
