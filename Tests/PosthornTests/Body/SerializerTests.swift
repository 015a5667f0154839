import Foundation
import Posthorn
import Testing

@Suite("Body serializers")
struct SerializerTests {
    private struct Order: Encodable, Sendable {
        var placedAt = Date(timeIntervalSince1970: 1.5)
        var rawBytes = Data([255])
        var lineItems = [["skuName": 1]]
    }

    @Test(arguments: [
        (
            BodySerializer.json,
            #"{"b":1,"a":{"lineItems":[{"skuName":1}],"placedAt":"1970-01-01T00:00:01.500Z","#
                + #""rawBytes":"/w=="}}"#
        ),
        (
            .json(dates: .unix, data: .hex, keys: .snakeCase, sortsKeys: true),
            #"{"a":{"line_items":[{"skuName":1}],"placed_at":1.5,"raw_bytes":"ff"},"b":1}"#
        ),
    ])
    func jsonSerializerAppliesItsOptions(_ serializer: BodySerializer, _ expected: String) throws {
        let request = try built(.post) {
            $0.serializer = serializer
            $0.body("b", 1)
            $0.body("a", Order())
        }
        #expect(request.bodyText == expected)
        #expect(request.headers[.contentType] == "application/json")
    }

    /// Writes texts in ISO 8859-1 for an old server.
    private static let latin = BodySerializer(mediaType: "text/plain; charset=iso-8859-1") {
        value in
        let members = try JSONDecoder().decode(
            [String: String].self, from: JSONEncoder().encode(value))
        let text = members.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            .joined(separator: ";")
        return try #require(text.data(using: .isoLatin1))
    }

    @Test func customSerializerCanUseAnotherEncoding() throws {
        let request = try built(.post) {
            $0.serializer = Self.latin
            $0.body("name", "Jürgen")
            $0.body("city", "Köln")
        }
        #expect(
            request.body?.data
                == Data("city=K\u{f6}ln;name=J\u{fc}rgen".unicodeScalars.map { UInt8($0.value) }))
        #expect(request.headers[.contentType] == "text/plain; charset=iso-8859-1")
    }

    @Test func sortedKeysIncludeCommonFields() throws {
        let store = Store { $0.body("m", 1) }.with { $0.serializer = .json(sortsKeys: true) }
        let request = try store.request(for: Ping { $0.body(["z": 1, "a": 2]) })
        #expect(request.bodyText == #"{"a":2,"m":1,"z":1}"#)
        let json: JSONValue = ["z": ["y": 1, "b": 2], "a": 2]
        #expect(
            try store.request(for: Ping { $0.body("j", json) }).bodyText
                == #"{"j":{"a":2,"z":{"b":2,"y":1}},"m":1}"#)
    }

    @Test func commonFieldsDoNotChangeKeysOfOwnBody() throws {
        struct Own: Encodable, Sendable { var lineItem = 1 }
        let json = BodySerializer.json(keys: .snakeCase, sortsKeys: true)
        let form = BodySerializer.form(QueryStyle(keys: .snakeCase))
        let store = Store { $0.body("appName", 1) }
        func sent(
            _ serializer: BodySerializer, _ value: some Encodable & Sendable
        ) throws -> String? {
            let client = store.with { $0.serializer = serializer }
            let ping = Ping { $0.body(value) }
            let request = try client.request(for: ping)
            return request.bodyText
        }
        #expect(try sent(json, ["userName": 1]) == #"{"appName":1,"userName":1}"#)
        #expect(try sent(json, Own()) == #"{"appName":1,"line_item":1}"#)
        let written: JSONValue = ["userName": 1]
        #expect(try sent(json, written) == #"{"appName":1,"userName":1}"#)
        #expect(try sent(form, ["userName": 1]) == "appName=1&userName=1")
        #expect(try sent(form, Own()) == "appName=1&line_item=1")
        #expect(try sent(form, written) == "appName=1&userName=1")
    }

    @Test func renamedFieldReplacesCommonField() throws {
        struct Own: Encodable, Sendable { var lineItem = 1 }
        let store = Store { $0.body("line_item", 2) }
            .with { $0.serializer = .form(QueryStyle(keys: .snakeCase)) }
        #expect(try store.request(for: Ping { $0.body(Own()) }).bodyText == "line_item=1")
    }

    @Test func sortedFormIncludesCommonFields() throws {
        let store = Store { $0.body("m", 1) }.with { $0.queryStyle = .afNetworking }
        let request = try store.request(
            for: Ping {
                $0.form("z", 1)
                $0.form("a", 2)
            })
        #expect(request.bodyText == "a=2&m=1&z=1")
        let flag = Store { $0.body("flag", true) }.with { $0.queryStyle = .afNetworking }
        let parts = try flag.request(for: Ping { $0.part("z", 1) }).bodyText
        #expect(parts?.contains("name=\"flag\"\r\n\r\n1\r\n") == true)
    }

    @Test(arguments: [
        (KeyCase.asWritten, "userID2HTMLPath"), (.snakeCase, "user_id2_html_path"),
        (.kebabCase, "user-id2-html-path"), (.capitalized, "UserID2HTMLPath"),
    ])
    func convertsNamesToKeyCase(_ keys: KeyCase, _ expected: String) throws {
        struct Named: Encodable { var userID2HTMLPath = 1 }
        #expect(try QueryStyle(keys: keys).text(of: Named()) == "\(expected)=1")
    }

    @Test func sameBodyAsJSONAndForm() throws {
        let endpoint = Ping {
            $0.body("at", Date(timeIntervalSince1970: 0), as: .unix)
            $0.body("list", [1, 2])
            $0.body("none", orNull: Int?.none)
        }
        let json = try Store().request(for: endpoint)
        #expect(json.bodyText == #"{"at":0,"list":[1,2],"none":null}"#)
        let form = try Store().with { $0.serializer = .form }.request(for: endpoint)
        #expect(form.bodyText == "at=0&list=1&list=2")
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        let brackets = try Store().with { $0.serializer = .form(.afNetworking) }
            .request(for: endpoint)
        #expect(brackets.bodyText == "at=0&list%5B%5D=1&list%5B%5D=2&none")
    }

    @Test func formFieldsCanHaveTheirOwnStyle() throws {
        let request = try built(.post) { request in
            request.queryStyle = QueryStyle(arrays: .brackets)
            request.form("a", [1, 2])
            request.form("b", encoding: ["k": [true]])
            request.form("c", encoding: [1, 2], style: .form(explode: false))
            request.form(encoding: ["d": "x y~"])
        }
        #expect(request.bodyText == "a%5B%5D=1&a%5B%5D=2&b%5Bk%5D%5B%5D=true&c=1,2&d=x+y%7E")
    }

    /// An `Encodable` that uses every kind of container, out of order.
    private struct Odd: Encodable, Sendable {
        enum Key: String, CodingKey { case a, b, c, d }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .a)
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try container.encode(UInt8(1), forKey: .c)
            try nested.encodeNil(forKey: .d)
            try list.encode(Int16(-1))
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(Float(0.5), forKey: .a)
            var deep = list.nestedUnkeyedContainer()
            try deep.encode("x")
            try list.encode(list.count)
            try "super".encode(to: container.superEncoder())
            try ["own"].encode(to: container.superEncoder(forKey: .d))
            #expect(nested.codingPath.map(\.stringValue) == ["a"])
            #expect(list.codingPath.map(\.stringValue) == ["b"])
        }
    }

    @Test func supportsAllEncoderContainers() throws {
        let request = try built(.post) { $0.body(Odd()) }
        #expect(
            request.bodyText
                == #"{"a":{"d":null},"b":[-1,{"a":0.5},["x"],3],"c":1,"d":["own"],"super":"super"}"#
        )
    }

    @Test func containerOpenedTwiceKeepsAllMembers() throws {
        struct Twice: Encodable, Sendable {
            enum Key: String, CodingKey { case a, b, c }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                var first = container.nestedContainer(keyedBy: Key.self, forKey: .a)
                try first.encode(1, forKey: .b)
                var second = container.nestedContainer(keyedBy: Key.self, forKey: .a)
                try second.encode(2, forKey: .c)
            }
        }
        #expect(try built(.post) { $0.body(Twice()) }.bodyText == #"{"a":{"b":1,"c":2}}"#)
        #expect(try QueryStyle(objects: .dots).text(of: Twice()) == "a.b=1&a.c=2")
    }

    @Test func typeEncodedAsDictionaryKeepsItsKeys() throws {
        struct Tags: Encodable, Sendable {
            var all = ["userName": 1, "b": 2, "c": 3, "d": 4, "e": 5, "aB": 6]
            func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }
        }
        #expect(
            try QueryStyle(keys: .snakeCase).text(of: Tags())
                == "aB=6&b=2&c=3&d=4&e=5&userName=1")
        let request = try built(.post) {
            $0.serializer = .json(keys: .snakeCase)
            $0.body(Tags())
        }
        #expect(request.bodyText == #"{"aB":6,"b":2,"c":3,"d":4,"e":5,"userName":1}"#)
    }

    @Test func encodes128BitIntegers() throws {
        struct Wide: Encodable, Sendable {
            var a = Int128.min
            var b = UInt128.max
        }
        let low = "-170141183460469231731687303715884105728"
        let high = "340282366920938463463374607431768211455"
        #expect(
            try built(.post) { $0.body(Wide()) }.bodyText == "{\"a\":\(low),\"b\":\(high)}")
        #expect(try QueryStyle().text(of: Wide()) == "a=\(low)&b=\(high)")
    }

    @Test func emptyDictionaryKeyIsAName() throws {
        #expect(try QueryStyle().text(of: ["": ["token": "1"]]) == "%5Btoken%5D=1")
        #expect(try QueryStyle().text(of: ["": [1, 2]]) == "=1&=2")
    }

    @Test func commaInValueIsEncodedInCommaStyle() throws {
        let style = QueryStyle(arrays: .comma, allowedCharacters: ",:")
        #expect(try style.text(of: ["a": ["x,y:", "z"]]) == "a=x%2Cy:,z")
        #expect(try style.text(of: ["a": "x,y"]) == "a=x,y")
    }

    @Test func errorThrownByValueIsNamedByType() {
        struct Failing: Encodable, Sendable {
            func encode(to encoder: any Encoder) throws { throw Refused() }
        }
        let error = #expect(throws: APIError.Cause.self) { try QueryStyle().text(of: Failing()) }
        #expect(error?.code == .encodingFailed)
        let call = #expect(throws: APIError.self) {
            try built { $0.query("a", encoding: Failing()) }
        }
        #expect(call?.code == .encodingFailed)
        #expect(call?.message == "the parameter a can't be written: an error of type Refused")
    }

    @Test func queryItemsCompareByNameAndValue() throws {
        let items = try QueryStyle(writesSpacesAsPlus: true).items("a", of: 1)
        #expect(items == [QueryItem(name: "a", value: "1")])
        #expect(Set(items + [QueryItem(name: "a", value: "1")]).count == 1)
    }

    @Test func urlWithPathEndingInAmpersandGetsQuery() throws {
        #expect(try QueryStyle().url("/a&", adding: ["b": 1]) == "/a&?b=1")
        #expect(try QueryStyle().url("/a?c&", adding: ["b": 1]) == "/a?c&b=1")
    }

    @Test func encodableThatEncodesNothingIsEmptyObject() throws {
        struct Nothing: Encodable, Sendable { func encode(to encoder: any Encoder) {} }
        #expect(try built(.post) { $0.body(Nothing()) }.bodyText == "{}")
        #expect(try built(.post) { $0.body("a", Nothing()) }.bodyText == #"{"a":{}}"#)
        #expect(try built { $0.query(encoding: Nothing()) }.query == "")
    }

    private struct Refused: Error {}

    private static let failing = BodySerializer(mediaType: "text/failing") { _ in throw Refused() }

    @Test func failingSerializerFailsTheCall() {
        let error = #expect(throws: APIError.self) {
            try built(.post) {
                $0.serializer = Self.failing
                $0.body("a", "canary")
            }
        }
        #expect(error?.code == .encodingFailed)
        #expect(
            error?.message
                == "the body can't be written as text/failing: an error of type Refused")
        #expect(error?.underlying is Refused)
    }
}
