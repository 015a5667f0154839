import FoundationEssentials
import PosthornCore

/// The counterpart of a transport under test: a server on loopback, or stub rules.
enum Stage: Sendable {
    case sockets(any Transport)
    case rules(@Sendable ([StubRule]) -> any Transport)

    /// Returns a transport whose requests the rules stub, through a server or in the transport itself.
    func serve(_ rules: StubRule...) throws -> Counterpart { try serve(rules) }

    func serve(_ rules: [StubRule]) throws -> Counterpart {
        switch self {
        case .sockets(let transport): Counterpart(transport, try ScriptedServer.serving(rules))
        case .rules(let make): Counterpart(make(rules), nil)
        }
    }

    /// Sends one request and returns the given response as the transport reports it.
    func get(
        _ stub: StubResponse, by method: HTTPRequest.Method = .get
    ) async throws -> TransportResponse {
        try await serve(.on(method, "/", response: stub)).send(method)
    }

    func serve(script: @escaping ScriptedServer.Script) throws -> Counterpart {
        guard case .sockets(let transport) = self else {
            throw ConformanceFailure("this needs sockets")
        }
        return Counterpart(transport, try ScriptedServer(script))
    }

    /// Starts a server that responds to the first request of each connection with these bytes, and then closes.
    func serve(bytes: String) throws -> Counterpart {
        try serve { connection in
            try connection.readRequest()
            try connection.write(bytes)
        }
    }
}

final class Counterpart: Sendable {
    let transport: any Transport
    private let listener: ScriptedServer?

    init(_ transport: any Transport, _ server: ScriptedServer?) {
        self.transport = transport
        listener = server
    }

    deinit { listener?.stop() }

    var server: ScriptedServer {
        get throws {
            guard let listener else { throw ConformanceFailure("this needs sockets") }
            return listener
        }
    }

    func url(_ path: String) -> String {
        "http://" + (listener.map { "127.0.0.1:\($0.port)" } ?? "stub.test") + path
    }

    /// Returns the URL of the same server under another origin.
    func otherURL(_ path: String) -> String {
        "http://" + (listener.map { "localhost:\($0.port)" } ?? "other.test") + path
    }

    func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", headers: HTTPFields = [:],
        body: String? = nil, redirects: RedirectPolicy? = nil
    ) -> TransportRequest {
        TransportRequest(
            method: method, url: url(path), headers: headers, body: body.map { Data($0.utf8) },
            timeouts: Timeouts(total: .seconds(30)), redirects: redirects)
    }

    func send(
        _ method: HTTPRequest.Method = .get, _ path: String = "/", headers: HTTPFields = [:],
        body: String? = nil, redirects: RedirectPolicy? = nil
    ) async throws -> TransportResponse {
        try await transport.send(
            request(method, path, headers: headers, body: body, redirects: redirects))
    }

    func send(_ method: HTTPRequest.Method, _ body: HTTPBody) async throws -> TransportResponse {
        var request = request(method)
        request.body = body
        return try await transport.send(request)
    }

    func stream(_ path: String = "/") async throws -> TransportStream {
        try await transport.stream(request(.get, path))
    }
}

extension TransportResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension ByteStream {
    func collected() async throws -> Data { try await reduce(into: Data()) { $0.append($1) } }
}
