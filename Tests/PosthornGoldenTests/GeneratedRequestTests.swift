import Foundation
import PosthornCore
import Testing

/// What generated endpoints put into a request.
@Suite("Generated requests")
struct GeneratedRequestTests {
    @Test("Requests use the method of the spec")
    func methods() throws {
        let api = MethodsAPI(.canned())
        #expect(try api.request(for: MethodsAPI.Read()).method == .get)
        #expect(try api.request(for: MethodsAPI.Create()).method == .post)
        #expect(try api.request(for: MethodsAPI.Replace()).method == .put)
        #expect(try api.request(for: MethodsAPI.Change()).method == .patch)
        #expect(try api.request(for: MethodsAPI.Remove()).method == .delete)
        #expect(try api.request(for: MethodsAPI.Peek()).method == .head)
        #expect(try api.request(for: MethodsAPI.Ask()).method == .options)
    }

    @Test("Path parameters are put into the path")
    func path() throws {
        let user = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let request = try PathsAPI(.canned()).request(
            for: PathsAPI.GetFile(user: user, number: 7))
        #expect(request.target == "/users/e621e1f8-c36c-495a-93fc-0c247a3e6e5f/files/7")
        let language = try PathsAPI(.canned()).request(for: PathsAPI.GetLanguage(lang: .de))
        #expect(language.target == "/l/de")
    }

    @Test("Defaults are sent; absent optional parameters are not")
    func query() throws {
        let request = try QueriesAPI(.canned()).request(
            for: QueriesAPI.Search(q: "a b", exact: true, fields: [.name, .httpStatus]))
        #expect(
            request.target == "/search?q=a%20b&exact=true&page=1&small=-5&ratio=0.5&precise=1000.0"
                + "&price=4.2&whole=12&sort=desc&fields=name&fields=HTTPStatus&order=created_at")
    }

    @Test("Query parameters use their own style or the endpoint's")
    func styles() throws {
        let filter = QueryStylesFilter(
            userName: "a b", since: Date(timeIntervalSince1970: 5), kinds: [.book, .record])
        let api = QueryStylesAPI(.canned(), common: .init(lang: ["de", "en"]))
        let days = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400)]
        let search = QueryStylesAPI.Search(
            q: "x", bounds: ["n": 1.5, "e": 2], ids: [1, 2], days: days, nested: [filter],
            tags: ["1", "2"], filter: filter, at: Date(timeIntervalSince1970: 7))
        let request = try api.request(for: search)
        let query = request.target.split(separator: "&").map {
            String($0).removingPercentEncoding
        }
        let expected = [
            "/search?lang=de,en", "q=x", "tags[]=1", "tags[]=2", "filter[user_name]=a b",
            "filter[since]=5", "filter[kinds][]=book", "filter[kinds][]=record", "bounds[e]=2.0",
            "bounds[n]=1.5", "ids=1|2", "days=1970-01-01,1970-01-02", "at=7", "exact=1",
            "nested[0][user_name]=a b", "nested[0][since]=5", "nested[0][kinds][0]=book",
            "nested[0][kinds][1]=record",
        ]
        #expect(query == expected)
        let plain = try QueryStylesAPI(.canned()).request(
            for: QueryStylesAPI.Plain(filter: filter, kinds: [.book, .record]))
        #expect(
            plain.target
                == "/plain?user_name=a%20b&since=5&kinds=book&kinds=record&kinds=book%20record")
        let form = try QueryStylesAPI(.canned()).request(
            for: QueryStylesAPI.Submit(
                name: "a b", list: [3, 4], filter: filter, days: days))
        let body = try #require(form.body?.data)
        let text = String(decoding: body, as: UTF8.self).removingPercentEncoding
        let fields =
            "name=a+b&list[0]=3&list[1]=4&filter[user_name]=a+b&filter[since]=5"
            + "&filter[kinds][0]=book&filter[kinds][1]=record&days=1970-01-01|1970-01-02"
        #expect(text == fields)
    }

    @Test("Paths support RFC 6570 expressions")
    func templates() throws {
        let api = TemplatesAPI(.canned())
        let targets = try [
            api.request(for: TemplatesAPI.GetFile(path: "a/b c/d.txt")),
            api.request(for: TemplatesAPI.GetFile(path: "/percent%20.txt//")),
            api.request(for: TemplatesAPI.GetLinked(link: EncodedPath("a%2Fb/50%25.txt"))),
            api.request(for: TemplatesAPI.GetPart(steps: ["a/b", "c"])),
            api.request(for: TemplatesAPI.GetSome(numbers: [1, 2], ext: "json", version: 3)),
            api.request(for: TemplatesAPI.GetSome(numbers: [1])),
            api.request(
                for: TemplatesAPI.Search(
                    q: "x y", filter: ["k": "1", "l": "2"], more: [.book, .record])),
            api.request(for: TemplatesAPI.Search(q: "x", page: 2, limit: 1)),
            api.request(for: TemplatesAPI.GetPrefix(id: "abc", id2: "def")),
            api.request(for: TemplatesAPI.GetVersion(v: "2026", name: "a/b")),
        ].map(\.target)
        #expect(
            targets == [
                "/files/a/b%20c/d.txt", "/files//percent%2520.txt//", "/files/a%2Fb/50%25.txt",
                "/parts/a%2Fb/c", "/some/1/2.json;version=3", "/some/1",
                "/search?q=x%20y&k=1&l=2&more=book&more=record&limit=50",
                "/search?q=x&page=2&limit=1", "/by/a,def",
                "/versions/202/a%2Fb",
            ])
        #expect(throws: APIError.self) {
            try api.request(for: TemplatesAPI.GetFile(path: "a/../../b"))
        }
    }

    @Test("Header fields have their wire names")
    func headers() throws {
        let request = try HeadersAPI(.canned()).request(
            for: HeadersAPI.Conditional(mode: .fast, ifNoneMatch: "\"a\""))
        #expect(request.headers[.ifNoneMatch] == "\"a\"")
        #expect(HTTPField.Name("X-Mode").flatMap { request.headers[$0] } == "fast")
        #expect(HTTPField.Name("X-Count").flatMap { request.headers[$0] } == "2")
        #expect(request.headers[.ifModifiedSince] == nil)
    }

    @Test("Common parameters are sent with every request")
    func common() throws {
        let api = CommonAPI(
            .canned(), common: .init(deviceID: "d1", channel: .web),
            ciphers: .init(partner: .plaintext, default: .plaintext))
        let request = try api.request(for: CommonAPI.Plain(text: "hi"))
        #expect(request.target == "/plain?api_version=3")
        #expect(HTTPField.Name("X-Device-ID").flatMap { request.headers[$0] } == "d1")
        #expect(HTTPField.Name("X-App-Version").flatMap { request.headers[$0] } == "4.2")
        let body = try JSONDecoder().decode(CommonBody.self, from: try #require(request.body?.data))
        #expect(body == CommonBody(channel: "web", tags: ["a", "b"], text: "hi"))
    }

    private struct CommonBody: Codable, Equatable {
        var channel: String
        var tags: [String]
        var text: String
    }

    @Test func bodyConsistsOfFieldsOrOfOneValue() throws {
        let api = BodiesAPI(.canned())
        let line = BodiesLine(sku: "tea", quantity: 2)
        let one = try api.request(for: BodiesAPI.One(body: line))
        #expect(
            try JSONDecoder().decode(BodiesLine.self, from: try #require(one.body?.data)) == line)
        let many = try api.request(for: BodiesAPI.Many(body: [line, line]))
        #expect(
            try JSONDecoder().decode([BodiesLine].self, from: try #require(many.body?.data))
                == [line, line])
    }

    @Test("Text from a spec is not interpreted as Swift")
    func hostileText() throws {
        let attack = HostileAPI.Attack(id: "1", interpolated: "i", tick: .x)
        #expect(attack.quote == "\\(secret) \"quoted\" \n next \t tab")
        let request = try HostileAPI(.canned()).request(for: attack)
        #expect(request.target.contains("%5C%28secret%29=i"))
        #expect(HostileAPI.server == "https://example.com/%22)")
        let item = HostileItem(
            line: "l", quote: "q", slash: "s", end: "e", quotes: "3", tone: "t", mark: "m")
        let text = #"""
            {"key\nwith line":"l","quote\"":"q","back\\slash":"s","return\r\nat the end? ":"e",
            "\u0301":"m","\"\"\" and a backslash at the end of a line \\":"3",
            "\ud83c\udffb joins the character before it, on a second line":"t"}
            """#
        #expect(try JSONDecoder().decode(HostileItem.self, from: Data(text.utf8)) == item)
    }

    @Test("Swift keywords work as parameter names")
    func names() throws {
        let request = try NamesAPI(.canned()).request(
            for: NamesAPI.Repeat(
                in: "i", name: "n", request: "r", send: "s", me: "m", output: "o", `inout`: 1,
                let: 2, size: .small, response: "p", documented: "d", default: 3))
        #expect(
            request.target == "/repeat/i?name=n&request=r&send=s&self_=m&output=o&default=3"
                + "&inout=1&let=2&var=2&where=1&size=small&response=p&documented=d")
    }
}
