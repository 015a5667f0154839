import Foundation
import Posthorn
import Testing

/// Input that cannot be sent, with the whole error of each case.
@Suite("Invalid request input")
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let layer: Layer
        let error: String
        var testDescription: String { name }

        init(_ name: String, _ error: String, _ layer: @escaping Layer) {
            self.name = name
            self.layer = layer
            self.error = error
        }
    }

    /// A value that holds itself.
    ///
    /// SAFETY: it has no state.
    private final class Circle: Encodable, @unchecked Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(self)
        }
    }

    private struct Throwing: Encodable, Sendable {
        struct Secret: Error { var text = "canary" }
        func encode(to encoder: any Encoder) throws { throw Secret() }
    }

    static let cases: [Case] = [
        // Values that have no text.
        Case(
            "NaN in a query", "the parameter q: the number nan is not finite; send a finite number"
        ) {
            $0.query("q", Double.nan)
        },
        Case(
            "infinity in a form",
            "the parameter q: the number inf is not finite; send a finite number"
        ) { $0.form("q", Float.infinity) },
        Case(
            "NaN in a path", "the parameter id: the number nan is not finite; send a finite number"
        ) { $0.path("id", Double.nan) },
        Case(
            "NaN in a header",
            "the parameter X-A: the number nan is not finite; send a finite number"
        ) { $0.header("X-A", Double.nan) },
        Case(
            "NaN in JSON",
            "the body can't be written as JSON: q is a number that JSON does not have; "
                + "send values that JSON has"
        ) { $0.body("q", Double.nan) },
        Case(
            "two values that can't be sent: the first is told",
            "the parameter b: the number inf is not finite; send a finite number"
        ) {
            $0.query("a", 1)
            $0.query("b", Double.infinity)
            $0.path("c", Double.nan)
        },
        Case(
            "NaN in a part",
            "the parameter q: the number nan is not finite; send a finite number"
        ) { $0.part("q", Double.nan) },
        Case(
            "NaN deep in a part of JSON",
            "[1].a is a number that JSON does not have; "
                + "send a finite number"
        ) { $0.part("q", json: [["a": 1], ["a": Double.nan]].map { Pair(a: $0["a"] ?? 0) }) },
        Case(
            "a date without a text in a query",
            "the parameter at: the date's year does not have four digits; "
                + "send a date of the years 0 to 9999"
        ) { $0.query("at", encoding: Date(timeIntervalSince1970: 1e15)) },
        // Values without an end, or that refuse.
        Case(
            "a circle in a query",
            "[0][0][0][0] is nested too deep, or holds itself; send at most 512 levels"
        ) { $0.query("q", encoding: Circle()) },
        Case(
            "a circle in JSON",
            "the body can't be written as JSON: [0][0][0][0] is nested too deep, or holds itself; "
                + "send values that JSON has"
        ) { $0.body(Circle()) },
        Case(
            "a circle in a form",
            "[0][0][0][0] is nested too deep, or holds itself; send at most 512 levels"
        ) { $0.form("q", encoding: Circle()) },
        Case(
            "an Encodable that throws",
            "the body can't be written as JSON: an error of type Secret; send values that JSON has"
        ) { $0.body("q", Throwing()) },
        Case(
            "an Encodable that throws in a query",
            "the parameter q can't be written: an error of type Secret; "
                + "look at what its `encode(to:)` does"
        ) { $0.query("q", encoding: Throwing()) },
        // What would end a line, a cookie, a part.
        Case(
            "CR LF in a header",
            "the value of the header field X-A holds a line break or another control; "
                + "remove it, or encode the value"
        ) { $0.header("X-A", "canary\r\nX-B: 1") },
        Case(
            "NUL in a Range",
            "the value of the header field Range holds a line break or another control; "
                + "remove it, or encode the value"
        ) { $0.header("Range", "bytes=0-\0canary") },
        Case(
            "LF in a User-Agent",
            "the value of the header field User-Agent holds a line break or another control; "
                + "remove it, or encode the value"
        ) { $0.header("User-Agent", "canary\n") },
        Case(
            "CR in a header's name",
            "“X-A?canary” is not a header field's name; use letters, digits and -"
        ) { $0.header("X-A\rcanary", "1") },
        Case(
            "a Host of one's own",
            "the header field Host belongs to the connection; "
                + "leave it to the transport"
        ) { $0.header("Host", "canary") },
        Case(
            "a length of one's own",
            "the header field Content-Length belongs to the connection; "
                + "leave it to the transport"
        ) { $0.header("Content-Length", 7) },
        Case(
            "CR LF in a cookie",
            "the value of the cookie c holds a character that a cookie can't "
                + "hold; encode it as the server expects, in base64url for example"
        ) { $0.cookie("c", "canary\r\nX: y") },
        Case(
            "a cookie's name",
            "a cookie has a name that HTTP does not allow; use letters, digits, - and _"
        ) { $0.cookie("c;canary", "1") },
        Case(
            "CR LF in the media type of an upload",
            "the value of the header field Content-Type holds a line break or another control; "
                + "remove it, or encode the value"
        ) { $0.upload(HTTPBody(Data()), as: "canary/b\r\nX: y") },
        Case(
            "LF in the media type of a part",
            "the value of the header field Content-Type holds a line break or another control; "
                + "remove it, or encode the value"
        ) { $0.part("f", FormPart(Data(), filename: "x", mediaType: "canary\n")) },
        Case(
            "CR LF in the media type of a serializer",
            "the value of the header field Content-Type holds a line break or another control; "
                + "remove it, or encode the value"
        ) {
            $0.serializer = BodySerializer(mediaType: "canary/x\r\ny") { _ in Data() }
            $0.body("a", 1)
        },
        // Places that name nothing.
        Case(
            "nothing in a path",
            "the path parameter id is empty; pass a value that is not empty"
        ) { $0.path("id", "") },
        Case(
            "a step up in a path",
            "segment 2 of the path parameter id is a dot segment; pass a value without the "
                + "segments `.` and `..`, or, if they are names for the server, an EncodedPath(encoding:)"
        ) { $0.path("id", "canary/../..") },
        // Too much.
        Case(
            "a query of 10 MB",
            "the path and the query have more than 1048576 bytes; "
                + "send long values in the body"
        ) { $0.query("q", String(repeating: "a", count: 10_000_000)) },
        Case(
            "a header of 2 MB",
            "the header fields have more than 1048576 bytes; "
                + "send long values in the body"
        ) { $0.header("X-A", String(repeating: "a", count: 2_000_000)) },
        // Files.
        Case(
            "a file that is not there",
            "there is no file to send, or it can't be read: No such file or directory; "
                + "check its path and its permissions"
        ) { $0.part("f", FormPart(file: URL(filePath: "/nonexistent/canary"))) },
        Case("a folder", "the path to send is not a regular file; give the URL of a file") {
            $0.upload(.file(URL(filePath: "/")), as: "a/b")
        },
        Case(
            "a path that ends early",
            "the path of a file to send holds a NUL; give the URL of a file"
        ) {
            $0.upload(.file(URL(filePath: "/etc/hostname\0.png")), as: "a/b")
        },
        Case(
            "two bodies",
            "the parameters would be a second body; "
                + "call parameters(_:) once, and set no other body"
        ) {
            $0.parameters(["a": 1])
            $0.form("b", 1)
        },
    ]

    private struct Pair: Encodable, Sendable { var a: Double }

    @Test(arguments: cases)
    func invalidInputFailsBeforeSending(_ example: Case) async throws {
        let transport = StubTransport()
        let endpoint = Ping { request in
            request.method(.post, "/a/{id}")
            request.path("id", 1)
            try example.layer(&request)
        }
        let error = try #require(
            await #expect(throws: APIError.self) { try await Store(transport).send(endpoint) })
        #expect(error.description == "ping failed while building: \(example.error)")
        #expect(error.stage == .building)
        #expect([.invalidParameter, .encodingFailed].contains(error.code))
        #expect(!error.description.contains("canary") || example.name.hasPrefix("CR in a header's"))
        #expect(transport.requests.isEmpty)
    }

    /// A string of Swift can't hold half a surrogate pair: it is read as U+FFFD, which can be sent.
    @Test func unpairedSurrogateIsSentAsReplacementCharacter() throws {
        let text = String(decoding: [0xd83d as UInt16, 0x61], as: UTF16.self)
        let request = try built(.post) {
            $0.query("q", text)
            $0.body("b", text)
        }
        #expect(request.query == "q=%EF%BF%BDa")
        #expect(request.bodyText == "{\"b\":\"\u{fffd}a\"}")
    }

    @Test(arguments: ["GET /x", "", "G\r\nET", "GÉT", "G(T"])
    func invalidMethodIsNil(_ text: String) {
        #expect(HTTPRequest.Method(text) == nil)
    }

    /// As deep as JSON may be, and no deeper.
    @Test func queryNestingIsLimited() throws {
        func nested(_ depth: Int) -> Nested { Nested(depth: depth) }
        #expect(try QueryStyle().text(of: ["a": nested(510)]).hasSuffix("=1"))
        #expect(throws: APIError.Cause.self) { try QueryStyle().text(of: ["a": nested(511)]) }
    }

    private struct Nested: Encodable {
        var depth: Int
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if depth > 0 {
                try container.encode(Nested(depth: depth - 1))
            } else {
                try container.encode(1)
            }
        }
    }
}
