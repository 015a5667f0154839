import Foundation
import Posthorn
import Testing

@Suite("Query styles")
struct QueryStyleTests {
    struct Filter: Encodable, Sendable {
        struct Range: Encodable, Sendable { var from: Int, upTo: Int? }
        var userName = "ada l."
        var range = Range(from: 1, upTo: nil)
        var tags = ["b", "a c"]
        var exact = true
    }

    /// AFNetworking's own examples, and what its rules make of nested values.
    static let afNetworking: [(Whole, String)] = [
        (
            Whole(Person()),
            "families%5B%5D=father&families%5B%5D=mother&name=bang&nums=1&nums=2"
                + "&phone%5Bhome%5D=xx&phone%5Bmobile%5D=xx"
        ),
        (Whole(["phone": ["mobile": "1", "home": "2"]]), "phone%5Bhome%5D=2&phone%5Bmobile%5D=1"),
        (Whole(["families": ["father", "mother"]]), "families%5B%5D=father&families%5B%5D=mother"),
        (Whole(["nums": Set(["2", "1", "3"])]), "nums=1&nums=2&nums=3"),
        (
            Whole(["key": ["key": ["key": ["value": "value"]]]]),
            "key%5Bkey%5D%5Bkey%5D%5Bvalue%5D=value"
        ),
        (Whole(["a": [["b": 1], ["b": 2]]]), "a%5B%5D%5Bb%5D=1&a%5B%5D%5Bb%5D=2"),
        (Whole(["foo": "bar", "baz": "qux", "a": "b"]), "a=b&baz=qux&foo=bar"),
        (Whole(["yes": true, "no": false]), "no=0&yes=1"),
        (Whole(["null": Int?.none, "a": 1]), "a=1&null"),
        (Whole(["u": "http://a.b/c?d=e&f=g#h"]), "u=http%3A//a.b/c?d%3De%26f%3Dg%23h"),
        (Whole(["k y": "v +~*'()!$,;@[]"]), "k%20y=v%20%2B~%2A%27%28%29%21%24%2C%3B%40%5B%5D"),
        (Whole(["e": "", "👴🏿": "中"]), "e=&%F0%9F%91%B4%F0%9F%8F%BF=%E4%B8%AD"),
        (Whole([String: String]()), ""),
    ]

    struct Person: Encodable, Sendable {
        var phone = ["mobile": "xx", "home": "xx"]
        var name = "bang"
        var families = ["father", "mother"]
        var nums: Set<Int> = [2, 1]
    }

    @Test(arguments: afNetworking)
    func matchesAFNetworking(_ value: Whole, _ expected: String) throws {
        #expect(try value.text(.afNetworking) == expected)
        let request = try built { request in
            request.queryStyle = .afNetworking
            try value.query(&request)
        }
        #expect(request.query == expected)
    }

    /// The examples of OpenAPI 3.1, section “Style Examples”, where a style has them.
    @Test(arguments: [
        (QueryStyle.form(), Whole([String]()), ""), (.form(), Whole(""), "color="),
        (.form(), Whole("blue"), "color=blue"),
        (.form(), Whole(["blue", "black", "brown"]), "color=blue&color=black&color=brown"),
        (.form(), Whole(["R": 100, "G": 200, "B": 150]), "B=150&G=200&R=100"),
        (.form(explode: false), Whole(["blue", "black"]), "color=blue,black"),
        (.form(explode: false), Whole(["a,b", "c"]), "color=a%2Cb,c"),
        (.form(explode: false), Whole(["R": 100, "G": 200]), "color=G,200,R,100"),
        (.spaceDelimited, Whole(["blue", "black"]), "color=blue%20black"),
        (.spaceDelimited, Whole(["R": 100, "G": 200]), "color=G%20200%20R%20100"),
        (.pipeDelimited, Whole(["blue", "black"]), "color=blue%7Cblack"),
        (.pipeDelimited, Whole(["R": 100, "G": 200]), "color=G%7C200%7CR%7C100"),
        (.deepObject, Whole(["R": 100, "G": 200]), "color%5BG%5D=200&color%5BR%5D=100"),
    ])
    func matchesOpenAPIExamples(_ style: QueryStyle, _ value: Whole, _ expected: String) throws {
        let request = try built { request in try value.query(&request, "color", style) }
        #expect(request.query == expected)
    }

    @Test(
        arguments: [
            (QueryStyle(), "user=1&list=1&list=2"),
            (QueryStyle(arrays: .indexed), "user=1&list%5B0%5D=1&list%5B1%5D=2"),
            (QueryStyle(arrays: .comma), "user=1&list=1,2"),
            (QueryStyle(sortsKeys: true), "list=1&list=2&user=1"),
        ])
    func requestStyleAppliesToPlainParameters(_ style: QueryStyle, _ expected: String) throws {
        let request = try built { request in
            request.queryStyle = style
            request.query("user", 1)
            request.query("list", [1, 2])
        }
        #expect(request.query == expected)
    }

    static let styles: [(QueryStyle, String)] = [
        (QueryStyle(), "userName=ada%20l.&range%5Bfrom%5D=1&tags=b&tags=a%20c&exact=true"),
        (
            QueryStyle(
                arrays: .brackets, objects: .dots, keys: .snakeCase, writesSpacesAsPlus: true),
            "user_name=ada+l.&range.from=1&tags%5B%5D=b&tags%5B%5D=a+c&exact=true"
        ),
        (
            QueryStyle(
                arrays: .indexed, writesBooleansAsDigits: true, keys: .kebabCase, sortsKeys: true),
            "exact=1&range%5Bfrom%5D=1&tags%5B0%5D=b&tags%5B1%5D=a%20c&user-name=ada%20l."
        ),
        (
            QueryStyle(keys: .capitalized, allowedCharacters: " []&|"),
            "UserName=ada%20l.&Range[From]=1&Tags=b&Tags=a%20c&Exact=true"
        ),
    ]

    @Test(arguments: styles)
    func encodesMembersInConfiguredStyles(_ style: QueryStyle, _ expected: String) throws {
        #expect(try built { $0.query(encoding: Filter(), style: style) }.query == expected)
    }

    @Test func separatorsMatchTheArrayStyle() throws {
        for (arrays, separator) in [
            (QueryStyle.Arrays.space, "%20"), (.pipe, "%7C"), (.comma, ","),
        ] {
            let style = QueryStyle(arrays: arrays, allowedCharacters: " |,")
            let text = try style.text(of: ["a": Array(repeating: "b", count: 1000)])
            let values = Array(repeating: "b", count: 1000).joined(separator: separator)
            #expect(text == "a=" + values)
        }
    }

    @Test func reservedCharactersInValuesAreAlwaysEncoded() throws {
        let style = QueryStyle(allowedCharacters: "&=+#%/[]")
        let request = try built {
            $0.query("a[b]", encoding: ["&=+#%/"], style: style)
        }
        #expect(request.query == "a[b]=%26%3D%2B%23%25/")
    }

    struct Scalars: Encodable, Sendable {
        var at = Date(timeIntervalSince1970: 1.5)
        var bytes = Data([255, 254])
        var price = Decimal(sign: .plus, exponent: -2, significand: 1999)
        var large = UInt64.max
        var ratio = 0.1
        var small: Float = 0.1
        var url = URL(filePath: "/a b")
        var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10))
        var json: JSONValue = ["k": [1, nil]]
    }

    @Test(arguments: [
        (
            QueryStyle(),
            "at=1970-01-01T00%3A00%3A01.500Z&bytes=%2F%2F4%3D&price=19.99"
                + "&large=18446744073709551615&ratio=0.1&small=0.1&url=file%3A%2F%2F%2Fa%2520b"
                + "&id=00000000-0000-0000-0000-00000000000a&json%5Bk%5D=1"
        ),
        (
            QueryStyle(nulls: .literal, dates: .millis, data: .base64url),
            "at=1500&bytes=__4&price=19.99"
                + "&large=18446744073709551615&ratio=0.1&small=0.1&url=file%3A%2F%2F%2Fa%2520b"
                + "&id=00000000-0000-0000-0000-00000000000a&json%5Bk%5D=1&json%5Bk%5D=null"
        ),
    ])
    func encodesScalars(_ style: QueryStyle, _ expected: String) throws {
        #expect(try built { $0.query(encoding: Scalars(), style: style) }.query == expected)
    }

    @Test(arguments: [
        (QueryStyle.Nulls.omitted, "a=1"), (.nameOnly, "a=1&n"), (.empty, "a=1&n="),
        (.literal, "a=1&n=null"),
    ])
    func encodesNulls(_ nulls: QueryStyle.Nulls, _ expected: String) throws {
        let value: [String: Int?] = ["a": 1, "n": nil]
        #expect(try QueryStyle(nulls: nulls).text(of: value) == expected)
    }

    @Test func parameterWithoutTextIsNotSent() throws {
        let request = try built {
            $0.query(encoding: ["": Int?.none], style: QueryStyle(nulls: .nameOnly))
        }
        #expect(!request.url.contains("?"))
    }

    /// A value that holds itself.
    ///
    /// SAFETY: it is changed before and after it is shared, by one test.
    private final class Circle: Encodable, @unchecked Sendable {
        var next: Circle?
    }

    @Test func cyclicValueIsAnError() {
        let circle = Circle()
        circle.next = circle
        defer { circle.next = nil }
        let query = #expect(throws: APIError.self) {
            try built { $0.query(encoding: circle) }
        }
        let message = "next.next.next.next is nested too deep, or holds itself"
        #expect(query?.message == message)
        #expect(query?.advice == "send at most 512 levels")
        let body = #expect(throws: APIError.self) { try built(.post) { $0.body(circle) } }
        #expect(body?.message == "the body can't be written as JSON: \(message)")
    }

    @Test(arguments: [
        (
            Whole(["a": ["b c"]]), QueryStyle.spaceDelimited,
            "the parameter a holds a text with the character that separates texts, "
                + "which its QueryStyle can't represent"
        ),
        (
            Whole(["a": [["b"]]]), .pipeDelimited,
            "the parameter a holds an array in another value, which its QueryStyle can't represent"
        ),
        (
            Whole(["a": ["b": ["c": 1]]]), .form(),
            "the parameter b holds an object in another value, which its QueryStyle can't represent"
        ),
        (
            Whole(["a": [Double.nan]]), QueryStyle(),
            "the parameter a: the number nan is not finite"
        ),
        (
            Whole([1, 2]), QueryStyle(),
            "a value without a parameter name must be an object or a map"
        ),
    ])
    func unsupportedValueForStyleIsAnError(_ value: Whole, _ style: QueryStyle, _ message: String) {
        let error = #expect(throws: APIError.self) {
            try built { request in
                request.queryStyle = style
                try value.query(&request)
            }
        }
        #expect(error?.message == message)
        #expect(error?.stage == .building)
    }

    @Test(arguments: [
        ("https://a.b/c", "https://a.b/c?x=1&y=2"), ("https://a.b", "https://a.b?x=1&y=2"),
        ("https://a.b/c?", "https://a.b/c?x=1&y=2"),
        ("https://a.b/?q=%20#f", "https://a.b/?q=%20&x=1&y=2#f"),
        ("/c#f?g", "/c?x=1&y=2#f?g"), ("/c?a&", "/c?a&x=1&y=2"),
    ])
    func addsToAnExistingQuery(_ url: String, _ expected: String) throws {
        #expect(try QueryStyle().url(url, adding: ["y": 2, "x": 1]) == expected)
        #expect(try QueryStyle().url(url, adding: [String: Int]()) == url)
    }

    @Test func laterLayerReplacesWholeParameter() throws {
        let store = Store {
            $0.query("f", encoding: ["a": 1, "b": 2])
            $0.query(encoding: ["g": 1, "h": 2])
        }
        let request = try store.with { $0.query("f", 3) }
            .request(for: Ping { $0.query("h", encoding: ["x": 1]) })
        #expect(request.query == "g=1&h%5Bx%5D=1&f=3")
        let other = try store.request(
            for: Ping { $0.query(encoding: ["f": ["c": 1], "h": ["d": 1]]) })
        #expect(other.query == "g=1&f%5Bc%5D=1&h%5Bd%5D=1")
    }

    private struct Refused: Error {}

    @Test func customQueryEncoderMayThrow() throws {
        let own = Store().with { options in
            options.queryEncoder = { items in
                items.map { "\($0.name):\($0.value ?? "-")" }.joined(separator: ";") + " #"
            }
        }
        let endpoint = Ping {
            $0.query("a", "b&c")
            $0.query("d", encoding: ["e": true])
        }
        #expect(try own.request(for: endpoint).query == "a:b&c;d%5Be%5D:true%20%23")
        let failing = Store().with { $0.queryEncoder = { _ in throw Refused() } }
        let error = #expect(throws: APIError.self) { try failing.request(for: endpoint) }
        #expect(error?.code == .encodingFailed)
        #expect(error?.message.contains("Refused was thrown") == true)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "a=1&b%5Bc%5D=2", nil as String?), (.head, "a=1&b%5Bc%5D=2", nil),
        (.delete, "a=1&b%5Bc%5D=2", nil), (.post, "", "a=1&b%5Bc%5D=2"),
        (.put, "", "a=1&b%5Bc%5D=2"), (.patch, "", "a=1&b%5Bc%5D=2"),
    ])
    func methodDecidesBetweenQueryAndBodyParameters(
        _ method: HTTPRequest.Method, _ query: String, _ body: String?
    ) throws {
        struct Parameters: Encodable, Sendable {
            var a = 1
            var b = ["c": 2]
        }
        let endpoint = Ping {
            $0.method(method, "/x")
            $0.serializer = .form
            $0.parameters(Parameters())
        }
        let request = try Store().request(for: endpoint)
        #expect(request.query == query)
        #expect(request.bodyText == body)
        #expect(
            request.headers[.contentType]
                == body.map { _ in "application/x-www-form-urlencoded" })
        let turned = try Store().with { $0.parametersInURL = [.post, .put, .patch] }
            .request(for: endpoint)
        #expect(turned.query == (body ?? ""))
        #expect(turned.bodyText == (body == nil ? query : nil))
        // An endpoint says it for itself.
        let own = try Store().request(
            for: Ping {
                $0.parametersInURL = [method]
                try endpoint.build(&$0)
            })
        #expect(own.query == (body ?? query))
        #expect(own.bodyText == nil)
    }
}

extension Whole {
    func text(_ style: QueryStyle) throws -> String { try write(style) }
}
