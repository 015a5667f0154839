import TestSupport
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// Large documents take linear time.
@Suite("JSON performance", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
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
        var json = JSONWriter(checksLimits: true)
        try Array(repeating: Item(), count: 200_000).write(json: &json)
        try json.finish()
        #expect(json.count > 5_000_000)
    }

    private enum Tree: JSONReadable {
        indirect case node(Node)
        case other

        struct Node: JSONReadable {
            var child: Tree?

            init(json: inout JSONReader) throws {
                var object = json.beginObject("child?")
                while json.nextMember(&object) != nil { child = json.valueIfPresent() }
                try json.endObject(object)
            }
        }

        init(json: inout JSONReader) throws {
            switch try json.discriminator("kind") {
            case "node": self = .node(try Node(json: &json))
            default: self = .other
            }
        }
    }

    private func text(depth: Int, inside: String) -> String {
        String(repeating: #"{"child":"#, count: depth) + #"{"kind":"node"\#(inside)}"#
            + String(repeating: #","kind":"node"}"#, count: depth)
    }

    /// Each level searches its discriminator first, which follows all inner levels.
    @Test func searchedBytesAreLimited() throws {
        let large = #","x":[\#(String(repeating: "1,", count: 25_000))1]"#
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(Tree.self, from: Array(text(depth: 400, inside: large).utf8))
        }
        #expect(error?.reason == .limit)
        #expect(error?.expected == "discriminators near the beginning of their objects")
        _ = try JSONReader.read(Tree.self, from: Array(text(depth: 40, inside: large).utf8))
    }
}
