import Foundation
@_spi(Generated) import Posthorn
import Testing

typealias Layer = @Sendable (inout RequestBuilder) throws -> Void

/// A service whose spec is a closure.
struct Store: APIService {
    static let server: String? = "https://store.example/v1"
    var configuration: ClientConfiguration
    var spec: Layer
    var ciphers: [String: any PayloadCipher] = [:]
    var signers: [String: any Signer] = [:]
    var credentials: [String: Credential] = [:]
    var policies: [String: any ResponsePolicy] = [:]

    init(
        _ transport: StubTransport = StubTransport(), defaults: CallOptions = CallOptions(),
        spec: @escaping Layer = { _ in }
    ) {
        configuration = ClientConfiguration(transport: transport, defaults: defaults)
        self.spec = spec
    }

    /// Returns this response to each call.
    init(responding response: TransportResponse) {
        self.init(StubTransport(.success(response)))
    }

    func prepare(_ request: inout RequestBuilder) throws { try spec(&request) }

    func cipher(named name: String) -> (any PayloadCipher)? { ciphers[name] }

    func signer(named name: String) -> (any Signer)? { signers[name] }

    func credential(named name: String) -> Credential? { credentials[name] }

    func responsePolicy(named name: String) -> (any ResponsePolicy)? { policies[name] }
}

/// An endpoint whose spec is a closure.
struct Probe<Value: Decodable & Sendable>: Endpoint {
    typealias Output = Value

    var spec: Layer

    init(_ output: Value.Type, _ spec: @escaping Layer = { _ in }) { self.spec = spec }

    func build(_ request: inout RequestBuilder) throws {
        request.method(.get, "/things")
        try spec(&request)
    }
}

/// An endpoint that returns nothing.
struct Ping: Endpoint {
    static let name = "ping"
    var spec: Layer = { _ in }

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/ping")
        try spec(&request)
    }
}

/// An endpoint that documents failures.
struct Buy: Endpoint {
    typealias Output = Receipt

    static let name = "buy"
    var item = "A-1"

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/orders/{item}")
        request.path("item", item)
    }

    enum Failure: EndpointFailure {
        case notFound(Documented<Problem>)
        case outOfStock(Documented<Problem>)
        case other(APIError)

        static func decode(from response: CallResponse) throws -> Self? {
            switch response.status.code {
            case 404: .notFound(try response.failure(named: "notFound"))
            case 409: .outOfStock(try response.failure(named: "outOfStock"))
            default: nil
            }
        }

        var apiError: APIError {
            switch self {
            case .notFound(let failure): failure.apiError
            case .outOfStock(let failure): failure.apiError
            case .other(let error): error
            }
        }
    }
}

struct Receipt: Codable, Hashable, Sendable { var id: Int }

struct Problem: Codable, Hashable, Sendable { var reason: String }

/// A cipher that only adds a header field with its name.
struct Marker: PayloadCipher {
    var name: String
    init(_ name: String) { self.name = name }
    func seal(_ request: inout TransportRequest) async throws {
        let field = try #require(HTTPField.Name("X-Sealed"))
        request.headers.append(HTTPField(name: field, value: name))
    }
    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
}

/// A policy that is recognizable by its `Accept`.
struct Accepting: ResponsePolicy {
    var name: String
    var mediaTypes: [String] { ["application/\(name)"] }
    init(_ name: String) { self.name = name }
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        throw APIError.Cause(.decodingFailed, name)
    }
}

extension TransportRequest {
    func header(_ name: String) -> [String] {
        headers.filter { $0.name.canonicalName == name.lowercased() }.map(\.value)
    }

    var query: String { target.split(separator: "?", maxSplits: 1).dropFirst().joined() }

    var bodyText: String? { body?.data.map { String(decoding: $0, as: UTF8.self) } }
}

/// The request that a builder closure makes.
func built(
    _ method: HTTPRequest.Method = .get, _ path: String = "/things", base: String? = nil,
    _ spec: @escaping Layer
) throws(APIError) -> TransportRequest {
    var store = Store()
    if let base { store.configuration.baseURL = try BaseURL(base) }
    return try store.request(
        for: Probe(String.self) { request in
            request.method(method, path)
            try spec(&request)
        })
}
