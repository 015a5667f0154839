import FoundationEssentials

/// The place of an operation's state or result, as a token holds it.
struct OperationTarget: Codable, Sendable, Hashable {
    /// The absolute URL; `nil` for a path of the service.
    var url: String?
    var path: String?
    var values: [String: String]?

    /// Finds a place.
    ///
    /// - Parameters:
    ///   - exchange: The call whose response names the place.
    init(_ place: OperationPlace, in exchange: Exchange) throws {
        switch place {
        case .path(let template, let values):
            path = template
            self.values = try values.compactMapValues { try $0?.parameterText() }
            if let missing = values.keys.sorted().first(where: { self.values?[$0] == nil }) {
                throw Self.missing("the member for {\(missing)} of \(template)")
            }
        case .header(let name):
            guard let field = HTTPField.Name(name),
                let text = exchange.response?.headers.value(of: field)
            else { throw Self.missing("the header field \(name)") }
            try resolve(text, in: exchange)
        case .url(let place):
            guard let place else { throw Self.missing("the URL of the operation") }
            try resolve(place, in: exchange)
        }
    }

    /// Resolves a URL against that of the response, which may be after redirects.
    private mutating func resolve(_ text: String, in exchange: Exchange) throws {
        let base = exchange.response?.redirects.last?.target ?? exchange.request.url
        do throws(HTTPURL.Defect) {
            url = try HTTPURL(base).resolve(text).sent
        } catch {
            throw APIError.Cause(
                .operationFailed, "the URL of the operation \(error.reason)",
                advice: "report it to the server's maintainers")
        }
    }

    private static func missing(_ what: String) -> APIError.Cause {
        APIError.Cause(
            .operationFailed, "the response lacks \(what), which tells where the operation is",
            advice: "compare `poll` in the spec with the response")
    }

    func apply(_ method: HTTPRequest.Method, to request: inout RequestBuilder) throws {
        if let url {
            guard let url = URL(string: url) else {
                throw APIError.Cause(.operationFailed, "the URL of the operation is not valid")
            }
            request.method(method, "{operation}")
            request.url("operation", url)
        } else {
            request.method(method, path ?? "/")
            for (name, value) in values ?? [:] { request.path(name, value) }
        }
        // A stored state would be an old one.
        request.usesCache = false
    }
}

/// Asks for the state of an operation.
struct StateRequest<E: PolledEndpoint>: Endpoint {
    typealias Output = E.PolledState?
    typealias Failure = E.Failure
    static var name: String { E.name }
    static var addsWildcardToAccept: Bool { E.addsWildcardToAccept }
    let target: OperationTarget

    func build(_ request: inout RequestBuilder) throws {
        E.preparePoll(&request)
        try target.apply(.get, to: &request)
    }

    static func output(from response: CallResponse) throws -> E.PolledState? {
        try E.state(from: response)
    }
}

/// Fetches the result of an operation.
struct ValueRequest<E: PolledEndpoint>: Endpoint {
    typealias Output = E.PolledValue
    typealias Failure = E.Failure
    static var name: String { E.name }
    let target: OperationTarget

    func build(_ request: inout RequestBuilder) throws {
        E.preparePoll(&request)
        try target.apply(.get, to: &request)
    }

    static func output(from response: CallResponse) throws -> E.PolledValue {
        try E.value(from: response)
    }
}

/// Asks the server to cancel an operation.
struct CancelRequest<E: CancellableEndpoint>: Endpoint {
    typealias Failure = E.Failure
    static var name: String { E.name }
    let target: OperationTarget

    func build(_ request: inout RequestBuilder) throws {
        E.preparePoll(&request)
        try target.apply(E.cancelMethod, to: &request)
    }
}
