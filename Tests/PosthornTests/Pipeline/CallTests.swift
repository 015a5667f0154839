import Foundation
import Posthorn
import Testing

@Suite("Call pipeline")
struct CallTests {
    /// A cipher that throws a custom error.
    private struct Broken: PayloadCipher {
        struct Failure: Error { var secret = "canary" }
        var seals = true
        var error: any Error = Failure()
        var name: String { "broken" }
        func seal(_ request: inout TransportRequest) async throws { if !seals { throw error } }
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            throw error
        }
    }

    private func error(
        of cipher: Broken, status: HTTPResponse.Status = .ok
    ) async throws -> APIError {
        let store = Store(responding: .json("{}", status: status)).with { $0.cipher = cipher }
        return try await #require(throws: APIError.self) { try await store.send(Ping()) }
    }

    @Test func cipherErrorIsDescribedByItsType() async throws {
        for (seals, code) in [(false, APIError.Code.sealingFailed), (true, .openingFailed)] {
            let error = try await error(of: Broken(seals: seals))
            #expect(error.code == code)
            #expect(error.stage == (seals ? .opening : .sealing))
            #expect(error.message == "an error of type CallTests.Broken.Failure was thrown")
            #expect(error.underlying is Broken.Failure)
            #expect(!error.description.contains("canary"))
        }
    }

    @Test func cipherCauseKeepsMessageAndAdvice() async throws {
        let fault = APIError.Cause(.openingFailed, "no key", advice: "get one")
        let error = try await error(of: Broken(error: fault))
        #expect(error.message == "no key")
        #expect(error.advice == "get one")
    }

    @Test func openingFailureOfErrorStatusReportsTheStatus() async throws {
        let error = try await error(of: Broken(), status: .badGateway)
        #expect(error.code == .badGateway)
        #expect(error.stage == .opening)
        #expect(
            error.message
                == "the server responded with 502 Bad Gateway, and it could not be opened: an "
                + "error of type CallTests.Broken.Failure was thrown")
        #expect(error.underlying is Broken.Failure)
        #expect(error.response?.body == Data("{}".utf8))
    }

    @Test func cancellationErrorOfCipherIsCancelled() async throws {
        for seals in [false, true] {
            let cipher = Broken(seals: seals, error: CancellationError())
            for status in [HTTPResponse.Status.ok, .badGateway] {
                let error = try await error(of: cipher, status: status)
                #expect(error.code == .cancelled)
                #expect(error.message == "the call was cancelled")
            }
        }
    }

    @Test func cancelledTaskThrowsCancelled() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Store().send(Ping())
        }
        let error = await #expect(throws: APIError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(error?.stage == .building)
    }

    @Test(arguments: [
        (TransportError.Code.cancelled, APIError.Code.cancelled), (.timedOut, .timedOut),
        (.nameNotResolved, .nameNotResolved), (.cannotConnect, .cannotConnect),
        (.connectionLost, .connectionLost), (.truncated, .truncated),
        (.tlsFailed, .tlsFailed), (.init(rawValue: "odd"), .init(rawValue: "odd")),
    ])
    func transportErrorMapsToCode(
        _ code: TransportError.Code, _ expected: APIError.Code
    ) async throws {
        let failure = TransportError(code, "it broke", advice: "mend it", isSafeToRetry: true)
        let store = Store(StubTransport(.failure(failure)))
        let error = await #expect(throws: APIError.self) { try await store.send(Ping()) }
        #expect(error?.code == expected)
        #expect(error?.stage == .sending)
        #expect(error?.message == "it broke")
        #expect(error?.advice == "mend it")
        #expect(error?.request?.method == .post)
        #expect(error?.response == nil)
        #expect((error?.underlying as? TransportError)?.isSafeToRetry == true)
    }

    @Test func namedCipherComesFromTheService() async throws {
        let transport = StubTransport()
        var store = Store(transport)
        store.ciphers["partner"] = Marker("partner")
        try await store.send(Ping { $0.cipher = .named("partner") })
        #expect(transport.requests.first?.headers.contains { $0.value == "partner" } == true)
    }

    @Test func unknownCipherFailsBeforeSending() async {
        let transport = StubTransport()
        let error = await #expect(throws: APIError.self) {
            try await Store(transport).send(Ping { $0.cipher = .named("partner") })
        }
        #expect(error?.code == .unknownCipher)
        #expect(
            error?.description == "ping failed while building: the service has no cipher named "
                + "partner; return one from cipher(named:)")
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsTheBuiltRequest() async throws {
        let transport = StubTransport()
        let endpoint = Ping {
            $0.query("q", "a b")
            $0.body("n", 1)
        }
        let built = try Store(transport).request(for: endpoint)
        #expect(transport.requests.isEmpty)
        try await Store(transport).send(endpoint)
        let sent = try #require(transport.requests.first)
        #expect(sent.url == built.url)
        #expect(sent.url == "https://store.example/v1/ping?q=a%20b")
        #expect(sent.method == built.method)
        #expect(sent.headers == built.headers)
        #expect(sent.body == built.body)
        #expect(sent.timeouts == built.timeouts)
    }

    @Test func onlyIdempotentRequestsAreRepeatable() {
        for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
            #expect(TransportRequest(method: method, url: "https://h").isRepeatable)
        }
        for method in [HTTPRequest.Method.post, .patch, .connect] {
            var request = TransportRequest(method: method, url: "https://h")
            #expect(!request.isRepeatable)
            request.headers.append(HTTPField(name: .idempotency, value: "k"))
            #expect(request.isRepeatable)
        }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let idempotency = HTTPField.Name("Idempotency-Key")!
}
