import Foundation
import PosthornCodegen
import PosthornCore
import PosthornInterpreter
import PosthornSpec
import Testing

/// The requests of interpreted calls, compared with those of generated code for the same specs.
@Suite("Interpreted requests", .timeLimit(.minutes(1)))
struct InterpretedRequestTests {
    /// A call in both forms.
    struct Row: CustomTestStringConvertible, Sendable {
        var spec: String
        var endpoint: String
        /// Arguments as on the command line.
        var arguments: [String]
        var generated: @Sendable () throws -> TransportRequest

        init(
            _ spec: String, _ endpoint: String, _ arguments: [String],
            _ generated: @escaping @Sendable () throws -> TransportRequest
        ) {
            (self.spec, self.endpoint) = (spec, endpoint)
            (self.arguments, self.generated) = (arguments, generated)
        }

        var testDescription: String { "\(spec) \(endpoint)" }
    }

    private static let date = Date(timeIntervalSince1970: 1_795_256_580)

    static let rows: [Row] = [
        Row("Methods", "remove", []) {
            try MethodsAPI(.canned()).request(for: MethodsAPI.Remove())
        },
        Row("Paths", "getFile", ["user_id=e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "number=7"]) {
            let user = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
            return try PathsAPI(.canned()).request(for: PathsAPI.GetFile(user: user, number: 7))
        },
        Row(
            "Queries", "search",
            [
                "q=a b", "exact=true", "fields=name", "fields=HTTPStatus", "precise=1000.0",
                "price=4.2", "filter[name]=x",
            ]
        ) {
            try QueriesAPI(.canned()).request(
                for: QueriesAPI.Search(
                    q: "a b", exact: true, fields: [.name, .httpStatus], filterName: "x"))
        },
        Row(
            "QueryStyles", "search",
            [
                "q=x", "bounds.n=1.5", "bounds.e=2.5", "ids=[1,2]", "days=1970-01-01",
                "days=1970-01-02", "nested[0].user_name=a b", "nested[0].since=5",
                "nested[0].kinds=book", "tags=1", "tags=2", "at=7", "lang=de", "lang=en",
            ]
        ) {
            let filter = QueryStylesFilter(
                userName: "a b", since: Date(timeIntervalSince1970: 5), kinds: [.book])
            let days = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400)]
            return try QueryStylesAPI(.canned(), common: .init(lang: ["de", "en"])).request(
                for: QueryStylesAPI.Search(
                    q: "x", bounds: ["n": 1.5, "e": 2.5], ids: [1, 2], days: days, nested: [filter],
                    tags: ["1", "2"], at: Date(timeIntervalSince1970: 7)))
        },
        Row(
            "QueryStyles", "submit",
            ["name=a b", "list=3", "list=4", "filter.user_name=a b", "days=1970-01-01"]
        ) {
            try QueryStylesAPI(.canned()).request(
                for: QueryStylesAPI.Submit(
                    name: "a b", list: [3, 4], filter: QueryStylesFilter(userName: "a b"),
                    days: [Date(timeIntervalSince1970: 0)]))
        },
        Row("Templates", "getFile", ["path=a/b c/d.txt"]) {
            try TemplatesAPI(.canned()).request(for: TemplatesAPI.GetFile(path: "a/b c/d.txt"))
        },
        Row("Templates", "search", ["q=x y", "filter.k=1", "filter.l=2", "more=book"]) {
            try TemplatesAPI(.canned()).request(
                for: TemplatesAPI.Search(q: "x y", filter: ["k": "1", "l": "2"], more: [.book]))
        },
        Row("Headers", "conditional", ["X-Mode=fast", "If-None-Match=\"a\""]) {
            try HeadersAPI(.canned()).request(
                for: HeadersAPI.Conditional(mode: .fast, ifNoneMatch: "\"a\""))
        },
        Row("Common", "plain", ["text=hi", "X-Device-ID=d1", "channel=web"]) {
            try CommonAPI(
                .canned(), common: .init(deviceID: "d1", channel: .web),
                ciphers: .init(partner: .plaintext, default: .plaintext)
            ).request(for: CommonAPI.Plain(text: "hi"))
        },
        Row(
            "WireForms", "submit",
            [
                "day=2026-11-21", "since=Sat, 21 Nov 2026 10:23:00 GMT", "seen=1795256580",
                "until=2026-11-21", "from=1795256580000", "days=2026-11-21", "mark=fbff00",
                "at=1795256580", "key=-_8A",
            ]
        ) {
            let data = Data([0xFB, 0xFF, 0x00])
            return try WireFormsAPI(.canned()).request(
                for: WireFormsAPI.Submit(
                    day: date, since: date, seen: date, until: date, from: date, days: [date],
                    mark: data, at: [date], key: data))
        },
        Row(
            "NestedMembers", "put",
            ["kind=pod", "name=a", "owner.id=1", "labels.tier=web", "phase=up"]
        ) {
            try NestedMembersAPI(.canned()).request(
                for: NestedMembersAPI.Put(
                    body: NestedMembersPod(
                        kind: "pod", name: "a", owner: .init(id: 1), phase: .up,
                        labels: ["tier": "web"])))
        },
        Row("RPC", "subtract", ["body=[5,3]"]) {
            try RPCAPI(.canned()).request(for: RPCAPI.Subtract(body: .init(first: 5, second: 3)))
        },
        Row("NamePatterns", "put", ["key=k", "text=t", "x-amz-meta-color=red", "X-App=shop"]) {
            try NamePatternsAPI(
                .canned(), common: .init(app: "shop"), auth: .init(key: .apiKey("secret"))
            ).request(for: NamePatternsAPI.Put(key: "k", text: "t", amzMeta: ["color": "red"]))
        },
        Row("Versions", "old", []) {
            try VersionsAPI(.canned()).request(for: VersionsAPI.Old())
        },
        Row("Constants", "search", ["q=x", "X-Device=d"]) {
            try ConstantsAPI(.canned(), common: .init(device: "d")).request(
                for: ConstantsAPI.Search(q: "x"))
        },
        Row("EntityTags", "save", ["id=1", "name=n", "If-Match=\"a1\""]) {
            try EntityTagsAPI(.canned()).request(
                for: EntityTagsAPI.Save(id: 1, body: Tagged(TagItem(name: "n"), eTag: "\"a1\"")))
        },
        Row("BodyFormats", "putForm", ["name=n", "tags=a", "tags=b"]) {
            try BodyFormatsAPI(.canned()).request(
                for: BodyFormatsAPI.PutForm(name: "n", tags: ["a", "b"]))
        },
        Row("BodyFormats", "putChosen", ["id=1", "contentType=application/x-www-form-urlencoded"]) {
            try BodyFormatsAPI(.canned()).request(
                for: BodyFormatsAPI.PutChosen(
                    body: FormatOrder(id: 1), as: .form))
        },
        Row("JSONParameters", "search", ["filter.name=n", "filter.since=5", "scope=all"]) {
            try JSONParametersAPI(.canned()).request(
                for: JSONParametersAPI.Search(
                    filter: Filter(name: "n", since: Date(timeIntervalSince1970: 5)),
                    scope: .string("all")))
        },
    ]

    @Test("An interpreted call sends the request of generated code", arguments: rows)
    func sameRequest(_ row: Row) async throws {
        let service = try Self.service(row.spec)
        let call = try service.call(row.endpoint, Self.arguments(row.arguments))
        let interpreted = try await call.preparedRequest()
        let (text, generated) = (Self.text(of: interpreted), Self.text(of: try row.generated()))
        #expect(text == generated)
    }

    @Test("All that is wrong with arguments is told at once, with the place and what to write")
    func wrongArguments() throws {
        let service = try Self.service("Queries")
        let arguments = try Self.arguments([
            "exact=maybe", "page=one", "sort=dsc", "fields=nme", "idds=1", "since=today", "$top=1",
        ])
        let error = #expect(throws: InterpretationErrors.self) {
            try service.call("search", arguments)
        }
        #expect(
            error?.description == """
                search: unknown parameter; found 'idds'; write 'IDs', if you mean that
                search: 'q' is required; found nothing; write 'q=' with a String
                search: 'exact' is a Bool; found 'maybe'; write 'true' or 'false'
                search: 'page' is an Int; found 'one'; write a whole number
                search: 'since' is a Date; found 'today'; write one as in '2026-11-21T10:23:00Z'
                search: 'sort' is one of the values that the spec lists; found 'dsc'; write 'asc' or 'desc', if you mean one of them
                search: 'fields[0]' is one of the values that the spec lists; found 'nme'; write 'name', if you mean that
                """)
    }

    @Test("Strategies that only Swift has are refused by name")
    func needsSwift() throws {
        let schemes = try Self.service("Schemes", ["partner": "k:" + Self.key])
        _ = try schemes.call("seal", Self.arguments(["sku=A1"]))
        let missing = #expect(throws: InterpretationErrors.self) {
            try schemes.call("list", Self.arguments(["sku=A1"]))
        }
        #expect(
            missing?.description
                == "list: the signer 'query' needs its key; found none; write 'ID:BASE64', or a JWK "
                + "of the type oct, in a value for query")
        let own = try Self.service("Ciphers")
        let refusal = #expect(throws: InterpretationErrors.self) {
            try own.call("placeOrder", Self.arguments(["sku=A1"]))
        }
        #expect(refusal?.all.map(\.kind) == [.needsSwift, .needsSwift])
        #expect(refusal?.all.first?.found == "'sealed'")
        let foreign = #expect(throws: InterpretationErrors.self) {
            try Self.service("ForeignTypes").call("price", Self.arguments(["amount=1"]))
        }
        #expect(foreign?.all.map(\.kind) == [.needsSwift])
        #expect(foreign?.description.contains("of the type 'Money.Amount'") == true)
    }

    private static let key = Data((1...32).map { UInt8($0) }).base64EncodedString()

    static func service(
        _ name: String, _ secrets: [String: String] = ["key": "secret"],
        configuration: ClientConfiguration = .canned()
    ) throws -> InterpretedService {
        let cases = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "PosthornCodegenTests/Cases/\(name)")
        let files = try #require(SpecFolder.files(below: cases.path)).filter {
            !$0.contains("/Expected/")
        }
        let read = SpecReader.read(SpecFolder(files: files).sources)
        let document = try #require(read.document, "\(read.diagnostics)")
        return InterpretedService(
            InterpretedSpec(document), configuration, secrets: SecretSource(secrets))
    }

    private static func arguments(_ texts: [String]) throws -> CallArguments {
        var arguments = CallArguments()
        for text in texts {
            let equals = try #require(text.firstIndex(of: "="))
            arguments.items.append(
                (
                    try ArgumentPath(String(text[..<equals])),
                    .text(String(text[text.index(after: equals)...]))
                ))
        }
        return arguments
    }

    private static func text(of request: TransportRequest) -> String {
        let fields = request.headers.map { "\($0.name): \($0.value)" }
            .filter { !$0.hasPrefix("X-Request-ID") }
        let body = request.body?.data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        // The ids of JSON-RPC count the calls of the process.
        let text = body.replacing(/"id":\d+,"method"/, with: "\"id\":0,\"method\"")
        return (["\(request.method.rawValue) \(request.url)"] + fields + [text])
            .joined(separator: "\n")
    }
}
