import Foundation
import HTTPBin
import Posthorn
import PosthornCurl
import Testing

/// Every kind of body, as a third-party server understands it.
extension HTTPBinTests {
    private var filter: Filter { Filter(userName: "a & ä", kinds: ["x y", "z"]) }

    @Test func bracketStyleArrivesInQueryAndForm() async throws {
        let echo = try await client.postStyled(
            filter: filter, ids: [1, 2], tags: ["one", "two"], picked: filter)
        #expect(
            echo.args == [
                "filter[user_name]": "a & ä", "filter[kinds][]": ["x y", "z"], "ids": "1,2",
            ])
        #expect(
            echo.form == [
                "tags[]": ["one", "two"], "filter[user_name]": "a & ä",
                "filter[kinds][]": ["x y", "z"],
            ])
    }

    @Test func multiSegmentPathArrives() async throws {
        let echo = try await client.postPlace(steps: ["a b", "c/d"], q: "x&y")
        #expect(echo.url.hasSuffix("/anything/a%20b/c/d?q=x%26y"))
        #expect(echo.args == ["q": "x&y"])
    }

    @Test func bytesArriveFromMemoryFilesAndStreams() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)").path
        try Data("a,b\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let stream = BodyStream(
            length: 4,
            replay: {
                AsyncStream {
                    $0.yield(Data("a,b\n".utf8)); $0.finish()
                }
            })
        for body in [HTTPBody(Data("a,b\n".utf8)), .file(URL(filePath: path)), HTTPBody(stream)] {
            let echo = try await client.postBytes(body: body)
            #expect(echo.data == "a,b\n")
            #expect(echo.headers["Content-Type"] == "text/csv")
            #expect(echo.headers["Content-Length"] == "4")
        }
    }

    @Test func bodyOfCustomSerializerArrives() async throws {
        let echo = try await client.with { $0.serializer = commaLines }
            .post(name: "cup", tags: ["a", "b"], count: 2)
        #expect(echo.data == "name,cup\ntags,a\ntags,b\ncount,2\n")
        #expect(echo.headers["Content-Type"] == "text/csv")
        let form = try await client.with { $0.serializer = .form }
            .response(to: HTTPBinAPI.Post(name: "cup", tags: ["a", "b"]))
        let text = String(decoding: form.body, as: UTF8.self)
        #expect(text.contains("application/x-www-form-urlencoded"))
        #expect(text.contains(#""name": "cup""#))
    }

    @Test func commonParametersArriveWithEveryKindOfBody() async throws {
        let common = client.with {
            $0.header("X-Common", 7)
            $0.body("channel", "web")
        }
        let json = try await common.post(name: "cup")
        #expect(json.data == #"{"name":"cup","count":1,"channel":"web"}"#)
        #expect(json.headers["X-Common"] == "7")
        let form = try await common.postForm(name: "cup")
        #expect(form.form["channel"] == "web")
        let parts = try await common.postParts(
            caption: "c", file: FormPart(Data("x".utf8), filename: "x.txt"))
        #expect(parts.form["channel"] == "web")
        #expect(parts.files == ["file": "x"])
    }

    @Test func streamedFormPartArrives() async throws {
        let stream = BodyStream(
            length: 5,
            replay: {
                AsyncStream {
                    $0.yield(Data("12345".utf8)); $0.finish()
                }
            })
        let echo = try await client.postParts(
            caption: "grüße", file: FormPart(stream, filename: "ä \"b\".csv"))
        #expect(echo.form["caption"] == "grüße")
        #expect(echo.files == ["file": "12345"])
    }

    @Test func compressedBodyArrivesCompressed() async throws {
        let text = String(repeating: "a,b\n", count: 1000)
        let echo = try await client.with { $0.compressesRequestBody = true }
            .postBytes(body: HTTPBody(Data(text.utf8)))
        #expect(echo.headers["Content-Encoding"] == "gzip")
        #expect(echo.data.hasPrefix("data:application/octet-stream;base64,H4sI"))
        #expect(echo.headers["Content-Length"].flatMap { Int($0) }.map { $0 < 100 } == true)
    }
}

/// A custom body format.
private let commaLines = BodySerializer(mediaType: "text/csv") { value in
    let items = try QueryStyle().items(of: value)
    return Data(items.map { "\($0.name),\($0.value ?? "")\n" }.joined().utf8)
}
