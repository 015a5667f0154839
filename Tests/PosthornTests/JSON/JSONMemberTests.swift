import Foundation
import TestSupport
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// Members are read by name, whatever their order is.
@Suite("JSON object members")
struct JSONMemberTests {
    struct Inner: JSONReadable, Equatable {
        var x: Int
        var y: String?
        init(x: Int, y: String? = nil) { (self.x, self.y) = (x, y) }
        init(json: inout JSONReader) throws {
            x = 0
            var object = json.beginObject("x y?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: x = json.int()
                default: y = json.stringIfPresent()
                }
            }
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
            (a, c, e) = (0, [], .absent)
            var object = json.beginObject("a b? c d? e? f?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: a = json.int()
                case 1: b = json.valueIfPresent()
                case 2: c = json.array()
                case 3: d = json.valueIfPresent()
                case 4: e = json.presence()
                default: f = json.mapIfPresent()
                }
            }
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
    @Test(.timeLimit(.minutes(slowness)), .oneIssueAtLimit) func similarNamesTakeLinearTime() throws
    {
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

    /// A type with 150 members, of which every third is optional.
    private struct Wide: JSONReadable {
        var sum = 0

        init(json: inout JSONReader) throws {
            var object = json.beginObject(
                """
                m0 m1 m2? m3 m4 m5? m6 m7 m8? m9 m10 m11? m12 m13 m14? m15 m16 m17? m18 m19 m20?
                m21 m22 m23? m24 m25 m26? m27 m28 m29? m30 m31 m32? m33 m34 m35? m36 m37 m38?
                m39 m40 m41? m42 m43 m44? m45 m46 m47? m48 m49 m50? m51 m52 m53? m54 m55 m56?
                m57 m58 m59? m60 m61 m62? m63 m64 m65? m66 m67 m68? m69 m70 m71? m72 m73 m74?
                m75 m76 m77? m78 m79 m80? m81 m82 m83? m84 m85 m86? m87 m88 m89? m90 m91 m92?
                m93 m94 m95? m96 m97 m98? m99 m100 m101? m102 m103 m104? m105 m106 m107? m108
                m109 m110? m111 m112 m113? m114 m115 m116? m117 m118 m119? m120 m121 m122? m123
                m124 m125? m126 m127 m128? m129 m130 m131? m132 m133 m134? m135 m136 m137? m138
                m139 m140? m141 m142 m143? m144 m145 m146? m147 m148 m149?
                """)
            while let member = json.nextMember(&object) {
                #expect(json.int() == member)
                sum += member
            }
            try json.endObject(object)
        }
    }

    @Test func moreThan64MembersAreReadInAnyOrder() throws {
        let all = (0..<150).map { "\"m\($0)\":\($0)" }
        func text(_ members: [String]) -> String { "{" + members.joined(separator: ",") + "}" }
        for members in [all, all.reversed(), Array(all[75...] + all[..<75])] {
            #expect(try read(text(members), Wide.self).sum == 150 * 149 / 2)
        }
        let required = all.indices.filter { $0 % 3 != 2 }
        let sum = try read(text(required.map { all[$0] }), Wide.self).sum
        #expect(sum == required.reduce(0, +))
        for index in [0, 63, 64, 127, 129, 148] where index % 3 != 2 {
            var members = all
            members.remove(at: index)
            let error = #expect(throws: JSONError.self) { try read(text(members), Wide.self) }
            #expect(error?.missingKey == "m\(index)")
            let twice = #expect(throws: JSONError.self) {
                try read(text(all + [all[index]]), Wide.self)
            }
            #expect(twice?.reason == .invalid)
        }
    }
}
