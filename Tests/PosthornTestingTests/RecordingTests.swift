import Foundation
import Posthorn
import PosthornCache
import PosthornCurl
import PosthornTesting
import Shop
import TestSupport
import Testing

/// A recorder writes HAR 1.2 without secrets, and a replayer responds from it.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RecordingTests {
    private let stub = StubTransport(
        .on(ShopAPI.GetProduct.self) { .named($0.sku) },
        .on(ShopAPI.CreateOrder.self) { .of($0.items) },
        .on(ShopAPI.WatchPrices.self) { _, _ in
            .stream(
                ["data: {\"sku\": \"A\",", " \"amount\": 1}\n\n"], type: "text/event-stream")
        },
        .on(.get, "/lost", response: .failure(TransportError(.connectionLost, "gone"))),
        .on(
            .get, "/broken",
            response: .stream(["half"], type: "text/plain")
                .failing(with: TransportError(.truncated, "cut"))),
        .on(.get, "/binary", response: .bytes(Data([0, 255, 1]))),
        .on(.get, "/login", response: .text("in").header(.setCookie, "session=secret")),
        .on(nil, "/*", response: .text("ok")))

    /// A service whose spec names a credential in a header field.
    private struct Bank: APIService {
        static var server: String? { "https://a.test" }
        var configuration: ClientConfiguration

        func credential(named name: String) -> Credential? { .apiKey("secret") }
    }

    private struct Pay: Endpoint {
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/pay")
            request.auth = .header("X-Bank", credential: "key")
        }
    }

    private func request(
        _ method: HTTPRequest.Method = .get, _ path: String, _ headers: HTTPFields = [:],
        body: Data? = nil
    ) -> TransportRequest {
        TransportRequest(method: method, url: "https://a.test" + path, headers: headers, body: body)
    }

    /// Writes a recording to HAR and reads it again.
    private func reread(_ recorder: RecordingTransport) throws -> HTTPRecording {
        try HTTPRecording(har: try recorder.recording.har())
    }

    /// Transmission repeats the session id of its 409 for people who read the body.
    @Test func bodiesHaveNoValuesOfRedactedFields() async throws {
        let name = HTTPField.Name(token: "X-Session-Id")
        let refusal = StubTransport(
            .on(
                .get, "/",
                response: .text("send 0123456789 again").header(name, "0123456789")))
        var redaction = RecordingTransport.Redaction()
        redaction.headers.insert(name)
        let recorder = RecordingTransport(refusal, redaction: redaction)
        _ = try await recorder.send(request(.get, "/"))
        let exchange = try #require(recorder.recording.exchanges.first)
        #expect(exchange.responseBody == Data("send REDACTED again".utf8))
    }

    @Test func replaysTypedCallsFromAFile() async throws {
        let recorder = RecordingTransport(stub)
        let shop = ShopAPI.test(recorder)
        let product = try await shop.getProduct(sku: "A b")
        let order = try await shop.createOrder(items: [LineItem(sku: "A")])
        var amounts: [Decimal] = []
        for try await price in try await shop.watchPrices() { amounts.append(price.amount) }
        let file = FileManager.default.temporaryDirectory.appending(
            path: UUID().uuidString + ".har")
        defer { try? FileManager.default.removeItem(at: file) }
        try recorder.recording.write(to: file)
        let recording = try HTTPRecording(contentsOf: file)
        #expect(
            recording.exchanges.map(\.endpoint) == ["getProduct", "createOrder", "watchPrices"])
        let replay = ReplayTransport(recording, matchingBody: true)
        let replayed = shop.over(replay)
        #expect(try await replayed.createOrder(items: [LineItem(sku: "A")]) == order)
        #expect(try await replayed.getProduct(sku: "A b") == product)
        var again: [Decimal] = []
        for try await price in try await replayed.watchPrices() { again.append(price.amount) }
        #expect(again == amounts && again == [1])
        #expect(replay.unused.isEmpty)
    }

    @Test func stubRespondsToEndpointsThroughWrappers() async throws {
        let stub = StubTransport(.on(ShopAPI.GetProduct.self) { .named($0.sku) })
        let cached = CachingTransport(FaultInjector(stub, seed: 1), cache: HTTPCache())
        #expect(try await ShopAPI.test(cached).getProduct(sku: "A").sku == "A")
        var shop = ShopAPI.test(StubTransport())
        shop.configuration.transport = RecordingTransport(stub)
        #expect(try await shop.getProduct(sku: "B").sku == "B")
    }

    @Test func writesTheMembersThatTheFormatRequires() async throws {
        let recorder = RecordingTransport(stub)
        _ = try await recorder.send(
            request(.post, "/a?x=1&y=b%20c", [.contentType: "text/plain"], body: Data("hi".utf8)))
        let har = try JSONValue(document: try recorder.recording.har())
        let log = try #require(har["log"])
        #expect(log["version"] == "1.2" && log["creator"]?["name"] == "Posthorn")
        let entry = try #require(log["entries"]?[0])
        let start = try #require(entry["startedDateTime"]?.string)
        #expect(start.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
        #expect(entry["cache"] == [:] && entry["time"]?.double != nil)
        let timings = try #require(entry["timings"]?.object)
        #expect(Set(timings.keys) == ["send", "wait", "receive"])
        let sent = try #require(entry["request"])
        #expect(sent["method"] == "POST" && sent["url"] == "https://a.test/a?x=1&y=b%20c")
        #expect(
            sent["queryString"]
                == [["name": "x", "value": "1"], ["name": "y", "value": "b c"]])
        #expect(sent["postData"] == ["mimeType": "text/plain", "text": "hi"])
        let received = try #require(entry["response"])
        #expect(received["status"] == 200 && received["statusText"] == "OK")
        #expect(received["redirectURL"] == "" && received["content"]?["text"] == "ok")
        #expect(received["content"]?["size"] == 2)
        for message in [sent, received] {
            #expect(message["httpVersion"] == "unknown" && message["cookies"] == [])
            #expect(message["headersSize"] == -1 && message["bodySize"] == 2)
            #expect(message["headers"]?.array?.isEmpty == false)
        }
    }

    @Test func redactsCredentialsAndCookies() async throws {
        let recorder = RecordingTransport(stub)
        _ = try await recorder.send(
            request(
                .get, "/login?api_key=secret&page=1&access%5Ftoken=secret",
                [.authorization: "Bearer secret", .cookie: "a=secret", .accept: "text/plain"]))
        let keyed = RecordingTransport(stub)
        try await Bank(configuration: .init(transport: keyed)).send(Pay())
        #expect(keyed.recording.exchanges[0].requestHeaders.contains { $0.value == "REDACTED" })
        let exchange = recorder.recording.exchanges[0]
        #expect(
            exchange.url == "https://a.test/login?api_key=REDACTED&page=1&access%5Ftoken=REDACTED")
        #expect(exchange.requestHeaders[.authorization] == "REDACTED")
        #expect(exchange.requestHeaders[.accept] == "text/plain")
        #expect(exchange.responseHeaders[.setCookie] == "REDACTED")
        for har in [
            try HTTPRecording([exchange]).har(), try keyed.recording.har(),
        ] {
            #expect(!String(decoding: har, as: UTF8.self).contains("secret"))
        }
        // Any key matches the redacted one.
        let replay = ReplayTransport(
            try reread(recorder), matchingHeaders: [.authorization])
        let response = try await replay.send(
            request(
                .get, "/login?page=1&access_token=b&api_key=a", [.authorization: "Bearer other"]))
        #expect(response.body == Data("in".utf8))
    }

    @Test func redactionIsConfigurable() async throws {
        let everything = RecordingTransport(stub, redaction: .none)
        _ = try await everything.send(request(.get, "/?api_key=k", [.authorization: "Bearer t"]))
        #expect(everything.recording.exchanges[0].url.hasSuffix("api_key=k"))
        #expect(everything.recording.exchanges[0].requestHeaders[.authorization] == "Bearer t")
        var redaction = RecordingTransport.Redaction()
        redaction.headers.insert(.userAgent)
        redaction.queryItems.insert("user")
        redaction.edit = { $0.responseBody = Data("edited".utf8) }
        let own = RecordingTransport(stub, redaction: redaction)
        _ = try await own.send(request(.get, "/?user=me", [.userAgent: "me"]))
        let exchange = own.recording.exchanges[0]
        #expect(exchange.url.hasSuffix("user=REDACTED"))
        #expect(exchange.requestHeaders[.userAgent] == "REDACTED")
        #expect(exchange.responseBody == Data("edited".utf8))
    }

    @Test func recordsBytesFailuresAndStreamedBodies() async throws {
        let recorder = RecordingTransport(stub)
        _ = try await recorder.send(request(.get, "/binary"))
        await #expect(throws: TransportError.self) {
            try await recorder.send(request(.get, "/lost"))
        }
        await #expect(throws: TransportError.self) {
            for try await _ in try await recorder.stream(request(.get, "/broken")).body {}
        }
        let pieces = AsyncStream<Data> { continuation in
            for byte in [0, 255] as [UInt8] { continuation.yield(Data([byte])) }
            continuation.finish()
        }
        var upload = request(.put, "/upload")
        upload.body = HTTPBody(BodyStream(pieces))
        _ = try await recorder.send(upload)
        let recording = try reread(recorder)
        #expect(recording.exchanges.map { $0.status?.code } == [200, nil, 200, 200])
        #expect(recording.exchanges[0].responseBody == Data([0, 255, 1]))
        #expect(recording.exchanges[2].responseBody == Data("half".utf8))
        #expect(recording.exchanges[3].requestBody == Data([0, 255]))
        let replay = ReplayTransport(recording)
        #expect(try await replay.send(request(.get, "/binary")).body == Data([0, 255, 1]))
        for (path, code) in [
            ("/lost", TransportError.Code.connectionLost), ("/broken", .truncated),
        ] {
            let error = await #expect(throws: TransportError.self) {
                try await replay.send(request(.get, path))
            }
            #expect(error?.code == code)
        }
    }

    @Test func recordsASession() async throws {
        let server = try ScriptedServer.serving([
            .on(.get, "/a", response: .text("hello")),
            .on(.get, "/moved", response: .redirect(to: "/a")),
        ])
        defer { server.stop() }
        let recorder = RecordingTransport(try CurlSession())
        let request = TransportRequest(url: server.url("/moved"))
        _ = try await recorder.send(request)
        let recording = try reread(recorder)
        #expect(recording.exchanges.map(\.httpVersion) == ["HTTP/1.1"])
        let replayed = try await ReplayTransport(recording).send(request)
        #expect(replayed.status == .ok && replayed.body == Data("hello".utf8))
    }

    @Test func streamIsRecordedUpToWhereItWasRead() async throws {
        let recorder = RecordingTransport(stub)
        do {
            let stream = try await recorder.stream(request(.get, "/broken"))
            var pieces = stream.body.makeAsyncIterator()
            #expect(try await pieces.next() == Data("half".utf8))
            #expect(recorder.recording.exchanges.isEmpty)
        }
        #expect(recorder.recording.exchanges.map(\.responseBody) == [Data("half".utf8)])
    }

    private func exchange(
        _ method: HTTPRequest.Method, _ path: String, _ text: String, body: String = ""
    ) -> RecordedExchange {
        var exchange = RecordedExchange(
            method, "https://a.test" + path, headers: [.accept: "a"], body: Data(body.utf8))
        exchange.status = .ok
        exchange.responseBody = Data(text.utf8)
        return exchange
    }

    private func text(_ replay: ReplayTransport, _ request: TransportRequest) async throws -> String
    {
        String(decoding: try await replay.send(request).body, as: UTF8.self)
    }

    @Test func exchangesRespondOnceInOrder() async throws {
        let recording = HTTPRecording([
            exchange(.get, "/a", "1"), exchange(.get, "/b", "2"), exchange(.get, "/a", "3"),
        ])
        let once = ReplayTransport(recording)
        #expect(try await text(once, request(.get, "/a")) == "1")
        #expect(try await text(once, request(.get, "/a")) == "3")
        #expect(once.unused.map(\.description) == ["GET https://a.test/b"])
        let error = await #expect(throws: TransportError.self) {
            try await once.send(request(.get, "/a"))
        }
        #expect(error?.code == .unexpectedRequest)
        #expect(
            error?.message.hasSuffix("the nearest is number 1, GET https://a.test/a: it was used")
                == true)
        let repeating = ReplayTransport(recording, repeats: true)
        var texts: [String] = []
        for _ in 0..<4 { texts.append(try await text(repeating, request(.get, "/a"))) }
        #expect(texts == ["1", "3", "3", "3"])
    }

    @Test(arguments: [
        (
            "/b?x=2&x=1&z=1",
            "no exchange of the recording matches GET /b?x=2&x=1&z=1; the nearest is number 2, "
                + "GET https://a.test/b?y=1: x of the query is 2 and 1, and was missing, "
                + "y of the query is missing, and was 1, z of the query is 1, and was missing"
        ),
        (
            "/a?page=3",
            "no exchange of the recording matches GET /a?page=3; the nearest is number 1, "
                + "GET https://a.test/a?page=2: page of the query is 3, and was 2"
        ),
    ])
    func unexpectedRequestErrorNamesTheNearestExchange(_ path: String, _ message: String) async {
        let replay = ReplayTransport(
            HTTPRecording([exchange(.get, "/a?page=2", "1"), exchange(.get, "/b?y=1", "2")]))
        let error = await #expect(throws: TransportError.self) {
            try await replay.send(request(.get, path))
        }
        #expect(error?.message == message)
    }

    @Test func matchesBodiesAndHeaderFields() async throws {
        let recording = HTTPRecording([
            exchange(.post, "/a", "1", body: #"{"x": 1, "y": [2]}"#),
            exchange(.post, "/a", "2", body: "plain"),
        ])
        let replay = ReplayTransport(recording, matchingBody: true, matchingHeaders: [.accept])
        func post(_ body: String, accept: String = "a") -> TransportRequest {
            request(.post, "/a", [.accept: accept], body: Data(body.utf8))
        }
        #expect(try await text(replay, post("plain")) == "2")
        #expect(try await text(replay, post(#"{"y":[2],"x":1}"#)) == "1")
        let error = await #expect(throws: TransportError.self) {
            try await replay.send(post("other", accept: "b"))
        }
        #expect(error?.message.hasSuffix("Accept is b, and was a, the body differs") == true)
        let empty = await #expect(throws: TransportError.self) {
            try await ReplayTransport(HTTPRecording()).send(request(.get, "/"))
        }
        #expect(empty?.message.hasSuffix("matches GET /, which is empty") == true)
    }

    @Test func readsFilesOfBrowsers() throws {
        let har = #"""
            {"log": {"version": "1.2", "pages": [], "entries": [{
                "_priority": "High", "startedDateTime": "2026-11-21T10:00:00.123Z", "time": 12.5,
                "request": {"method": "GET", "url": "https://a.test/x", "httpVersion": "h2",
                    "headers": [{"name": ":authority", "value": "a.test"},
                        {"name": "accept", "value": "*/*"}]},
                "response": {"status": 200, "content": {"mimeType": "image/png", "text": "AP8B",
                    "encoding": "base64"}}, "serverIPAddress": "::1"}]}}
            """#
        let exchange = try #require(try HTTPRecording(har: Data(har.utf8)).exchanges.first)
        #expect(exchange.requestHeaders.count == 1 && exchange.failure == nil)
        #expect(exchange.responseBody == Data([0, 255, 1]))
        #expect(exchange.duration == .milliseconds(12.5))
        #expect(abs(exchange.start.timeIntervalSince1970 - 1_795_255_200.123) < 0.001)
        #expect(throws: DecodingError.self) { try HTTPRecording(har: Data("{}".utf8)) }
    }
}
