import Foundation
import Posthorn
import Testing

@Suite("Signed calls")
struct SignerTests {
    /// Signs by a header field that shows the body, and verifies that the response's body is `expected`.
    struct Pen: Signer {
        let name: String
        var signsBeforeSealing = false
        var signsStreams = false
        var verifiesStreams = false
        var expected: String?

        func sign(_ request: inout TransportRequest) async throws {
            let field = try #require(HTTPField.Name("X-Signed"))
            let earlier = request.headers[field].map { $0 + "; " } ?? ""
            request.headers[field] = earlier + "\(name) \(request.bodyText ?? "-")"
        }

        func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
            let body = String(decoding: response.body, as: UTF8.self)
            guard expected == nil || body == expected else {
                throw APIError.Cause(.openingFailed, "\(name) got \(body)")
            }
        }
    }

    /// Writes its name around bodies, and removes it.
    struct Wrap: PayloadCipher {
        let name: String

        func seal(_ request: inout TransportRequest) {
            request.body = HTTPBody(Data("\(name)(\(request.bodyText ?? ""))".utf8))
        }

        func open(_ response: inout TransportResponse, to request: TransportRequest) {
            response.body = response.body.dropFirst(name.utf8.count + 1).dropLast()
        }
    }

    struct Broken: Signer {
        let name = "broken"
        var failsToSign = true

        struct Reason: Error {}

        func sign(_ request: inout TransportRequest) throws { if failsToSign { throw Reason() } }
        func verify(_ response: TransportResponse, to request: TransportRequest) throws {
            throw Reason()
        }
    }

    private func post(_ spec: @escaping Layer = { _ in }) -> Probe<Int> {
        Probe(Int.self) { request in
            request.method(.post, "/things")
            request.body("n", 1)
            try spec(&request)
        }
    }

    private func respond(_ body: String) -> Result<TransportResponse, TransportError> {
        .success(.json(body))
    }

    private func signature(of transport: StubTransport) -> [String] {
        transport.requests.flatMap { $0.header("X-Signed") }
    }

    @Test func callIsSealedThenSigned() async throws {
        let transport = StubTransport(respond("seal(7)"))
        var store = Store(transport)
        store.ciphers["partner"] = Wrap(name: "seal")
        store.signers["partner"] = Pen(name: "a", expected: "seal(7)")
        let post = post {
            $0.cipher = .named("partner")
            $0.signer = .named("partner")
        }
        #expect(try await store.send(post) == 7)
        #expect(signature(of: transport) == [#"a seal({"n":1})"#])
        #expect(transport.requests.first?.bodyText == #"seal({"n":1})"#)
    }

    @Test func signerBeforeSealingSignsAndVerifiesPlainMessage() async throws {
        let transport = StubTransport(respond("seal(7)"))
        var store = Store(transport)
        store.signers["inner"] = Pen(name: "b", signsBeforeSealing: true, expected: "7")
        store.signers["outer"] = Pen(name: "a", expected: "seal(7)")
        let post = post {
            $0.cipher = .using(Wrap(name: "seal"))
            $0.signer = .chain([.named("outer"), .named("inner")])
        }
        #expect(try await store.send(post) == 7)
        #expect(signature(of: transport) == [#"b {"n":1}; a seal({"n":1})"#])
    }

    @Test func composedSignersSignInOrder() async throws {
        let transport = StubTransport(respond("7"))
        let signer = ComposedSigner([
            ComposedSigner([Pen(name: "a"), .none]), Pen(name: "b", signsBeforeSealing: true),
            Pen(name: "c"),
        ])
        #expect(signer.name == "b, a, c")
        #expect(ComposedSigner([.none]).name == "unsigned")
        _ = try await Store(transport).with { $0.signer = signer }.send(post())
        #expect(signature(of: transport) == [#"b {"n":1}; a {"n":1}; c {"n":1}"#])
    }

    /// A scope replaces the signer and keeps the cipher.
    @Test func scopeReplacesOrRemovesSigner() async throws {
        let transport = StubTransport(
            respond("seal(7)"), respond("seal(7)"), respond("seal(7)"), respond("7"), respond("7"))
        var store = Store(transport)
        store.configuration.defaults.signer = Pen(name: "default")
        let sealed = post {
            $0.cipher = .using(Wrap(name: "seal"))
            $0.signer = .using(Pen(name: "spec"))
        }
        _ = try await store.send(sealed)
        _ = try await store.with { $0.signer = Pen(name: "scope") }.send(sealed)
        let unsigned = store.with { $0.signer = .none }
        _ = try await unsigned.with { $0.timeouts.total = .seconds(9) }.send(sealed)
        _ = try await store.send(post())
        _ = try await store.send(post { $0.signer = .none })
        #expect(
            transport.requests.map { $0.header("X-Signed").first?.prefix { $0 != " " } }
                == ["spec", "scope", nil, "default", nil])
        #expect(
            transport.requests.map { $0.bodyText?.hasPrefix("seal") } == [
                true, true, true, false, false,
            ])
    }

    @Test func optionsShowSignerByName() {
        var options = CallOptions()
        #expect(options.signer.name == "unsigned")
        #expect(options.description == "CallOptions()")
        options.signer = Pen(name: "a")
        #expect(options.description == "CallOptions(signer a)")
        options.signer = .none
        #expect(options.description == "CallOptions(signer unsigned)")
    }

    /// An unsigned call is plain: the transport may follow its redirects.
    @Test func signedCallIsSealedForTheTransport() async throws {
        let transport = StubTransport(respond("7"), respond("7"))
        let store = Store(transport)
        _ = try await store.with { $0.signer = .none }.send(post())
        _ = try await store.with { $0.signer = Pen(name: "a") }.send(post())
        #expect(transport.requests.map(\.redirects) == [nil, .never])
    }

    @Test func redirectsWithinOriginAreSignedAgain() async throws {
        func redirect(_ location: String) throws -> Result<TransportResponse, TransportError> {
            var response = TransportResponse(status: .temporaryRedirect)
            response.headers[.location] = location
            return .success(response)
        }
        let store = Store(
            StubTransport(try redirect("/v1/other"), respond("7"), try redirect("/v1/other")))
        let signed = store.with { $0.signer = Pen(name: "a") }
        #expect(try await signed.with { $0.redirects = .sameOrigin }.send(post()) == 7)
        let transport = try #require(store.configuration.transport as? StubTransport)
        #expect(signature(of: transport) == [#"a {"n":1}"#, #"a {"n":1}"#])
        let error = await #expect(throws: APIError.self) { try await signed.send(post()) }
        #expect(error?.code == .redirectRefused)
        #expect(
            error?.message.contains("the request is sealed or signed by a for its own path") == true
        )
    }

    @Test func retriesAreSignedAfresh() async throws {
        final class Counting: Signer {
            let name = "counting"
            private let count = Locked(0)

            func sign(_ request: inout TransportRequest) async throws {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                request.headers[try #require(HTTPField.Name("X-Signed"))] = "\(number)"
            }
            func verify(_ response: TransportResponse, to request: TransportRequest) {}
        }
        let lost = TransportError(.connectionLost, "gone", isSafeToRetry: true)
        let transport = StubTransport(.failure(lost), respond("7"))
        let store = Store(transport).with {
            $0.signer = Counting()
            $0.retry = RetryRule(attempts: 2, baseDelay: .zero)
        }
        #expect(try await store.send(post()) == 7)
        #expect(signature(of: transport) == ["1", "2"])
    }

    @Test func unknownSignerFailsBeforeSending() async {
        let transport = StubTransport()
        let error = await #expect(throws: APIError.self) {
            try await Store(transport).send(
                Ping { $0.signer = .chain([.using(.none), .named("partner")]) })
        }
        #expect(error?.code == .unknownSigner)
        #expect(
            error?.description == "ping failed while building: the service has no signer named "
                + "partner; return one from signer(named:)")
        #expect(transport.requests.isEmpty)
    }

    @Test func failureOfSignerHasItsStage() async throws {
        let transport = StubTransport(respond("7"), respond("7"))
        let store = Store(transport)
        for (failsToSign, code, stage) in [
            (true, APIError.Code.sealingFailed, APIError.Stage.sealing),
            (false, .openingFailed, .opening),
        ] {
            let error = await #expect(throws: APIError.self) {
                try await store.with { $0.signer = Broken(failsToSign: failsToSign) }.send(post())
            }
            #expect(error?.code == code)
            #expect(error?.stage == stage)
            #expect(error?.underlying is Broken.Reason)
        }
        #expect(transport.requests.count == 1)
    }

    @Test func signerOfWholeMessagesRefusesStreams() async throws {
        struct Watch: StreamEndpoint {
            typealias Output = ByteStream
            static let name = "watch"
            func build(_ request: inout RequestBuilder) { request.method(.get, "/things") }
        }
        let transport = StubTransport(respond("7"))
        let upload = Ping { request in
            request.upload(
                HTTPBody(BodyStream(length: 1, replay: { ByteStream(Data([1])) })), as: "a/b")
        }
        let signed = Store(transport).with { $0.signer = Pen(name: "a") }
        let sent = await #expect(throws: APIError.self) { try await signed.send(upload) }
        #expect(sent?.code == .cipherCannotStream)
        #expect(sent?.stage == .building)
        #expect(
            sent?.message == "the signer a signs whole bodies, and this body is sent piece by piece"
        )
        let read = await #expect(throws: APIError.self) { _ = try await signed.stream(Watch()) }
        #expect(read?.code == .cipherCannotStream)
        #expect(
            read?.message == "the signer a verifies whole bodies, and this response is a stream")
        #expect(
            read?.advice
                == "call it with a signer that does not verify responses, or let the endpoint return a type"
        )
        #expect(transport.requests.isEmpty)
        let streaming = Store(transport).with {
            $0.signer = Pen(name: "a", signsStreams: true, verifiesStreams: true)
        }
        try await streaming.send(upload)
    }

    /// The events show the request as built, and as signed.
    @Test func observersSeeTheSignedRequest() async throws {
        final class Watcher: ClientObserver {
            let seen = Locked<[[String]]>([])

            func observe(_ event: CallEvent) {
                switch event.kind {
                case .built(let request), .sending(let request):
                    seen.withLock { $0.append(request.header("X-Signed")) }
                default: break
                }
            }
        }
        let watcher = Watcher()
        var store = Store(StubTransport(respond("7")))
        store.configuration.observers = [watcher]
        _ = try await store.with { $0.signer = Pen(name: "a") }.send(post())
        #expect(watcher.seen.withLock { $0 } == [[], [#"a {"n":1}"#]])
    }
}
