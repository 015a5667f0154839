import Foundation
import Testing

@testable import Posthorn

/// Members are read by name, whatever their order is.
@Suite("JSON object members")
struct JSONMemberTests {
    struct Inner: JSONReadable, Equatable {
        var x: Int
        var y: String?
        init(x: Int, y: String? = nil) { (self.x, self.y) = (x, y) }
        init(json: inout JSONReader) throws {
            let object = json.beginObject()
            x = json.int("x")
            y = json.stringIfPresent("y")
            try json.endObject(object)
        }
    }

    enum Either: JSONReadable, Equatable {
        case inner(Inner)
        case text(String)
        case other
        init(json: inout JSONReader) throws {
            if let inner = try json.attempt(Inner.self) {
                self = .inner(inner)
            } else if let text = try json.attempt(String.self) {
                self = .text(text)
            } else {
                _ = try JSONValue(json: &json)
                self = .other
            }
        }
    }

    struct Outer: JSONReadable, Equatable {
        var a: Int
        var b: Inner?
        var c: [Inner]
        var d: Either?
        var e: FieldPresence<String>
        var f: [String: Inner]?

        init(
            _ a: Int, b: Inner? = nil, c: [Inner] = [], d: Either? = nil,
            e: FieldPresence<String> = .absent, f: [String: Inner]? = nil
        ) {
            (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
        }

        init(json: inout JSONReader) throws {
            let object = json.beginObject()
            a = json.int("a")
            b = json.valueIfPresent("b")
            c = json.array("c")
            d = json.valueIfPresent("d")
            e = json.presence("e")
            f = json.mapIfPresent("f")
            try json.endObject(object)
        }
    }

    private func read<Value: JSONReadable>(_ text: String, _ type: Value.Type) throws -> Value {
        try JSONReader.read(type, from: Array(text.utf8))
    }

    private static let whole = Outer(
        1, b: Inner(x: 2, y: "z"), c: [Inner(x: 3), Inner(x: 4, y: "w")], d: .inner(Inner(x: 5)),
        e: .value("v"), f: ["k": Inner(x: 6)])

    /// All orders of the six members give the same value, with unknown members between them or not.
    @Test func readsMembersInAnyOrder() throws {
        let members = [
            #""a":1"#, #""b":{"y":"z","x":2}"#, #""c":[{"x":3},{"y":"w","n":[{}],"x":4}]"#,
            #""d":{"x":5}"#, #""e":"v""#, #""f":{"k":{"x":6}}"#,
        ]
        var count = 0
        for order in permutations(members) {
            #expect(try read("{\(order.joined(separator: ","))}", Outer.self) == Self.whole)
            let mixed = order.enumerated().map { #""u\#($0)":{"a":[9],"x":"}"}, \#($1)"# }
            #expect(try read("{ \(mixed.joined(separator: " ,\n")) }", Outer.self) == Self.whole)
            count += 1
        }
        #expect(count == 720)
    }

    private func permutations(_ items: [String]) -> [[String]] {
        guard let first = items.first else { return [[]] }
        return permutations(Array(items.dropFirst())).flatMap { rest in
            (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
        }
    }

    @Test(arguments: [
        (#"{"a":1,"c":[]}"#, Outer(1)),
        (#"{"c":[],"a":1}"#, Outer(1)),
        (#"{"\u0061":1,"c":[]}"#, Outer(1)),
        (#"{"c":[],"\u0061":1,"\u0078":{"\\":"\""}}"#, Outer(1)),
        (#"{"a":1,"b":null,"c":[],"d":null,"e":null,"f":null}"#, Outer(1, e: .null)),
        (#"{"a":1,"c":[],"d":"t"}"#, Outer(1, d: .text("t"))),
        (#"{"a":1,"c":[],"d":[1]}"#, Outer(1, d: .other)),
        (
            #"{"d":{"y":"no x"},"f":{},"c":[{"x":1}],"a":2}"#,
            Outer(2, c: [Inner(x: 1)], d: .other, f: [:])
        ),
        (#"{"d":{"u":1,"x":true},"c":[{"x":1}],"a":2}"#, Outer(2, c: [Inner(x: 1)], d: .other)),
        (#"{"aa":0,"a ":0,"":0,"a":1,"c":[]}"#, Outer(1)),
    ])
    func readsPresentNullAndUnknownMembers(_ text: String, _ value: Outer) throws {
        #expect(try read(text, Outer.self) == value)
    }

    @Test(arguments: [
        ("{}", "a", JSONError.Reason.missing),
        (#"{"c":[]}"#, "a", .missing),
        (#"{"a":1}"#, "c", .missing),
        (#"{"c":[{"y":"1"}],"a":1}"#, "c[0].x", .missing),
        (#"{"c":[{"x":"1"}],"a":1}"#, "c[0].x", .mismatch),
        (#"{"f":{"secret":{}},"c":[],"a":1}"#, "f[*].x", .missing),
        (#"{"b":{},"c":[],"a":1}"#, "b.x", .missing),
        (#"{"a":null,"c":[]}"#, "a", .null),
        (#"{"a":1,"c":[],"a":2}"#, "a", .invalid),
        (#"{"c":[],"a":1,"\u0061":2}"#, "\\u0061", .invalid),
        (#"{"\u0061":1,"c":[],"a":2}"#, "a", .invalid),
        (#"{"a":1,"c":[{"x":1,"x":1}]}"#, "c[0].x", .invalid),
        (#"{"a":1,"c":[]"#, "c", .syntax),
        (#"{"a":1"c":[]}"#, "a", .syntax),
        (#"{"a":1,,"c":[]}"#, "", .syntax),
        (#"{"a":1,"c":[],}"#, "", .syntax),
        (#"{"a" 1,"c":[]}"#, "a", .syntax),
        (#"{"u":tru,"a":1,"c":[]}"#, "u", .syntax),
        (#"{"a":1,"c":[],"u":[}"#, "u", .syntax),
        (#"{a:1,"c":[]}"#, "", .syntax),
        ("[]", "", .mismatch), ("1", "", .mismatch), ("null", "", .null), ("", "", .syntax),
    ])
    func reportsPathAndReasonOfErrors(_ text: String, _ path: String, _ reason: JSONError.Reason) {
        let error = #expect(throws: JSONError.self) { try read(text, Outer.self) }
        #expect(error?.reason == reason, "\(text)")
        #expect(error?.path == path, "\(text)")
    }

    /// An unknown member may be duplicated, because it is not read.
    @Test func duplicateUnknownMembersAreIgnored() throws {
        #expect(try read(#"{"u":1,"x":1,"u":2}"#, Inner.self) == Inner(x: 1))
    }

    /// Unknown names that look like known ones to the reader take no more than a pass over the object:
    /// with one for each of them this would take hours.
    @Test(.timeLimit(.minutes(1))) func similarNamesTakeLinearTime() throws {
        let x = String(repeating: "x", count: 40)
        let members = (100_000..<200_000).map { number in
            #""\#(x)\#(number)\#(String(repeating: "x", count: 19))":0"#
        }
        let text = #"{"x":1,"# + members.joined(separator: ",") + "}"
        #expect(try read(text, Inner.self) == Inner(x: 1))
        #expect(throws: JSONError.self) {
            try read(text.dropLast() + #","x":2}"#, Inner.self)
        }
    }

    /// The reader keeps no notes of finished objects.
    @Test func keepsNoNotesAfterReading() throws {
        let object = #"{"u":1,"y":"a","x":7}"#
        let text = "[" + Array(repeating: object, count: 1000).joined(separator: ",") + "]"
        let notes = try Array(text.utf8).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            let values = try [Inner](json: &reader)
            #expect(values == Array(repeating: Inner(x: 7, y: "a"), count: 1000))
            return reader.notes.count
        }
        #expect(notes == 0)
    }
}
