import Foundation
@_spi(Generated) import Posthorn
import PosthornCrypto
import Synchronization
import Testing

@Suite("Sealed calls through the pipeline")
struct PipelineTests {
    @Test func sealedCallReturnsItsOutput() async throws {
        let service = Service { request in
            #expect(request.target == "/v1/orders")
            #expect(try Peer().open(request).body == order)
            return try Peer().response(order, to: request)
        }
        let response = try await service.response(to: PlaceOrder())
        #expect(response.value == ["items": ["A-1"]])
        #expect(response.body == order)
    }

    @Test func rejectsPlainResponse() async throws {
        let service = Service { _ in .sealed(order, mediaType: "application/json") }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .openingFailed)
        #expect(
            error?.description
                == "placeOrder failed while opening: the response is not sealed: it is "
                + "application/json, expected application/vnd.posthorn.sealed; let the server seal "
                + "it; an endpoint that may respond in the clear takes the cipher plaintext "
                + "[POST https://api.example.com/…/orders → 200 OK, application/json, 17 bytes]")
        #expect(error?.response?.body == order)
    }

    @Test func rejectsEmptyResponse() async throws {
        let service = Service { _ in .sealed(Data(), status: 204, mediaType: nil) }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .openingFailed)
        #expect(error?.message.contains("it is without a media type") == true)
    }

    @Test func plain502OfProxyKeepsStatusAndBody() async throws {
        let page = Data("<html>Bad Gateway</html>".utf8)
        let service = Service { _ in .sealed(page, status: 502, mediaType: "text/html") }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .badGateway)
        #expect(error?.message.hasPrefix("the server responded with 502 Bad Gateway") == true)
        #expect(error?.description.contains("decrypt") == false)
        #expect(error?.response?.status == .badGateway)
        #expect(error?.response?.body == page)
    }

    @Test func opensSealed404() async throws {
        let problem = Data(#"{"reason":"gone"}"#.utf8)
        let service = Service { try Peer().response(problem, status: 404, to: $0) }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .notFound)
        #expect(error?.response?.body == problem)
    }

    @Test func sealed409IsTheDocumentedFailure() async throws {
        let problem = Data(#"{"reason":"sold out"}"#.utf8)
        let service = Service { try Peer().response(problem, status: 409, to: $0) }
        do {
            _ = try await service.send(Reserve())
            Issue.record("the call succeeded")
        } catch .outOfStock(let problem) {
            #expect(problem == ["reason": "sold out"])
        } catch {
            Issue.record("\(error)")
        }
    }

    private struct Reserve: Endpoint {
        typealias Output = [String: [String]]
        static let name = "reserve"

        func build(_ request: inout RequestBuilder) throws { try PlaceOrder().build(&request) }

        enum Failure: EndpointFailure {
            case outOfStock(Documented<[String: String]>)
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                response.status == .conflict
                    ? .outOfStock(try response.failure(named: "outOfStock")) : nil
            }

            var apiError: APIError {
                switch self {
                case .outOfStock(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }

    @Test func rejectsSealedResponseWithChangedStatus() async throws {
        let service = Service {
            try Peer().response(order, status: 200, to: $0, lie: .init(status: 404))
        }
        let error = await #expect(throws: APIError.self) { try await service.send(PlaceOrder()) }
        #expect(error?.code == .openingFailed)
    }

    /// Row 87: a sealed body is not compressed, even if bodies are to be compressed.
    @Test func sealedBodyIsNotCompressed() async throws {
        let transport = Refusing()
        var service = Service { _ in .sealed(order) }
        service.configuration = ClientConfiguration(transport: transport)
        let packing = service.with { $0.compressesRequestBody = true }
        await #expect(throws: APIError.self) { try await packing.send(PlaceOrder()) }
        await #expect(throws: APIError.self) {
            try await packing.with { $0.cipher = .plaintext }.send(PlaceOrder())
        }
        #expect(transport.packs == [false, true])
    }

    /// Records for each request whether its body was to be compressed, and fails it.
    private final class Refusing: Transport {
        private let state = Mutex<[Bool]>([])
        var packs: [Bool] { state.withLock { $0 } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            state.withLock { $0.append(request.compressesRequestBody == true) }
            throw TransportError(.cannotConnect, "nobody is there")
        }
    }
}
