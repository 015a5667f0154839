// Only compiles: conforms to every public protocol as a user would, with nothing but the public
// module. What breaks here breaks users.

import Foundation
// For `failure(named:)` alone: typed failures are generated.
@_spi(Generated) import Posthorn

struct UsersService: APIService {
    var configuration: ClientConfiguration
}

struct UsersFullService: APIService {
    static let server: String? = "https://api.example.com"
    var configuration: ClientConfiguration
    var partner: any PayloadCipher

    func prepare(_ request: inout RequestBuilder) throws {
        request.responsePolicy = .envelope(
            code: "code", message: "message", payload: "data", error: "error", success: 0, nil)
        request.cipher = .plaintext
        request.timeouts = Timeouts(connect: .seconds(1), total: .seconds(5))
        request.header("X-App", "4.2")
        request.body("channel", "web")
    }

    func cipher(named name: String) -> (any PayloadCipher)? { name == "partner" ? partner : nil }

    func signer(named name: String) -> (any Signer)? { name == "partner" ? UsersSigner() : nil }

    func responsePolicy(named name: String) -> (any ResponsePolicy)? {
        name == "full" ? UsersFullPolicy() : nil
    }
}

struct UsersEndpoint: Endpoint {
    static let name = "ping"
    func build(_ request: inout RequestBuilder) throws { request.method(.delete, "/session") }
}

struct UsersFullEndpoint: Endpoint {
    typealias Output = [UsersSize]
    typealias Failure = UsersFailure

    static let name = "list"
    var size: UsersSize?

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/sizes/{id}")
        request.cipher = .named("partner")
        request.signer = .chain([.named("partner"), .using(UsersFullSigner())])
        request.responsePolicy = .json
        request.path("id", UUID())
        request.query("size", size)
        request.query("at", [Date(), Date()])
        request.header("X-Ratio", 0.5)
        request.body(["size": size])
    }

    static func output(from response: CallResponse) throws -> [UsersSize] {
        try response.value()
    }
}

enum UsersFailure: EndpointFailure {
    case gone(Documented<String>)
    case other(APIError)

    static func decode(from response: CallResponse) throws -> Self? {
        response.status == .gone ? .gone(try response.failure(named: "gone")) : nil
    }

    static func decode(code: EnvelopeCode, from response: CallResponse) throws -> Self? {
        switch code {
        case 1002, "GONE", false: .gone(try response.failure(named: "gone"))
        default: nil
        }
    }

    var apiError: APIError {
        switch self {
        case .gone(let failure): failure.apiError
        case .other(let error): error
        }
    }
}

enum UsersSmallFailure: EndpointFailure {
    case other(APIError)

    var apiError: APIError {
        switch self {
        case .other(let error): error
        }
    }
}

/// A handler for all calls.
func usersHandler(_ error: any Error) -> String {
    switch error {
    case APIError.cancelled: return "cancelled"
    case APIError.cannotConnect, APIError.timedOut: return "offline"
    case let error as any EndpointFailure:
        return "\(error.endpoint) \(error.stage) \(error.code.rawValue) "
            + "\(error.response?.status.code ?? 0) \(error.envelopeError?.code ?? "") "
            + "\(error.apiError.errorChain.count)"
    default: return "no call"
    }
}

enum UsersSize: OpenEnum {
    case small
    case unknown(String)

    static let knownCases: [Self] = [.small]

    init(rawValue: String) { self = rawValue == "small" ? .small : .unknown(rawValue) }

    var rawValue: String {
        switch self {
        case .small: "small"
        case .unknown(let value): value
        }
    }
}

struct UsersParameter: ParameterValue {
    func parameterText() throws -> String {
        throw APIError.Cause(.invalidParameter, "there is no text", advice: "give another value")
    }
}

extension BodySerializer {
    static let csv = BodySerializer(mediaType: "text/csv") { value in
        let items: [QueryItem] = try QueryStyle(arrays: .indexed, objects: .dots).items(of: value)
        return Data(items.map { "\($0.name),\($0.value ?? "")" }.joined(separator: "\n").utf8)
    }
}

struct UsersTransport: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.isRepeatable, request.timeouts.total != nil else {
            throw TransportError(
                TransportError.Code(rawValue: "mine"), "no", advice: nil, libraryCode: 7,
                isSafeToRetry: true)
        }
        return TransportResponse(
            status: .ok, headers: request.headers, body: request.body?.data ?? Data(),
            bodyIntegrity: .chunked, metrics: TransportMetrics(total: .seconds(1)))
    }
}

struct UsersCipher: PayloadCipher {
    var name: String { "reversed" }

    func seal(_ request: inout TransportRequest) async throws {
        if let bytes = request.body?.data { request.body = HTTPBody(Data(bytes.reversed())) }
        request.headers[.authorization] = "\(request.method) \(request.target)"
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        guard response.mediaType != nil else { throw APIError.Cause(.openingFailed, "no") }
        response.body.reverse()
    }
}

struct UsersObserver: ClientObserver {
    func observe(_ event: CallEvent) {
        switch event.kind {
        case .failed(let error): print(event.call, error)
        default: break
        }
    }
}

struct UsersFieldCipher: FieldCipher {
    var name: String { "places" }

    func seal(_ request: inout TransportRequest) async throws {
        guard request.hasSealedFields else { return }
        try await request.sealFields { _, place in .string(place) }
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        try await response.openFields(of: request) { value, _ in value }
    }
}

struct UsersFieldEndpoint: Endpoint {
    func build(_ request: inout RequestBuilder) {
        request.method(.post, "/cards")
        request.cipher = .using(UsersFieldCipher())
        request.sealFields("card.number", "items.*.note")
        request.openFields("token")
        request.openFields("card.number", of: 201)
        request.openFields("number", ofFailure: 409...409)
    }
}

struct UsersStreamingCipher: StreamingCipher {
    struct Changer: ByteTransform {
        mutating func change(_ piece: Data) throws -> Data { Data(piece.map { ~$0 }) }
        mutating func end() throws -> Data { Data() }
    }

    var name: String { "inverted" }

    func seal(_ request: inout TransportRequest) async throws {
        let body = request.body
        request.body = body?.transformed(length: body?.count) { Changer() }
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        response.body = Data(response.body.map { ~$0 })
    }

    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream { body.transformed(by: Changer()) }
}

enum UsersTrace: RequestMetadata.Key { typealias Value = String }

struct UsersSigner: Signer {
    var name: String { "stamp" }

    func sign(_ request: inout TransportRequest) async throws {
        request.headers[.authorization] = "\(request.method) \(request.target)"
    }

    func verify(_ response: TransportResponse, to request: TransportRequest) async throws {
        guard response.mediaType != nil else { throw APIError.Cause(.openingFailed, "no") }
    }
}

struct UsersFullSigner: Signer {
    var name: String { "presigned" }
    var signsBeforeSealing: Bool { true }
    var signsStreams: Bool { true }
    var verifiesStreams: Bool { true }

    func sign(_ request: inout TransportRequest) { request.target += "?signed" }
    func verify(_ response: TransportResponse, to request: TransportRequest) {}
}

func usersOptions(_ options: inout CallOptions) {
    options.signer = ComposedSigner([UsersSigner(), UsersFullSigner()])
    options.signer = .none
}

extension PayloadCipher where Self == UsersCipher {
    static var reversed: UsersCipher { UsersCipher() }
}

struct UsersPolicy: ResponsePolicy {
    var name: String { "lines" }

    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try JSONDecoder().decode(type, from: response.body)
    }
}

struct UsersFullPolicy: ResponsePolicy {
    var name: String { "full" }
    var mediaTypes: [String] { ["text/*"] }
    func accepts(_ status: HTTPResponse.Status) -> Bool { status.code < 400 }
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try JSONPolicy().decode(type, from: response)
    }
    func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        try decode(type, from: response)
    }
    func validateEmpty(_ response: TransportResponse) throws {}
    func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        response.status == .conflict ? APIError.EnvelopeError(code: 7, message: "") : nil
    }
    func payloadPath(in response: TransportResponse) throws -> String? { "data" }
    func jsonPolicy(for mediaType: String?) -> JSONPolicy? { .json }
}

struct UsersWrapperPolicy: ResponsePolicyWrapper {
    var wrapped: any ResponsePolicy { UsersFullPolicy() }
    func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try UsersFullPolicy().decode(type, from: response)
    }
}

extension ResponsePolicy where Self == UsersFullPolicy {
    static var full: UsersFullPolicy { UsersFullPolicy() }
}

/// Each way to call, and each way to catch.
func usersCalls(_ service: UsersFullService) async throws {
    let varied = service.with {
        $0.cipher = .reversed
        $0.responsePolicy = .full
        $0.timeouts.total = .seconds(3)
        $0.timeouts.connect = Timeouts.unlimited
        $0.header("X-Trace", "1")
        $0.query("debug", "true")
        $0.query("filter", encoding: ["a": [1]], style: .deepObject)
        $0.header("X-Token", from: { () async throws -> String? in "token" })
        $0.body("channel", "web")
        $0.remove(.cookie("theme"))
        $0.serializer = .csv
        $0.queryStyle = .afNetworking
        $0.parametersInURL = [.get]
        $0.compressesRequestBody = true
        $0.priority = .high
        $0.localInterface = "lo"
    }
    do {
        let sizes = try await varied.send(UsersFullEndpoint(size: .small))
        _ = sizes.first
    } catch .gone(let text) {
        _ = (text.value, text.count, text.apiError.response?.headers)
    } catch .other(.timedOut) {
        return
    } catch .other(let error) {
        _ = (error.code, error.stage, error.advice, error.envelopeError?.code, error.response?.body)
    }
    do {
        try await varied.send(UsersEndpoint())
    } catch .notFound {
        return
    } catch .cancelled {
        return
    } catch {
        _ = error.expandedDescription
    }
    let response = try await varied.response(to: UsersFullEndpoint())
    _ = (response.value, response.status, response.headers, response.body, response.bodyIntegrity)
    _ = try varied.request(for: UsersEndpoint()).url
}
