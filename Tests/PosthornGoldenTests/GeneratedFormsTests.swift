import Foundation
import PosthornCore
import Testing

/// The forms of dates and data that generated endpoints write and read outside of JSON.
@Suite("Generated date and data formats")
struct GeneratedFormsTests {
    private let date = Date(timeIntervalSince1970: 1_795_256_580.5)
    private let data = Data([0xFB, 0xFF, 0x00])

    @Test("Path, query, header, cookie and form values use the spec's format")
    func parameters() throws {
        let api = WireFormsAPI(.canned())
        let request = try api.request(
            for: WireFormsAPI.Submit(
                day: date, since: date, seen: date, until: date, from: date, days: [date, date],
                mark: data, at: [date], key: data))
        #expect(
            request.target
                == "/send/2026-11-21?from=1795256580500&days=2026-11-21&days=2026-11-21")
        let since = try #require(HTTPField.Name("X-Since"))
        #expect(request.headers[since] == "Sat, 21 Nov 2026 10:23:00 GMT")
        #expect(request.headers[.cookie] == "seen=1795256580.5; mark=fbff00")
        #expect(
            request.body?.data
                == Data("until=2026-11-21&at=1795256580.5&key=-_8A".utf8))
    }

    @Test("Wrapper types use their format everywhere")
    func wrappers() throws {
        let request = try WrappersAPI(.canned()).request(
            for: WrappersAPI.Submit(
                at: .init(date), prints: [.init(data)], sentAt: .init(date), seen: .init(date),
                until: .init(date), size: .init(.large), day: .init(date)))
        #expect(
            request.target
                == "/submit/1795256580.5?since=5&prints=fbff00&day=2026-11-21")
        let at = try #require(HTTPField.Name("X-At"))
        #expect(request.headers[at] == "1795256580.5")
        #expect(request.headers[.cookie] == "seen=2026-11-21")
        #expect(request.body?.data == Data("until=2026-11-21&size=large".utf8))
    }

    @Test("Wrapped texts are text parts; wrapped lists are JSON parts")
    func wrappedParts() throws {
        let request = try WrappersAPI(.canned()).request(
            for: WrappersAPI.Attach(
                id: .init("o\"1"), size: .init(.small), labels: [.init("x"), .init("y")],
                at: .init(date), tags: .init(["a"]), maybe: .init(nil)))
        let body = String(decoding: try #require(request.body?.data), as: UTF8.self)
        for part in [
            "name=\"id\"\r\n\r\no\"1\r\n", "name=\"size\"\r\n\r\nsmall\r\n",
            "name=\"labels\"\r\n\r\nx\r\n", "name=\"labels\"\r\n\r\ny\r\n",
            "name=\"at\"\r\n\r\n1795256580.5\r\n",
            "name=\"tags\"\r\nContent-Type: application/json\r\n\r\n[\"a\"]\r\n",
            "name=\"maybe\"\r\nContent-Type: application/json\r\n\r\nnull\r\n",
        ] {
            #expect(body.contains(part), "\(part)")
        }
    }

    @Test("Parts use the format as text and as JSON")
    func parts() throws {
        let request = try WireFormsAPI(.canned()).request(
            for: WireFormsAPI.Attach(
                taken: date, days: [date, date], seen: ["a": date], print: data))
        let body = String(decoding: try #require(request.body?.data), as: UTF8.self)
        for part in [
            "name=\"taken\"\r\n\r\n1795256580.5\r\n", "name=\"days\"\r\n\r\n2026-11-21\r\n",
            "name=\"print\"\r\n\r\nfbff00\r\n",
            "name=\"seen\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1795256580.5}\r\n",
        ] {
            #expect(body.contains(part))
        }
        #expect(body.split(separator: "name=\"days\"").count == 3)
    }

    @Test("Response header fields are decoded from the format")
    func headers() async throws {
        let fields = [
            "Last-Modified": "Sat, 21 Nov 2026 10:23:00 GMT", "X-Reset": "1795256580.5",
            "X-Millis": "1795256580500", "X-Print": "FBff00", "X-Plain": "+/8A",
        ]
        let response = try await WireFormsAPI(.canned(headers: fields)).read()
        #expect(response.lastModified == Date(timeIntervalSince1970: 1_795_256_580))
        #expect(response.reset == date)
        #expect(response.millis == date)
        #expect(response.print == data)
        #expect(response.plain == data)
        let bare = try await WireFormsAPI(
            .canned(headers: ["Last-Modified": "Sat, 21 Nov 2026 10:23:00 GMT"])
        ).read()
        #expect(bare.reset == nil)
    }

    @Test(
        "A header field in another format fails the call",
        arguments: [
            ("X-Reset", "soon"), ("X-Reset", "1e3"), ("X-Reset", "nan"), ("X-Reset", ""),
            ("X-Millis", "0x10"), ("X-Print", "abc"), ("X-Plain", "-_8A"),
            ("Last-Modified", "2026-11-21"),
        ])
    func headerFieldInOtherFormatThrows(_ name: String, _ text: String) async {
        var fields = ["Last-Modified": "Sat, 21 Nov 2026 10:23:00 GMT"]
        fields[name] = text
        let api = WireFormsAPI(.canned(headers: fields))
        let error = await #expect(throws: APIError.self) { try await api.read() }
        #expect(error?.code == .decodingFailed)
    }
}
