import Foundation
import Posthorn
import Testing

/// The examples of `Documentation/JSONValue.md`, and what the page says beside them.
@Suite("JSON values")
struct JSONValueTests {
    private static let settings: JSONValue = [
        "theme": "light", "tags": ["a", "b"], "window": ["width": 640, "note": nil],
    ]

    private func text(_ value: JSONValue) throws -> String {
        String(decoding: try value.jsonData(), as: UTF8.self)
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String
        let body: @Sendable (inout JSONValue) -> Void

        init(
            _ name: String, _ expected: String,
            _ body: @escaping @Sendable (inout JSONValue) -> Void
        ) {
            (testDescription, self.expected, self.body) = (name, expected, body)
        }
    }

    private static let window = #""window":{"note":null,"width":640}"#

    static let changes = [
        Change("sets a member", #"{"tags":["a","b"],"theme":"dark",\#(window)}"#) {
            $0["theme"] = "dark"
        },
        Change("adds a member", #"{"on":true,"tags":["a","b"],"theme":"light",\#(window)}"#) {
            $0["on"] = true
        },
        Change("removes a member", #"{"tags":["a","b"],\#(window)}"#) { $0["theme"] = nil },
        Change("sets null", #"{"tags":["a","b"],"theme":null,\#(window)}"#) { $0["theme"] = .null },
        Change(
            "changes a nested member",
            #"{"tags":["a","b"],"theme":"light","window":{"note":null,"width":800}}"#
        ) { $0["window"]?["width"] = 800 },
        Change(
            "creates objects on the way",
            #"{"a":{"b":{"c":1}},"tags":["a","b"],"theme":"light",\#(window)}"#
        ) { $0["a", default: [:]]["b", default: [:]]["c"] = 1 },
        Change("has no effect behind nil", #"{"tags":["a","b"],"theme":"light",\#(window)}"#) {
            $0["none"]?["a"] = 1
            $0["tags"]?[2] = "c"
            $0["tags"]?[-1] = "c"
            $0["theme"]?[0] = "c"
            $0["theme"]?["a"] = nil
        },
        Change("replaces a value of another kind", #"{"tags":{"a":1},"theme":"light",\#(window)}"#)
        { $0["tags"]?["a"] = 1 },
        Change("sets an element", #"{"tags":["a","c"],"theme":"light",\#(window)}"#) {
            $0["tags"]?[1] = "c"
        },
        Change("removes an element", #"{"tags":["b"],"theme":"light",\#(window)}"#) {
            $0["tags"]?[0] = nil
        },
        Change("adds an element", #"{"tags":["a","b","c"],"theme":"light",\#(window)}"#) {
            $0["tags"]?.array?.append("c")
        },
        Change("changes all members", #"{"tags":[],"theme":[]}"#) {
            $0["window"] = nil
            $0.object = $0.object?.mapValues { _ in [] }
        },
        Change("begins with null", #"{"a":1}"#) {
            $0 = .null
            $0["a"] = 1
        },
    ]

    @Test(arguments: changes)
    func changesInPlace(_ change: Change) throws {
        var value = Self.settings
        change.body(&value)
        #expect(try text(value) == change.expected)
    }

    /// The cases of RFC 7396, appendix A.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func mergesAsRFC7396(_ value: String, _ patch: String, _ expected: String) throws {
        let merged = try JSONValue(jsonData: Data(value.utf8))
            .merging(JSONValue(jsonData: Data(patch.utf8)))
        #expect(try text(merged) == expected)
    }

    private struct Order: Codable, Hashable {
        var id: Int
        var placedAt: Date
        var note: String?
    }

    private static let list: JSONValue = [
        "orders": [
            ["id": 7, "placedAt": "2026-01-02T03:04:05Z"], ["id": "x"], ["placedAt": "yesterday"],
        ],
        "count": 3, "none": nil,
    ]

    @Test func readsTypedValuesAtPaths() throws {
        #expect(try Self.list.decode(Int.self, at: ["count"]) == 3)
        let order = try Self.list.decode(Order.self, at: ["orders", 0])
        #expect(order == Order(id: 7, placedAt: Date(timeIntervalSince1970: 1_767_323_045)))
        #expect(try JSONValue(encoding: order) == Self.list["orders"]?[0])
        #expect(try Self.list.decode(Int?.self, at: ["missing"]) == nil)
        #expect(try Self.list.decode(Int?.self, at: ["none"]) == nil)
        #expect(try Self.list.decode(JSONValue.self, at: ["none"]) == .null)
        let ids = try ([["a": 1]] as JSONValue).decode([[String: Int]].self)
        #expect(ids == [["a": 1]])
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let path: [JSONValue.Step]
        let expected: String
        var testDescription: String { expected }

        init(_ path: [JSONValue.Step], _ expected: String) {
            (self.path, self.expected) = (path, expected)
        }
    }

    @Test(arguments: [
        Failure([], "id is missing"),
        Failure(["orders", 1], "orders[1].id has another type, a string, expected a whole number"),
        Failure(["orders", 2], "orders[2].id is missing"),
        Failure(["orders", 3], "orders[3] is missing"),
        Failure(["orders", -1], "orders[-1] is missing"),
        Failure(["orders", "id"], "orders has another type, an array, expected an object"),
        Failure(["count", 0], "count has another type, a number, expected an array"),
        Failure(["none", "id"], "none is null, expected an object"),
        Failure(["missing", "id"], "missing is missing"),
        Failure(["count"], "count has another type, a number, expected an object"),
        Failure([0], "an object, expected an array"),
    ])
    func errorOfTypedReadNamesThePath(_ failure: Failure) throws {
        let error = #expect(throws: JSONError.self) {
            try Self.list.decode(Order.self, at: failure.path)
        }
        #expect(error?.description.hasPrefix(failure.expected) == true, "\(error as Any)")
    }

    @Test func listsAndMapsReadAndWriteDocuments() throws {
        let data = Data(#"[{"a":1},{}]"#.utf8)
        let value = try JSONValue(jsonData: data)
        #expect(value == [["a": 1], [:]])
        let list = try value.decode([[String: Int]].self)
        #expect(list == [["a": 1], [:]])
        #expect(try JSONValue(encoding: list).jsonData() == data)
        let error = #expect(throws: JSONError.self) { try value.decode([[Int]].self) }
        #expect(error?.path == "[0]")
    }
}
