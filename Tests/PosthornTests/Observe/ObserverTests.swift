import Foundation
import Logging
@_spi(Generated) import Posthorn
import PosthornLogging
import Testing

/// Records the events that it receives.
private final class Recorder: ClientObserver {
    let bodyPreviewLimit: Int
    private let events = Locked<[CallEvent]>([])

    init(bodyPreviewLimit: Int = 0) { self.bodyPreviewLimit = bodyPreviewLimit }

    var all: [CallEvent] { events.withLock { $0 } }

    var kinds: [String] {
        all.map { event in
            switch event.kind {
            case .built: "built"
            case .sending: "sending"
            case .responseReceived: "received"
            case .retrying(let attempt, _): "retrying \(attempt.number)"
            case .deprecated: "deprecated"
            case .hedging: "hedging"
            case .deviation(let error): "deviation \(error.path)"
            case .succeeded: "succeeded"
            case .documentedFailure: "documented failure"
            case .failed(let error): "failed \(error.stage.rawValue)"
            case .bodySent(let count, let beginning):
                "body \(count) " + String(decoding: beginning, as: UTF8.self)
            case .streamEnded(let count, let beginning, let error):
                "ended \(count) \(String(decoding: beginning, as: UTF8.self)) "
                    + "\(error?.code.rawValue ?? "-")"
            }
        }
    }

    func observe(_ event: CallEvent) { events.withLock { $0.append(event) } }
}

/// Pieces as a sequence that can be iterated again.
private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var rest: ArraySlice<Data>

    init(_ pieces: [Data]) { rest = pieces[...] }

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> Data? { rest.popFirst() }
}

@Suite("Observers and logs")
struct ObserverTests {
    private func watch(_ store: Store, _ observers: any ClientObserver...) -> Store {
        var store = store
        store.configuration.observers = observers
        return store
    }

    @Test func eventsOfASuccessfulCallComeInOrder() async throws {
        let recorder = Recorder()
        let store = watch(Store(responding: .json(#"{"id":1}"#)), recorder)
        _ = try await store.with { $0.cipher = Marker("m") }.send(Probe(Receipt.self))
        #expect(recorder.kinds == ["built", "sending", "received", "succeeded"])
        let requests = recorder.all.compactMap { event -> TransportRequest? in
            switch event.kind {
            case .built(let request), .sending(let request): request
            default: nil
            }
        }
        #expect(requests.map { $0.header("X-Sealed") } == [[], ["m"]])
        _ = try await store.send(Probe(Receipt.self))
        #expect(Set(recorder.all.map(\.call)).count == 2)
        #expect(recorder.all.allSatisfy { $0.endpoint == "probe" && $0.elapsed >= .zero })
    }

    @Test(arguments: [
        ("{}", 200, ["built", "sending", "received", "failed decoding"]),
        ("{}", 500, ["built", "sending", "received", "failed validating"]),
        (#"{"reason":"x"}"#, 409, ["built", "sending", "received", "documented failure"]),
    ])
    func failuresAreReported(_ text: String, _ status: Int, _ kinds: [String]) async {
        let recorder = Recorder()
        let store = watch(Store(responding: .json(text, status: .init(code: status))), recorder)
        await #expect(throws: Buy.Failure.self) { try await store.send(Buy()) }
        #expect(recorder.kinds == kinds)
    }

    @Test func buildingFailureIsReported() async {
        let recorder = Recorder()
        let store = watch(Store(), recorder)
        await #expect(throws: APIError.self) {
            try await store.send(Ping { $0.header("X-A", "a\n") })
        }
        #expect(recorder.kinds == ["failed building"])
    }

    @Test func streamEventHasBodyPreview() async throws {
        let recorder = Recorder(bodyPreviewLimit: 5)
        let pieces = ["1\n", "2\n", "345\n"].map { Data($0.utf8) }
        let store = watch(Store(streaming: PieceTransport(pieces)), recorder)
        for try await _ in try await store.stream(Watch<LineStream<Int>>()) {}
        #expect(
            recorder.kinds == [
                "built", "sending", "received", "succeeded", "ended 8 1\n2\n3 -",
            ])
    }

    /// A transport that reads the whole request body, as one with a network does.
    private struct Swallower: Transport {
        let read = Locked(Data())

        func send(
            _ request: TransportRequest
        ) async throws(TransportError) -> TransportResponse {
            do {
                try await request.body?.read { piece in read.withLock { $0 += piece } }
            } catch {
                throw TransportError(.bodyFailed, "the body failed")
            }
            return .json("{}")
        }
    }

    private func swallowing(by transport: Swallower = Swallower()) -> Store {
        var store = Store()
        store.configuration.transport = transport
        return store
    }

    @Test func bodySentEventHasBodyPreview() async throws {
        let pieces = ["12", "3456", "78"].map { Data($0.utf8) }
        let body = HTTPBody(BodyStream(length: 8, replay: { Pieces(pieces) }))
        for (bodyPreviewLimit, told) in [(0, []), (5, ["body 8 12345"]), (99, ["body 8 12345678"])]
        {
            let recorder = Recorder(bodyPreviewLimit: bodyPreviewLimit)
            let transport = Swallower()
            let store = watch(swallowing(by: transport), recorder)
            try await store.send(
                Ping { request in
                    request.method(.put, "/receipt")
                    request.upload(body, as: "text/plain")
                })
            #expect(recorder.kinds == ["built", "sending"] + told + ["received", "succeeded"])
            #expect(transport.read.withLock { $0 } == Data("12345678".utf8))
        }
    }

    @Test func incompleteBodyIsNotReportedAsSent() async throws {
        let recorder = Recorder(bodyPreviewLimit: 5)
        let store = watch(swallowing(), recorder)
        let body = BodyStream(length: 9, replay: { Pieces([Data("12".utf8)]) })
        await #expect(throws: APIError.self) {
            try await store.send(
                Ping { request in
                    request.method(.put, "/receipt")
                    request.upload(HTTPBody(body), as: "text/plain")
                })
        }
        #expect(recorder.kinds == ["built", "sending", "failed sending"])
    }

    @Test func logShowsStreamedRequestBodyIfEnabled() async throws {
        let lines = RecordedLines()
        var log = CallLog(lines.logger)
        log.bodyBytes = 4
        let body = BodyStream(replay: { Pieces([Data("123456".utf8)]) })
        try await watch(swallowing(), log).send(
            Ping { request in
                request.method(.put, "/receipt")
                request.upload(HTTPBody(body), as: "text/plain")
            })
        #expect(
            lines.all.contains {
                $0.contains("call sent body") && $0.contains("body=1234… (6 bytes)")
            })
        #expect(lines.all[0].contains("body=of unknown length"), "\(lines.all[0])")
    }

    @Test func failedAndAbandonedStreamsAreReported() async throws {
        let broken = Recorder()
        let lost = TransportError(.connectionLost, "gone")
        let store = watch(
            Store(streaming: PieceTransport([Data("1\n".utf8)], failure: lost)), broken)
        await #expect(throws: APIError.self) {
            for try await _ in try await store.stream(Watch<LineStream<Int>>()) {}
        }
        #expect(broken.kinds.suffix(2) == ["ended 2  connectionLost", "failed sending"])
        let undecoded = Recorder()
        let third = watch(Store(streaming: PieceTransport([Data("x\n".utf8)])), undecoded)
        await #expect(throws: APIError.self) {
            for try await _ in try await third.stream(Watch<LineStream<Int>>()) {}
        }
        #expect(undecoded.kinds.contains("failed decoding"), "\(undecoded.kinds)")
        let dropped = Recorder()
        let other = watch(Store(streaming: PieceTransport([Data("1\n".utf8)])), dropped)
        do { _ = try await other.stream(Watch<ByteStream>()) }
        #expect(dropped.kinds.last == "ended 0  -")
    }

    @Test func metadataReachesObserversAndIsNotSent() async throws {
        let recorder = Recorder()
        let transport = StubTransport()
        var store = watch(Store(transport), recorder)
        var defaults = CallOptions()
        defaults.metadata[UsersTrace.self] = "client"
        store.configuration.defaults = defaults
        try await store.send(Ping())
        try await store.with { $0.metadata[UsersTrace.self] = "call" }.send(Ping())
        let traces = recorder.all.compactMap { event -> String? in
            guard case .sending(let request) = event.kind else { return nil }
            return request.metadata[UsersTrace.self]
        }
        #expect(traces == ["client", "call"])
        #expect(transport.requests[0].headers == transport.requests[1].headers)
        #expect(transport.requests[0].url == transport.requests[1].url)
    }

    private enum ServiceKey: RequestMetadata.Key { typealias Value = String }
    private enum EndpointKey: RequestMetadata.Key { typealias Value = String }

    /// Records the metadata of requests.
    private final class Reader: PayloadCipher {
        let name = "reader"
        private let state = Locked<[[String?]]>([])
        var seen: [[String?]] { state.withLock { $0 } }

        func seal(_ request: inout TransportRequest) {
            let metadata = request.metadata
            state.withLock {
                $0.append([
                    metadata[UsersTrace.self], metadata[ServiceKey.self],
                    metadata[EndpointKey.self],
                ])
            }
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) {}
    }

    @Test func cipherReadsMetadataOfEveryLayer() async throws {
        let reader = Reader()
        var defaults = CallOptions()
        defaults.metadata[UsersTrace.self] = "client"
        let store = Store(defaults: defaults) {
            $0.metadata[UsersTrace.self] = "service"
            $0.metadata[ServiceKey.self] = "service"
        }.with { $0.cipher = reader }
        let endpoint = Ping {
            $0.metadata[UsersTrace.self] = "endpoint"
            $0.metadata[EndpointKey.self] = "endpoint"
        }
        try await store.send(Ping())
        try await store.send(endpoint)
        try await store.with { $0.metadata[UsersTrace.self] = "call" }.send(endpoint)
        #expect(
            reader.seen == [
                ["service", "service", nil], ["endpoint", "service", "endpoint"],
                ["call", "service", "endpoint"],
            ])
    }

    private static let secrets = [
        "canary-query", "canary-header", "canary-body", "canary-result",
    ]

    private func logged(_ change: (inout CallLog) -> Void) async throws -> [String] {
        let lines = RecordedLines()
        var log = CallLog(lines.logger)
        change(&log)
        let store = watch(Store(responding: .json(#"{"id":1,"more":"canary-result"}"#)), log)
        let call = Probe(Receipt.self) { request in
            request.method(.post, "/orders")
            request.query("token", "canary-query")
            request.header("X-Token", "canary-header")
            request.header("Accept-Language", "de")
            request.body("note", "canary-body")
        }
        _ = try await store.send(call)
        return lines.all
    }

    @Test func logHidesValuesThatTheSpecHides() async throws {
        let lines = RecordedLines()
        var log = CallLog(lines.logger)
        log.bodyBytes = 100
        let response = #"{"id":1,"more":{"pin":"canary-result","x":[7,true,null]},"n":"shown"}"#
        let store = watch(Store(responding: .json(response)), log)
        _ = try await store.send(
            Probe(Receipt.self) { request in
                request.method(.post, "/orders")
                request.hideValues("note", "more")
                request.body("note", "canary-body")
                request.body("n", 5)
            })
        let text = lines.all.joined()
        #expect(!text.contains("canary"))
        #expect(text.contains(#"{"note":"•••","n":5}"#), "\(text)")
        #expect(text.contains(#"{"id":1,"more":{"pin":"•••","x":[0,false,null]},"n":"shown"}"#))
    }

    @Test(
        arguments: [
            (#"{"pin":"a","b":1}"#, #"{"pin":"R","b":1}"#),
            (#"{ "pin" : -1.5e3 , "b" : "pin" }"#, #"{ "pin" : 0 , "b" : "pin" }"#),
            (#"{"p\u0069n":[{"a":"b"},[1]],"c":"d"}"#, #"{"p\u0069n":[{"a":"R"},[0]],"c":"d"}"#),
            (#"[{"pin":true},{"pin":null}]"#, #"[{"pin":false},{"pin":null}]"#),
            // The beginnings of longer bodies.
            (#"{"pin":"ab"#, #"{"pin":"R""#), (#"{"pin":{"a":"b"#, #"{"pin":{"a":"R""#),
            (#"{"pin":12"#, #"{"pin":0"#), (#"{"pin":"#, #"{"pin":"#), (#"{"pin"#, #"{"pin"#),
            ("no JSON: pin", "no JSON: pin"), ("", ""),
        ])
    func hiddenValuesAreRemovedFromAnyBeginning(_ body: String, _ shown: String) {
        let hidden = HiddenValues(["pin"], mark: "R")
        let result = hidden.removed(from: Data(body.utf8), "application/json")
        #expect(String(decoding: result, as: UTF8.self) == shown)
    }

    @Test func hiddenValuesAreRemovedFromForms() {
        let hidden = HiddenValues(["pin", "a b"], mark: "R")
        func shown(_ body: String, _ type: String) -> String {
            String(decoding: hidden.removed(from: Data(body.utf8), type), as: UTF8.self)
        }
        let form = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(
            shown("pin=1&x=pin&a+b=2&u%5Bpin%5D=3&pin", form)
                == "pin=R&x=pin&a+b=R&u%5Bpin%5D=R&pin")
        #expect(shown("<pin>1</pin>", "application/xml") == "R")
        #expect(shown("--x", "multipart/form-data; boundary=x") == "R")
    }

    /// Otherwise a response could forge lines of the log.
    @Test func logWritesBodyOnOneLine() async throws {
        let lines = RecordedLines()
        var log = CallLog(lines.logger)
        log.bodyBytes = 100
        let response = Data("{\n\"id\":1,\"a\":\"\u{1B}[2J\u{2028}ä\"}".utf8)
        let store = watch(Store(responding: .json(String(decoding: response, as: UTF8.self))), log)
        _ = try? await store.send(Probe(Receipt.self))
        #expect(
            lines.all.joined().contains(#"{\n"id":1,"a":"\u{1B}[2J\u{2028}ä"}"#), "\(lines.all)")
    }

    @Test func logWritesHeaderFieldOnOneLine() async throws {
        let lines = RecordedLines()
        var response = TransportResponse.json("{}")
        response.headers[.server] = "a\u{9b}2J\u{202e}\u{2028}b"
        _ = try? await watch(Store(responding: response), CallLog(lines.logger))
            .send(Probe(Receipt.self))
        #expect(
            lines.all.joined().contains(#"Server: a\\u{009B}2J\\u{202E}\\u{2028}b"#), "\(lines.all)"
        )
    }

    @Test(
        arguments: [
            ([0xff, 0xfe], 10, "2 bytes"), ([0x61, 0xc3], 10, "2 bytes"),
            ([0xc3, 0xa4], 1, "2 bytes"),
            ([0x61, 0xc3, 0xa4], 2, "a… (3 bytes)"), ([0x61, 0x62], 2, "ab"),
            ([0x61], 0, "1 bytes"),
            ([0xff, 0xff, 0xff, 0xff, 0xff], 4, "5 bytes"),
        ] as [([UInt8], Int, String)])
    func logShowsBodyAsTextOrLength(
        _ body: [UInt8], _ limit: Int, _ shown: String
    ) async throws {
        let lines = RecordedLines()
        var log = CallLog(lines.logger)
        log.bodyBytes = limit
        var response = TransportResponse.json("")
        response.body = Data(body)
        _ = try? await watch(Store(responding: response), log).send(Probe(Receipt.self))
        #expect(lines.all.joined().contains("body=\(shown) | "), "\(lines.all)")
    }

    /// Another observer may have requested more bytes.
    @Test func logLimitsStreamBodyToBodyBytes() async throws {
        for (limit, shown) in [(0, nil), (1, "body=1… (2 bytes)"), (9, "body=1")] {
            let lines = RecordedLines()
            var log = CallLog(lines.logger)
            log.bodyBytes = limit
            var store = watch(Store(streaming: PieceTransport([Data("1\n".utf8)])), log)
            store.configuration.observers.append(Recorder(bodyPreviewLimit: 5))
            for try await _ in try await store.stream(Watch<LineStream<Int>>()) {}
            let line = lines.all.first { $0.contains("call stream ended") } ?? ""
            #expect(line.contains("body=") == (shown != nil), "\(line)")
            #expect(line.contains(shown ?? "bytes=2"), "\(line)")
        }
    }

    @Test func logHidesValuesAndBodies() async throws {
        let lines = try await logged { _ in }
        #expect(lines.count == 4)
        for secret in Self.secrets { #expect(!lines.joined().contains(secret)) }
        #expect(
            lines[0].contains("request=POST https://store.example/…/orders?token=•••"),
            "\(lines[0])")
        #expect(lines[0].contains("X-Token: •••"))
        #expect(lines[0].contains("Accept-Language: de"))
        #expect(lines[0].contains("body=22 bytes"))
        #expect(lines[2].contains("body=31 bytes"))
    }

    @Test func logShowsValuesAndBodiesIfEnabled() async throws {
        let lines = try await logged {
            $0.showsValues = true
            $0.bodyBytes = 24
        }
        #expect(lines[0].contains("token=canary-query") && lines[0].contains("canary-header"))
        #expect(lines[0].contains(#"body={"note":"canary-body"}"#))
        #expect(lines[2].contains(#"body={"id":1,"more":"canary-r… (31 bytes)"#), "\(lines[2])")
    }

    @Test func logLevelsFilterEvents() async throws {
        let quiet = try await logged { $0.logger.logLevel = .info }
        #expect(quiet.isEmpty)
        let loud = try await logged {
            $0.logger.logLevel = .info
            $0.completed = .notice
        }
        #expect(loud == ["notice | call completed | endpoint=probe | status=200"])
    }
}
