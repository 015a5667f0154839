import Foundation
import PosthornCore
import Testing

/// The bodies that generated endpoints send.
@Suite("Generated bodies")
struct GeneratedBodyTests {
    private let api = PayloadsAPI(.canned(), common: .init(channel: "a b"))

    @Test("Included fields precede the body's own")
    func included() throws {
        let api = IncludedBodyAPI(.canned())
        let search = IncludedBodyAPI.SearchNotes(
            folder: 7, motive: "audit", channel: .web, text: "tea", traceID: "t1")
        let request = try api.request(for: search)
        #expect(request.target == "/folders/7/search")
        #expect(
            request.body?.data.map { String(decoding: $0, as: UTF8.self) }
                == #"{"limit":20,"trace_id":"t1","reason":"audit","channel":"web","text":"tea"}"#)
        let touch = IncludedBodyAPI.TouchNote(id: "a", motive: "x", channel: .unknown("tv"))
        #expect(
            try api.request(for: touch).body?.data == Data(#"{"reason":"x","channel":"tv"}"#.utf8))
        #expect(throws: APIError.self) {
            try api.request(
                for: IncludedBodyAPI.SearchNotes(
                    folder: 7, motive: "audit", channel: .web, text: ""))
        }
    }

    @Test("Forms are URL-encoded, with common fields first")
    func form() throws {
        let request = try api.request(
            for: PayloadsAPI.SignIn(userName: "ä&=~*", scope: ["read all", "write"]))
        #expect(request.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(
            request.body?.data
                == Data(
                    ("channel=a+b&tags=a&tags=b&user_name=%C3%A4%26%3D%7E*&scope=read+all"
                        + "&scope=write&remember=true").utf8))
    }

    @Test("Constants are sent with every request")
    func constants() async throws {
        let api = ConstantsAPI(.canned(), common: .init(device: "d"))
        let client = HTTPField.Name("X-Client")!
        func text(_ endpoint: some EndpointRequest) throws -> String {
            let body = try api.request(for: endpoint).body?.data
            return body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        #expect(
            try text(ConstantsAPI.SignIn(scope: "all"))
                == "jsonrpc=2.0&grant_type=client_credentials&scope=all")
        #expect(
            try text(ConstantsAPI.Call(kind: "k", id: 1, const: .init(const: nil)))
                == #"{"jsonrpc":"2.0","kind":"k","method":"session-get","strict":true,"id":1,"+id":-7,"#
                + #""most":18446744073709551615,"rate":0.5,"since":"2026-01-01","#
                + #""text":"a\"b\\c\\(x)\n","const":{"const":null}}"#)
        #expect(try api.request(for: ConstantsAPI.SignIn(scope: "")).headers[client] == "web")
        let search = try api.request(for: ConstantsAPI.Search(q: "tea"))
        #expect(search.target == "/search?no_projects=&q=tea&limit=50")
        #expect(search.headers[client] == nil)
        #expect(search.headers[HTTPField.Name("X-Device")!] == "d")
        #expect(search.headers[HTTPField.Name("Prefer")!] == "return=minimal")
        #expect(search.headers[.cookie] == "consent=true")
        let upload = try text(ConstantsAPI.Upload(content: FormPart(Data("x".utf8), filename: "x")))
        #expect(upload.contains("name=\":action\"\r\n\r\nfile_upload\r\n"))
        #expect(upload.contains("name=\"version\"\r\n\r\n1.10\r\n"))
    }

    @Test("Parts keep the order of the spec")
    func multipart() throws {
        let request = try api.request(
            for: PayloadsAPI.Deliver(
                file: FormPart(Data("PNG".utf8), filename: "a.png"),
                place: PayloadsPlace(lat: 1, lon: 2), tags: ["x", "y"]))
        let type = try #require(request.headers[.contentType])
        let boundary = type.dropFirst("multipart/form-data; boundary=".count)
        let body = String(decoding: try #require(request.body?.data), as: UTF8.self)
        let parts = [
            "Content-Disposition: form-data; name=\"channel\"\r\n\r\na b",
            "Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n"
                + "Content-Type: image/png\r\n\r\nPNG",
            "Content-Disposition: form-data; name=\"place\"\r\n"
                + "Content-Type: application/json\r\n\r\n{\"lat\":1,\"lon\":2}",
            "Content-Disposition: form-data; name=\"tags\"\r\n\r\nx",
            "Content-Disposition: form-data; name=\"tags\"\r\n\r\ny",
        ]
        #expect(body == parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n")
    }

    @Test("An upload sends only the bytes")
    func upload() throws {
        let put = try api.request(
            for: PayloadsAPI.Put(id: "1", body: HTTPBody(Data("x".utf8))))
        #expect(put.headers[.contentType] == "image/png")
        #expect(put.body?.data == Data("x".utf8))
        let attach = try api.request(for: PayloadsAPI.Attach(notes: HTTPBody(Data())))
        #expect(attach.headers[.contentType] == "text/plain; charset=utf-8")
        #expect(attach.body?.count == 0)
    }
}
