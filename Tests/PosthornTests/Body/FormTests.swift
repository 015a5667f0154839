import Foundation
import Posthorn
import Testing

@Suite("URL-encoded bodies")
struct FormTests {
    @Test(arguments: [
        ("a b", "a+b"), ("+", "%2B"), ("ä", "%C3%A4"), ("*-._", "*-._"), ("~", "%7E"),
        ("&=\r\n", "%26%3D%0D%0A"), ("", ""),
    ])
    func encodesValuesAsFormURLEncoded(_ value: String, _ written: String) throws {
        #expect(try built(.post) { $0.form("q", value) }.bodyText == "q=\(written)")
    }

    @Test func requestFieldsOverrideCommonFields() throws {
        let store = Store {
            $0.body("a", 1)
            $0.body("b", ["x", "y"])
            $0.body("c", ["k": 1])
        }
        let request = try store.request(
            for: Ping { request in
                request.form("a", "own")
                request.form("d", [1, 2])
            })
        #expect(request.bodyText == "b=x&b=y&c%5Bk%5D=1&a=own&d=1&d=2")
        #expect(request.header("Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test func formWithoutFieldsHasEmptyBody() throws {
        let request = try built(.post) { $0.form("a", Int?.none) }
        #expect(request.bodyText == "")
        #expect(request.header("Content-Type") == ["application/x-www-form-urlencoded"])
    }

    /// `nil` removes the form's own field, however it was set, and keeps a common one.
    @Test(
        arguments: [
            (["a": 1], nil, "b=2"), (nil, ["a": 1, "c": 3], "b=2&c=3"), (nil, nil, "b=2"),
        ] as [([String: Int]?, [String: Int]?, String)])
    func nilRemovesOwnFieldAndKeepsCommonField(
        _ fields: [String: Int]?, _ members: [String: Int]?, _ expected: String
    ) throws {
        let spec: Layer = { request in
            for (name, value) in fields ?? [:] { request.form(name, value) }
            if let members { request.form(encoding: members) }
            request.form("a", Int?.none)
        }
        let store = Store { $0.body("b", 2) }
        #expect(try store.request(for: Ping(spec: spec)).bodyText == expected)
        let common = Store {
            $0.body("a", "common")
            $0.body("b", 2)
        }
        #expect(try common.request(for: Ping(spec: spec)).bodyText == "a=common&" + expected)
    }

    /// Precomposed and decomposed: equal strings in Swift, two names to a server.
    @Test func namesAreComparedByBytes() throws {
        let names = ["\u{e9}", "e\u{301}"]
        let form = try built(.post) { for name in names { $0.form(name, 1) } }
        #expect(form.bodyText == "%C3%A9=1&e%CC%81=1")
        let query = try built { for name in names { $0.query(name, 1) } }
        #expect(query.target.hasSuffix("?%C3%A9=1&e%CC%81=1"))
        let json = try built(.post) { for name in names { $0.body(name, 1) } }
        #expect(json.bodyText?.utf8.elementsEqual("{\"\u{e9}\":1,\"e\u{301}\":1}".utf8) == true)
        let store = Store { for name in names { $0.body(name, 1) } }
        let multipart = try store.request(for: Ping { $0.part("\u{e9}", "own") })
        #expect(multipart.bodyText?.contains("name=\"e\u{301}\"") == true)
    }

    @Test(arguments: [(-5, false), (5, true), (nil, true)] as [(Int?, Bool)])
    func negativeStreamLengthIsRefused(_ length: Int?, _ isSent: Bool) throws {
        let stream = BodyStream(AsyncStream<Data> { $0.finish() }, length: length)
        let call: Layer = { $0.upload(HTTPBody(stream), as: "text/plain") }
        if isSent { #expect(try built(.post, "/a", call).body?.count == length) }
        if !isSent {
            let error = #expect(throws: APIError.self) { try built(.post, "/a", call) }
            #expect(error?.message == "a stream of the body has a negative length")
        }
    }

    @Test func overflowingBodyLengthIsUnknown() {
        let source = AsyncStream<Data> { $0.finish() }
        var body = HTTPBody(Data([1]))
        body.append(HTTPBody(BodyStream(source, length: .max)))
        #expect(body.count == nil)
    }

    @Test func uploadIsSentUnchanged() throws {
        let store = Store { $0.body("channel", "web") }
        let request = try store.request(
            for: Ping { $0.upload(HTTPBody(Data("raw".utf8)), as: "image/png") })
        #expect(request.bodyText == "raw")
        #expect(request.header("Content-Type") == ["image/png"])
    }
}
