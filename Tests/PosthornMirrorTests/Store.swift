import Foundation
import Posthorn
import PosthornTesting

/// A service whose requests and responses hold canaries everywhere.
struct Store: APIService {
    var configuration: ClientConfiguration
    var token = Credential.bearer(Canary.text)

    init(_ responses: StubResponse...) {
        var defaults = CallOptions()
        defaults.baseURL = try? BaseURL("https://store.example/\(Canary.text)")
        defaults.header("X-Token", Canary.field)
        defaults.query("q", Canary.text)
        defaults.body("note", Canary.text)
        defaults.metadata[Trace.self] = Canary.text
        configuration = ClientConfiguration(
            baseURL: try? BaseURL("https://store.example/canary"),
            transport: StubTransport(inOrder: responses),
            defaults: defaults)
    }
}

enum Trace: RequestMetadata.Key { typealias Value = String }

/// What a source or a decoder of the user throws.
struct Leak: Error {
    let secret = Canary.text
}

struct Ping: Endpoint {
    typealias Output = String
    var id = Canary.text
    /// Sees the builder.
    var watch: @Sendable (RequestBuilder) -> Void = { _ in }

    func build(_ request: inout RequestBuilder) throws {
        request.method(.post, "/ping/{id}")
        request.path("id", id)
        request.responsePolicy = .text
        watch(request)
    }
}

struct Watch<Output: StreamDecodable>: StreamEndpoint {
    func build(_ request: inout RequestBuilder) { request.method(.get, "/canary") }
}

/// A streamed output that is the response itself.
struct Untouched: StreamDecodable {
    static var mediaTypes: [String] { ["text/plain"] }
    let response: StreamingResponse
    init(_ response: StreamingResponse) { self.response = response }
}

struct List: PagedEndpoint {
    typealias Output = [String]
    var page = 1
    func build(_ request: inout RequestBuilder) { request.method(.get, "/canary") }
    static func items(of page: [String]) -> [String] { page }
    func next(after page: APIResponse<[String]>) -> NextPage<List> { .link(Canary.url) }
}

struct Work: PolledEndpoint {
    typealias PolledState = String
    typealias Output = String?
    func build(_ request: inout RequestBuilder) { request.method(.post, "/canary") }
    static func place(of state: String?) -> OperationPlace {
        .path("/canary/{id}", ["id": Canary.text])
    }
    static func outcome(of state: String) -> OperationOutcome<String> { .running }
    static func output(from response: CallResponse) throws -> String? { Canary.text }
}
