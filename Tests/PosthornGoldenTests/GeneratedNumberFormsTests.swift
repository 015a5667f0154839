import Foundation
import PosthornCore
import Testing

/// Numbers that a spec declares as strings on the wire, as in `Int64(string)`.
@Suite("Generated number formats")
struct GeneratedNumberFormsTests {
    private let api = NumberFormsAPI(
        .canned(),
        common: .init(session: 7, seen: [Date(timeIntervalSince1970: 1_795_219_200)]))

    @Test("A JSON body has strings; path, query, header and cookie fields have the digits")
    func jsonBody() throws {
        let request = try api.request(
            for: NumberFormsAPI.Put(
                lease: 5, parts: [1, 2], ids: [1, .max], least: .max, filter: ["a": 3],
                member: .init(9), sizeHint: 3, mark: 4, ttl: 60, weights: [0.5, 2], revision: -1,
                size: .max, total: .null))
        #expect(
            request.target
                == "/keys/5/1/2?revision=-1&ids=1&ids=18446744073709551615"
                + "&least=18446744073709551615&filter%5Ba%5D=3&member=9")
        let size = try #require(HTTPField.Name("X-Size"))
        #expect(request.headers[size] == "3")
        #expect(request.headers[.cookie] == "mark=4")
        #expect(
            request.body?.data
                == Data(
                    """
                    {"session":"7","seen":["2026-11-21"],"ttl":"60",\
                    "size":"18446744073709551615","limit":"10","weights":["0.5","2"],"total":null}
                    """.utf8))
    }

    @Test("A whole body has strings")
    func wholeBody() throws {
        let request = try api.request(for: NumberFormsAPI.Replace(body: [1, 2]))
        #expect(request.body?.data == Data(#"["1","2"]"#.utf8))
    }

    @Test("A form has the digits, of common fields too")
    func form() throws {
        let request = try api.request(for: NumberFormsAPI.Submit(count: 5, ids: [1, 2]))
        #expect(
            request.body?.data == Data("session=7&seen=2026-11-21&count=5&ids=1&ids=2".utf8))
    }

    @Test("Parts are texts without quotes, of common fields too; a map is JSON")
    func parts() throws {
        let request = try api.request(
            for: NumberFormsAPI.Attach(count: 5, ids: [1, 2], table: ["a": 3]))
        let body = String(decoding: try #require(request.body?.data), as: UTF8.self)
        for part in [
            "name=\"session\"\r\n\r\n7\r\n", "name=\"seen\"\r\n\r\n2026-11-21\r\n",
            "name=\"count\"\r\n\r\n5\r\n", "name=\"ids\"\r\n\r\n1\r\n", "name=\"ids\"\r\n\r\n2\r\n",
            "name=\"table\"\r\nContent-Type: application/json\r\n\r\n{\"a\":\"3\"}\r\n",
        ] {
            #expect(body.contains(part), "\(part)")
        }
    }

    @Test("Strings and numbers are read")
    func responses() throws {
        let page = """
            {"revision":"9223372036854775807","size":18446744073709551615,"count":"7",
            "owner":null,"price":"10.50","counts":{"a":"1","b":2},"peer":"0.5",
            "id":"18446744073709551615"}
            """
        let range = try KeyRange(jsonData: Data(page.utf8))
        #expect(range.revision == .max)
        #expect(range.size == .max)
        #expect(range.count == 7)
        #expect(range.lease == 0)
        #expect(range.owner == nil)
        #expect(range.price == Decimal(string: "10.5"))
        #expect(range.counts == ["a": 1, "b": 2])
        #expect(range.peer == .number(0.5))
        #expect(range.id.value == .max)
        #expect(
            String(decoding: try range.jsonData(), as: UTF8.self) == """
                {"revision":"9223372036854775807","size":18446744073709551615,"count":"7",\
                "lease":"0","owner":null,"price":"10.5","counts":{"a":"1","b":"2"},"peer":"0.5",\
                "id":"18446744073709551615"}
                """)
    }

    @Test("Header fields have the digits")
    func headers() async throws {
        let fields = ["X-Revision": "-3", "X-Size": "18446744073709551615"]
        let api = NumberFormsAPI(.canned(headers: fields), common: .init(session: 1))
        let head = try await api.head()
        #expect(head.revision == -3)
        #expect(head.size == .max)
    }

    @Test(
        "The error for an undeclared string or a missing member tells how to declare it",
        arguments: [
            (#"{"revision":"1","size":"2"}"#, "`Int64(string)`"),
            (#"{"revision":"x"}"#, "compare it with the spec; the bytes"),
            (#"{"size":2}"#, "needs a `?` or a default; the bytes"),
        ])
    func advice(_ json: String, _ advice: String) async {
        let api = NumberFormsAPI(.canned(json), common: .init(session: 1))
        let error = await #expect(throws: APIError.self) {
            try await api.put(
                lease: 5, parts: [], ids: [], least: 0, filter: [:], member: .init(9), sizeHint: 3,
                mark: 4, ttl: 60, weights: [], total: .null)
        }
        #expect(error?.advice?.contains(advice) == true, "\(error?.advice ?? "")")
    }
}
