import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Formats of scalars, enums of numbers and constants of objects, sent to a server on loopback.
@Suite("Generated scalar formats over the wire", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ScalarFormTests {
    private func withServer(
        _ rules: [StubRule],
        _ body: (_ configuration: ClientConfiguration) async throws -> Void
    ) async throws {
        let server = try ScriptedServer.serving(rules)
        defer { server.stop() }
        try await CurlSession.withSession { session in
            try await body(try ClientConfiguration(baseURL: server.url(""), transport: session))
        }
    }

    private static let fields = [
        "Date": "Sat, 21 Nov 2026 10:23:00 GMT", "X-Took": "2.5", "X-Left": "1.5h",
        "X-Final": "1", "X-Job": "00000000000040008000000000000002",
    ]

    private static let job = """
        {"id":"00000000000040008000000000000002","parent":"00000000000040008000000000000001",\
        "sent":"Sat, 21 Nov 2026 10:23:00 +0000","exact":"2026-11-21T10:23:00.123456Z","offset":"2026-11-21T10:23:00Z",\
        "local":"2026-11-21T10:23:00","unix":"1795256580","millis":"1795256580250",\
        "fraction":1795256580.25,"iso":"P1DT2H","go":"1h30m","seconds":0.25,\
        "millisTaken":[1.5],"flag":1,"answer":"否","marks":{"a":"Y"},"limit":"5m","any":"yes"}
        """

    @Test("Members keep their formats on the way to the server and back")
    func members() async throws {
        let sent = Locked("")
        try await withServer([
            .on(.put, "/job") { request in
                sent.withLock { $0 = request.text }
                return .bytes(request.body, type: "application/json")
            }
        ]) { configuration in
            let job = try ScalarFormsJob(jsonData: Data(Self.job.utf8))
            #expect(job.go == .seconds(5400))
            #expect((job.flag, job.answer, job.marks) == (true, false, ["a": true]))
            #expect(job.any == .flag(true))
            let copy = try await ScalarFormsAPI(configuration).change(body: job)
            #expect(copy == job)
        }
        #expect(sent.withLock { $0 } == Self.job)
    }

    @Test("Nine digits, offsets without a colon, and an array for an empty map are read")
    func looseForms() async throws {
        let text = Self.job
            .replacingOccurrences(of: "00.123456Z", with: "00.123456789Z")
            .replacingOccurrences(
                of: #""offset":"2026-11-21T10:23:00Z""#,
                with: #""offset":"2026-11-21T12:23:00+0200""#
            )
            .replacingOccurrences(of: #""marks":{"a":"Y"}"#, with: #""marks":[]"#)
        let job = try ScalarFormsJob(jsonData: Data(Self.job.utf8))
        let read = try await ScalarFormsAPI(.canned(text)).change(body: job)
        #expect(read.marks == [:])
        #expect(read.offset == job.offset)
        #expect(abs(read.exact.timeIntervalSince(job.exact) - 7.89e-7) < 2e-7)
    }

    @Test("Parameters and header fields have the formats of the spec")
    func parameters() async throws {
        let received = Locked<[String]>([])
        try await withServer([
            .on(.post, "*") { request in
                let fields = ["X-Timeout", "X-Dry-Run"].map { name in
                    HTTPField.Name(name).flatMap { request.headers[$0] } ?? ""
                }
                received.withLock { $0 = [request.target] + fields + [request.text] }
                var response = StubResponse.status(.ok)
                for (name, value) in Self.fields {
                    if let name = HTTPField.Name(name) { response.headers[name] = value }
                }
                return response
            }
        ]) { configuration in
            let id = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000002"))
            let date = Date(timeIntervalSince1970: 1_795_256_580)
            let result = try await ScalarFormsAPI(configuration).submit(
                job: id, every: .seconds(90), all: true, timeout: .milliseconds(1500),
                dryRun: false, sent: date, since: date, until: date, ids: [id], retry: false,
                wait: .seconds(300))
            #expect(result.date == date)
            #expect(result.took == .microseconds(2500))
            #expect(result.left == .seconds(5400))
            #expect((result.final, result.job) == (true, id))
        }
        #expect(
            received.withLock { $0 } == [
                "/jobs/00000000000040008000000000000002?since=2026-11-21T10%3A23%3A00"
                    + "&until=1795256580&every=1m30s&all=1&ids=00000000000040008000000000000002",
                "1.5", "no",
                "sent=Sat%2C+21+Nov+2026+10%3A23%3A00+%2B0000&retry=off&wait=PT5M",
            ])
    }

    @Test("Enums have numbers with fractions, and values that differ in case only")
    func numberEnums() async throws {
        let target = Locked("")
        try await withServer([
            .on(.put, "*") { request in
                target.withLock { $0 = request.target }
                return .bytes(request.body, type: "application/json")
            }
        ]) { configuration in
            let tuning = NumberEnumsTuning(
                steps: [.low, .high], gain: .unknown(0.75), order: .ascUppercase)
            let copy = try await NumberEnumsAPI(configuration).tune(
                gain: .full, order: .ascUppercase, body: tuning)
            #expect(copy == tuning)
        }
        #expect(target.withLock { $0 } == "/tune?gain=1&order=ASC")
    }

    @Test(
        "A text in an enum of numbers is an error that names the path",
        arguments: [
            (#"{"gain":"0.5","steps":[]}"#, "gain", "a number"),
            (#"{"steps":[0.25,"high"]}"#, "steps[1]", "a number"),
            (#"{"steps":[0.3]}"#, "steps[0]", "one of 0.25 | 1000.0"),
            (#"{"steps":[],"order":"Asc"}"#, "order", "one of asc | ASC"),
        ])
    func refusesTexts(_ json: String, _ path: String, _ expected: String) {
        let error = #expect(throws: JSONError.self) {
            try NumberEnumsTuning(jsonData: Data(json.utf8))
        }
        #expect(error?.path == path)
        #expect(error?.expected == expected)
    }

    @Test("Constants tell the types of a union apart")
    func constants() async throws {
        try await withServer([
            .on(nil, "*") { request in .bytes(request.body, type: "application/json") }
        ]) { configuration in
            let api = ConstantMembersAPI(configuration)
            let payments: [ConstantMembersPayment] = [
                .constantMembersCard(.init(id: "1")),
                .constantMembersBank(.init(id: "1", others: ["a": 1])),
                .constantMembersCash(.init()),
            ]
            for payment in payments {
                let copy = try await api.pay(body: payment)
                #expect(copy == payment)
            }
        }
        let card = try ConstantMembersCard(id: "1").jsonData()
        #expect(String(decoding: card, as: UTF8.self) == #"{"type":"card","id":"1"}"#)
        let cash = try ConstantMembersCash().jsonData()
        #expect(
            String(decoding: cash, as: UTF8.self)
                == #"{"type":3,"rate":0.5,"@id":18446744073709551615}"#)
        let dot = try ConstantMembersMark.b(.init()).jsonData()
        #expect(
            String(decoding: dot, as: UTF8.self) == #"{"jsonrpc":"2.0","version":2,"kind":"b"}"#)
        let other = try ConstantMembersPayment(
            jsonData: Data(#"{"type":"bank","id":"1","verified":false}"#.utf8))
        #expect(other == .unknown(["type": "bank", "id": "1", "verified": false]))
    }

    @Test(
        "A missing or other constant is an error that names it",
        arguments: [
            (#"{"id":"1"}"#, "'type'"), (#"{"type":"bank","id":"1"}"#, "'card'"),
            (#"{"type":1,"id":"1"}"#, "a string"),
        ])
    func refusesOtherConstants(_ json: String, _ expected: String) {
        let error = #expect(throws: JSONError.self) {
            try ConstantMembersCard(jsonData: Data(json.utf8))
        }
        #expect(error?.expected == expected)
        #expect(error?.path == "type")
    }

    @Test("Open and closed enums of integers keep their numbers")
    func integerEnums() async throws {
        let use = EnumFormsUse(
            type: .a, level: .low, code: .unknown(-7), sizes: [.extraLarge], data: .low)
        let text = String(decoding: try use.jsonData(), as: UTF8.self)
        #expect(text.contains(#""level":1,"code":-7"#))
        #expect(try await EnumFormsAPI(.canned(text)).use(body: use) == use)
        let error = await #expect(throws: APIError.self) {
            try await EnumFormsAPI(.canned(#"{"type":"a","level":"1"}"#)).use(body: use)
        }
        #expect(error?.message.contains("level has another type, a string, expected") == true)
    }

    @Test("Bodies in the charset that the response names are read")
    func charsets() async throws {
        let gbk =
            Data(#"{"type":"card","id":""#.utf8) + [0xc4, 0xe3, 0xba, 0xc3] + Data("\"}".utf8)
        try await withServer([
            .on(.post, "/pay") { _ in .bytes(gbk, type: "application/json;charset=GBK") }
        ]) { configuration in
            let api = ConstantMembersAPI(configuration)
            let payment = try await api.pay(body: .constantMembersCash(.init()))
            #expect(payment == .constantMembersCard(.init(id: "你好")))
        }
        let japanese = Data(#"{"type":"card","id":""#.utf8) + [0x95, 0x5c] + Data("\"}".utf8)
        try await withServer([
            .on(.post, "/pay") { _ in
                .bytes(japanese, type: #"application/json; charset="Shift_JIS""#)
            }
        ]) { configuration in
            let api = ConstantMembersAPI(configuration)
            let payment = try await api.pay(body: .constantMembersCash(.init()))
            #expect(payment == .constantMembersCard(.init(id: "表")))
        }
        try await withServer([
            .on(.post, "/pay") { _ in .bytes(gbk, type: "application/json; charset=x-klingon") }
        ]) { configuration in
            let error = await #expect(throws: APIError.self) {
                try await ConstantMembersAPI(configuration).pay(body: .constantMembersCash(.init()))
            }
            #expect(error?.code == .decodingFailed)
            #expect(error?.message.contains("the charset x-klingon of the response") == true)
            #expect(error?.response?.body == gbk)
        }
    }

    @Test("A body has the constants of what it includes")
    func includedConstants() throws {
        let request = try ConstantMembersAPI(.canned()).request(
            for: ConstantMembersAPI.Sign(text: "t"))
        #expect(
            request.body?.data == Data(#"{"jsonrpc":"2.0","version":2,"text":"t"}"#.utf8))
    }
}
