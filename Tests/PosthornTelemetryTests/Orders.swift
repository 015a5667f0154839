import Foundation
@_spi(Generated) import Posthorn

/// What a call sends and receives; no metric and no span may contain it.
enum Canary {
    static let word = "canary"
    static let path = "canary-path"
    static let query = "canary-query"
    static let field = "canary-field"
    static let body = "canary-body"
    static let response = "canary-response"
}

struct Order: Codable, Sendable { var id: Int }

/// A service whose base URL has a secret in its path.
struct Orders: APIService {
    var configuration: ClientConfiguration
    var credential: Credential = .none
    var cipher: (any PayloadCipher)?

    /// - Parameter origin: The scheme, host and port of the server.
    init(_ transport: any Transport, at origin: String = "https://shop.example") {
        configuration = ClientConfiguration(
            baseURL: try? BaseURL(origin + "/canary-base"), transport: transport)
        configuration.acceptLanguage = nil
        configuration.retryBudget = nil
        configuration.defaults.retry = RetryRule(
            attempts: 2, baseDelay: .zero, maximumDelay: .zero)
    }

    func credential(named name: String) -> Credential? { credential }

    func cipher(named name: String) -> (any PayloadCipher)? { cipher }
}

/// An endpoint with a value in each place.
struct GetOrder: Endpoint {
    typealias Output = Order
    static let name = "getOrder"

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/orders/{id}")
        request.path("id", Canary.path)
        request.query("expand", Canary.query)
        request.header("X-Token", Canary.field)
    }
}

/// An endpoint that sends a body, and documents failures.
struct CreateOrder: Endpoint {
    typealias Output = Order
    static let name = "createOrder"

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/orders")
        request.body("note", Canary.body)
    }

    enum Failure: EndpointFailure {
        case outOfStock(Documented<Void>)
        case other(APIError)

        static func decode(from response: CallResponse) throws -> Self? {
            response.status == .conflict ? .outOfStock(response.failure(named: "outOfStock")) : nil
        }

        var apiError: APIError {
            switch self {
            case .outOfStock(let failure): failure.apiError
            case .other(let error): error
            }
        }
    }
}

struct WatchOrders: StreamEndpoint {
    typealias Output = LineStream<Int>
    static let name = "watchOrders"

    func build(_ request: inout RequestBuilder) throws { request.method(.get, "/orders/changes") }
}

struct FollowOrders: StreamEndpoint {
    typealias Output = EventStream<Int>
    static let name = "followOrders"

    func build(_ request: inout RequestBuilder) throws { request.method(.get, "/orders/events") }
}

extension Reconnection {
    static let immediate = Reconnection(pause: .milliseconds(1), minimumPause: .milliseconds(1))
}

struct GetInvoice: DownloadEndpoint {
    static let name = "getInvoice"

    func build(_ request: inout RequestBuilder) throws { request.method(.get, "/invoice") }
}

/// An endpoint whose request can't be built.
struct Unbuildable: Endpoint {
    typealias Output = Order
    static let name = "unbuildable"

    func build(_ request: inout RequestBuilder) throws { request.header("X-A", "canary\n") }
}

/// A cipher that fails, or records the requests that it seals.
final class Sealer: PayloadCipher {
    struct Failure: Error { var text = Canary.body }

    let name = "sealer"
    let fails: Bool
    private let requests = Locked<[TransportRequest]>([])
    var sealed: [TransportRequest] { requests.withLock { $0 } }

    init(fails: Bool = false) { self.fails = fails }

    func seal(_ request: inout TransportRequest) async throws {
        if fails { throw Failure() }
        let request = request
        requests.withLock { $0.append(request) }
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
}
