import Foundation
import PosthornPropertyList
@_spi(Generated) import Posthorn
import Testing

/// A policy wrapper forwards everything that it does not implement.
@Suite("Policy wrappers")
struct WrapperPolicyTests {
    /// Counts what it decodes.
    private struct Logging: ResponsePolicyWrapper {
        let wrapped: any ResponsePolicy
        let log: Log

        final class Log: Sendable {
            private let count = Locked(0)
            var decoded: Int { count.withLock { $0 } }
            func note() { count.withLock { $0 += 1 } }
        }

        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            log.note()
            return try wrapped.decode(type, from: response)
        }
    }

    /// Opens the fields that a spec says are sealed, by dropping what is before the colon.
    private struct Prefixing: FieldCipher {
        let name = "prefixing"
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
            try await response.openFields(of: request) { value, place in
                guard let text = value.string, text.hasPrefix("sealed:") else {
                    throw APIError.Cause(.openingFailed, "\(place) is not sealed")
                }
                return .string(String(text.dropFirst(7)))
            }
        }
    }

    private struct Sealed: Endpoint {
        typealias Output = [String: String]
        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/sealed")
            request.cipher = .using(Prefixing())
            request.openFields("number")
        }
    }

    /// Documents a failure by its code.
    private struct Pay: Endpoint {
        typealias Output = Receipt

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/pay")
            request.cipher = .using(Prefixing())
            request.openFields("since", ofCode: 8)
        }

        enum Failure: EndpointFailure {
            case blocked(Documented<[String: String]>)
            case other(APIError)

            static func decode(code: EnvelopeCode, from response: CallResponse) throws -> Self? {
                code == 8 ? .blocked(try response.failure(named: "blocked")) : nil
            }

            var apiError: APIError {
                switch self {
                case .blocked(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }

    private static let pay: @Sendable (Store) async throws -> String = { store in
        do throws(Pay.Failure) {
            return "\(try await store.send(Pay()).id)"
        } catch .blocked(let blocked) {
            return "blocked \(blocked.value) \(blocked.apiError)"
        }
    }

    /// A response and how its endpoint reads it.
    struct Exchange: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var body: String
        var status = HTTPResponse.Status.ok
        var type: String? = "application/json"
        var call: @Sendable (Store) async throws -> String = { store in
            let response = try await store.response(to: Buy())
            let trace = try response.value(at: "trace", as: String.self)
            return "\(String(decoding: response.body, as: UTF8.self)) \(trace ?? "-")"
        }
    }

    private static let exchanges = [
        Exchange(
            testDescription: "a value, and a member beside it",
            body: #"for(;;);{"code":0,"msg":"","trace":"t","data":{"id":7}}"#,
            call: { store in
                let response = try await store.response(to: Probe(Receipt.self))
                return "\(response.value.id) \(try response.value(at: "trace") ?? "-")"
            }),
        Exchange(
            testDescription: "a payload that is missing", body: #"{"code":0}"#,
            call: { "\(try await $0.send(Probe(Receipt.self)).id)" }),
        Exchange(
            testDescription: "an optional payload", body: #"{"code":0,"data":null}"#,
            call: { "\(String(describing: try await $0.send(Probe(Receipt?.self))))" }),
        Exchange(testDescription: "a code", body: #"{"code":7,"msg":"no","trace":"t"}"#),
        Exchange(
            testDescription: "nothing expected", body: #"{"code":0}"#,
            call: { "\(try await $0.send(Ping()))" }),
        Exchange(
            testDescription: "nothing expected, and a code", body: #"{"code":7,"msg":"no"}"#,
            call: { "\(try await $0.send(Ping()))" }),
        Exchange(
            testDescription: "a documented status", body: #"{"reason":"sold out"}"#,
            status: .conflict),
        Exchange(
            testDescription: "a documented status of another media type", body: "<html>",
            status: .conflict, type: "text/html"),
        Exchange(
            testDescription: "a status with a code", body: #"{"code":7,"msg":"no","trace":"t"}"#,
            status: .badGateway),
        Exchange(
            testDescription: "a documented code, with a sealed field",
            body: #"{"code":8,"data":{"since":"sealed:May"}}"#, call: pay),
        Exchange(
            testDescription: "a documented code of a status",
            body: #"{"code":8,"data":{"since":"sealed:May"}}"#, status: .conflict, call: pay),
        Exchange(
            testDescription: "a documented code without its payload", body: #"{"code":8}"#,
            call: pay),
        Exchange(testDescription: "an accepted status above 299", body: "", status: .notModified),
        Exchange(testDescription: "another media type", body: "<html>", type: "text/html"),
        Exchange(testDescription: "no media type", body: #"{"code":0,"data":"AQI="}"#, type: nil),
        Exchange(
            testDescription: "sealed fields of the payload",
            body: #"{"code":0,"data":{"number":"sealed:4111"}}"#,
            call: { "\(try await $0.send(Sealed()))" }),
        Exchange(
            testDescription: "a field that is not sealed",
            body: #"{"code":0,"data":{"number":"4111"}}"#,
            call: { "\(try await $0.send(Sealed()))" }),
    ]

    private static var envelope: EnvelopePolicy {
        var policy = EnvelopePolicy(code: "code", message: "msg", payload: "data", success: 0)
        policy.json.prefixes = ["for(;;);"]
        policy.json.mediaTypes.append("application/vnd.shop")
        return policy
    }

    /// All that a caller can tell of a call: its request's `Accept`, its value, its error.
    private func outcome(_ exchange: Exchange, by policy: any ResponsePolicy) async -> String {
        let response = TransportResponse.json(
            exchange.body, status: exchange.status, type: exchange.type)
        let transport = StubTransport(.success(response))
        let store = Store(transport).with { $0.responsePolicy = policy }
        var said: String
        do {
            said = try await exchange.call(store)
        } catch {
            let error = error as? any EndpointFailure
            let inner = error?.apiError
            let trace = try? inner?.response?.value(at: "trace", as: String.self)
            said = [
                "\(type(of: error))", inner?.description ?? "", inner?.code.rawValue ?? "",
                "\(String(describing: inner?.envelopeError))", inner?.envelopeError?.message ?? "",
                inner?.advice ?? "", trace ?? "-",
            ].joined(separator: " | ")
        }
        let accept = transport.requests.first?.headers[.accept] ?? "none"
        return "\(accept): \(said)"
    }

    @Test("A logging wrapper does not change outcomes", arguments: exchanges)
    func loggingWrapperDoesNotChangeOutcomes(_ exchange: Exchange) async {
        for base in [Self.envelope, AcceptingMore(wrapped: Self.envelope)] as [any ResponsePolicy] {
            let log = Logging.Log()
            let plain = await outcome(exchange, by: base)
            #expect(await outcome(exchange, by: Logging(wrapped: base, log: log)) == plain)
        }
    }

    @Test("The table covers successes and failures")
    func tableCoversSuccessesAndFailures() async {
        var outcomes: Set<String> = []
        for exchange in Self.exchanges {
            outcomes.insert(await outcome(exchange, by: Self.envelope))
        }
        #expect(outcomes.count == Self.exchanges.count)
        for text in [
            "7 t", "outOfStock", "status.502", "code 7", "rejected", "blocked [\"since\": \"May\"]",
            "4111", "is not sealed",
        ] {
            #expect(outcomes.contains { $0.contains(text) }, "\(text)")
        }
    }

    /// A wrapper that implements one requirement more.
    private struct AcceptingMore: ResponsePolicyWrapper {
        let wrapped: any ResponsePolicy
        func accepts(_ status: HTTPResponse.Status) -> Bool {
            status == .notModified || status.kind == .successful
        }
        func decode<Value: Decodable>(
            _ type: Value.Type, from response: TransportResponse
        ) throws -> Value {
            try wrapped.decode(type, from: response)
        }
    }

    @Test("decode is called for each value and each line of a stream")
    func decodesEachValue() async throws {
        let log = Logging.Log()
        let transport = PieceTransport(
            [Data("1\n2\n".utf8), Data("3\n".utf8)], mediaType: "application/x-ndjson")
        let lines = try await Store(streaming: transport)
            .with { $0.responsePolicy = Logging(wrapped: .json, log: log) }
            .stream(Watch<LineStream<Int>>())
        var sum = 0
        for try await line in lines { sum += line }
        #expect(sum == 6)
        #expect(log.decoded == 3)
    }

    @Test("A wrapper in a compound policy behaves like its base")
    func wrapperInCompoundPolicyBehavesLikeItsBase() async {
        let wrapped = Logging(wrapped: Self.envelope, log: .init())
        for exchange in Self.exchanges {
            #expect(
                await outcome(exchange, by: CompoundPolicy(.plist, [wrapped]))
                    == outcome(exchange, by: CompoundPolicy(.plist, [Self.envelope])))
        }
    }
}
