/// What a client, a scope or a single call sets: everything in it may stay unset.
///
/// As ``ClientConfiguration/defaults`` it is the lowest layer; in ``APIService/with(_:)`` it is the
/// highest and wins over the spec.
public struct CallOptions: Sendable {
    /// The cipher.
    ///
    /// `nil` inherits.
    public var cipher: (any PayloadCipher)?
    /// The response policy.
    ///
    /// `nil` inherits.
    public var response: (any ResponsePolicy)?
    /// Limit on the whole call.
    ///
    /// `nil` inherits; zero means no limit.
    public var timeout: Duration?
    /// Limit on the connection's set-up.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var connectTimeout: Duration?
    /// Limit on the wait for the answer's first line, as ``Timeouts/firstByte``.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var firstByteTimeout: Duration?
    /// Limit on the time in which no byte moves, as ``Timeouts/idle``.
    ///
    /// `nil` inherits; zero leaves it to ``timeout``.
    public var idleTimeout: Duration?

    /// What is done with an answer that names another place.
    ///
    /// `nil` inherits; without any it is left to the transport: a ``Transport`` over libcurl follows
    /// with the rules of ``RedirectPolicy``. A sealed call follows none unless a policy is set, and
    /// then within its origin only, sealed afresh for each place.
    public var redirects: RedirectPolicy?

    /// Whether the transport may add cookies that it keeps, and keep those of the answer.
    ///
    /// `nil` inherits; without any it may, if it keeps cookies at all.
    public var usesCookies: Bool?

    /// What travels with the request inside of the process: to its cipher and its observers.
    public var metadata = RequestMetadata()

    private(set) var headers: [(name: String, value: String)] = []
    private(set) var query: [(name: String, value: String)] = []

    /// Creates options that set nothing.
    public init() {}

    /// Sets a header field.
    ///
    /// The value is checked when the request is built.
    public mutating func header(_ name: String, _ value: String) {
        headers.append((name, value))
    }

    /// Sets a query parameter, percent-encoded when the request is built.
    public mutating func query(_ name: String, _ value: String) {
        query.append((name, value))
    }

    /// Adds these options to a builder.
    func apply(to request: inout RequestBuilder) throws {
        if let cipher { request.cipher = .using(cipher) }
        if let response { request.response = response }
        if [timeout, connectTimeout, firstByteTimeout, idleTimeout].contains(where: { $0 != nil }) {
            var timeouts = request.timeouts ?? Timeouts()
            if let timeout { timeouts.total = timeout }
            if let connectTimeout { timeouts.connect = connectTimeout }
            if let firstByteTimeout { timeouts.firstByte = firstByteTimeout }
            if let idleTimeout { timeouts.idle = idleTimeout }
            let limitsTotal = request.limitsTotal || timeout != nil
            request.timeouts = timeouts
            request.limitsTotal = limitsTotal
        }
        if let redirects { request.redirects = redirects }
        if let usesCookies { request.usesCookies = usesCookies }
        request.metadata.merge(metadata)
        for (name, value) in query { try request.query(name, value) }
        for (name, value) in headers { try request.header(name, value) }
    }
}

extension CallOptions: CustomStringConvertible, CustomDebugStringConvertible {
    /// What is set, by name: never a value of a header field or parameter.
    public var description: String {
        var parts: [String] = []
        if let cipher { parts.append("cipher \(cipher.name)") }
        if let response { parts.append("response \(response.name)") }
        if let timeout { parts.append("timeout \(timeout)") }
        if let connectTimeout { parts.append("connectTimeout \(connectTimeout)") }
        if let firstByteTimeout { parts.append("firstByteTimeout \(firstByteTimeout)") }
        if let idleTimeout { parts.append("idleTimeout \(idleTimeout)") }
        if redirects != nil { parts.append("redirects") }
        if let usesCookies { parts.append("usesCookies \(usesCookies)") }
        parts += headers.map { "header \($0.name)" } + query.map { "query \($0.name)" }
        return "CallOptions(" + parts.joined(separator: ", ") + ")"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
