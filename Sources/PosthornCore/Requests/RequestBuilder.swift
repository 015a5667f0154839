/// Collects the parts of a request, layer by layer.
///
/// The layers apply in this order: the client's defaults, the service's spec, the endpoint's spec, the
/// options of the call. A value of a later layer replaces an earlier value of the same name. `nil` leaves the
/// earlier value unchanged. Header field names are compared without regard to case. Each call has its own
/// builder.
///
/// A value that cannot be sent, such as a line break in a header field, fails the call when the request is
/// made. The error names the parameter of the first such value, and nothing is sent.
@dynamicMemberLookup
public struct RequestBuilder: Sendable {
    /// The options of the call: those of the layers so far.
    ///
    /// Their members are members of the builder too, as in `request.timeouts.total = .seconds(5)`.
    public var options = CallOptions()
    /// The cipher of the call, or its name in the spec.
    ///
    /// `nil` inherits the earlier layer's cipher. If no layer sets one, the call is sent as plaintext.
    public var cipher: CipherChoice? {
        get { options.cipherChoice }
        set { options.cipherChoice = newValue }
    }
    /// The signer of the call, or its name in the spec; that of the latest layer that has set one.
    ///
    /// If no layer sets one, it is ``SignerChoice/none``: the request is sent unsigned.
    public var signer: SignerChoice {
        get { options.boxedSigner?.value ?? .none }
        set { options.boxedSigner = Box(newValue) }
    }
    /// The scheme whose credential the call carries.
    ///
    /// `nil`, the default, sends no credential. Setting a scheme removes a header field of the same name that an earlier layer has set. A header field
    /// that a later layer sets replaces the credential.
    public var auth: RequestBuilder.AuthScheme? { didSet { dropEarlierCredential() } }
    /// The statuses that load a credential anew that can be refreshed, and repeat the call; `nil`, the default, is 401.
    ///
    /// Use an empty set for an endpoint whose 401 does not refer to the credential.
    public var refreshStatuses: Set<Int>?
    /// The codes of an envelope, with any status, that load a credential anew and repeat the call; empty by default.
    ///
    /// They matter to responses in memory. The backend must not have performed what it refuses with such a code.
    public var refreshCodes: Set<EnvelopeCode> = []
    /// Whether the request carries an `Idempotency-Key`; the default is `false`.
    ///
    /// A server that supports it performs the operation once, even if it receives the request several times.
    /// A key that a layer has set is kept.
    public var sendsIdempotencyKey = false

    /// The host of the server that the call is sent to, by its name in the spec; `nil` for that of the base URL.
    ///
    /// A base URL that is not that of one of the spec's servers is used for all hosts.
    public var host: String?

    /// The media type of a JSON body, such as `application/x-amz-json-1.0`; `application/json` by default.
    ///
    /// A header field `Content-Type` that a layer sets, and a serializer of another format, have their own.
    public var bodyMediaType: String?
    /// Whether a response that breaks limits of the spec is an error, or is only reported; `nil` if it is not checked.
    @_spi(Generated) public var refusesBrokenLimits: Bool?
    /// The statuses besides those that the response policy accepts that are results, such as 304; empty by default.
    public var acceptedStatuses: Set<Int> = []

    var method: HTTPRequest.Method = .get
    var template = ""
    private(set) var pathValues = TemplateValues()
    /// The URL that replaces the base URL and the path; `nil` for none.
    var suppliedURL: Box<SuppliedURL>?
    var query: [QueryEntry] = []
    var headers = HTTPFields()
    var cookies: [CookiePair] = []
    var body = RequestBody()
    var content = RequestContent.json
    var sealed = SealedFieldPaths()
    /// The names of the members and parameters whose values logs and recordings hide.
    private(set) var hidden: Set<String> = []
    var isEndpoint = false
    /// The parameters that were set before the service's spec was applied; `nil` if there were none.
    var beforeCommon: Parameters?
    /// The error for the first value that can't be sent; the call fails with it.
    var fault: (any Error)?

    init() {}

    /// Hides the values of members of bodies, parameters and header fields in logs and recordings.
    @_spi(Generated) public mutating func hideValues(_ names: String...) {
        hidden.formUnion(names)
    }

    /// Accesses an option of the call, such as `retry`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<CallOptions, Value>) -> Value {
        get { options[keyPath: option] }
        set { options[keyPath: option] = newValue }
    }

    // A key path through the options of the call would be made anew for each call, which is slow.

    /// Accesses an option of the transfer, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { options.transfer[keyPath: option] }
        set { options.transfer[keyPath: option] = newValue }
    }

    /// Sets the method and the path.
    ///
    /// The path starts with a slash and is appended to the base URL's path. `path(_:_:)` fills `{name}`
    /// placeholders. The other expressions of RFC 6570 are supported too: `{+path}` keeps slashes,
    /// `{/parts*}` adds one segment per element, and `{?query*}` at the end adds query parameters.
    ///
    /// Use placeholders instead of interpolation: the path is then parsed once for all calls, and logs, metrics
    /// and traces show no values.
    public mutating func method(_ method: HTTPRequest.Method, _ path: String) {
        self.method = method
        template = path
    }

    // `path`, `header`, `query` and `body` only unwrap their optional, inlined into the endpoint's module, which
    // knows the type of the value. In this module, its type would be looked up at run time.

    /// Fills the `{name}` placeholder of the path with a value, percent-encoded as one segment.
    ///
    /// `{+name}` keeps slashes and the other characters that are allowed in a path. A percent sign in the
    /// value is sent as `%25`; use ``EncodedPath`` for values that are already encoded. `nil` omits an
    /// optional placeholder such as `{/name}`.
    ///
    /// A value that is empty, or that has `.` or `..` as a segment, fails the call. So does a value that
    /// would have such a segment after a server has decoded its slashes.
    @inlinable
    public mutating func path(_ name: String, _ value: (some ParameterValue)?) {
        guard let value else { return }
        fillPath(name) { try value.parameterText() }
    }

    @usableFromInline
    mutating func fillPath(_ name: String, _ makeText: () throws -> String) {
        guard let text = attempt(naming: name, makeText) else { return }
        fillPath(name, .text(text))
    }

    mutating func fillPath(
        _ name: String, _ value: URITemplate.Value, isEncoded: Bool = false,
        hasDotNames: Bool = false
    ) {
        pathValues.set(name, value, isEncoded: isEncoded, hasDotNames: hasDotNames)
    }

    /// Fills a placeholder for several values, such as `{/name*}`.
    ///
    /// `nil` and an empty array omit an optional placeholder. An element may be empty, as between two slashes,
    /// if another one is not.
    public mutating func path(_ name: String, _ values: [some ParameterValue]?) {
        guard let values,
            let texts = attempt(naming: name, { try values.map { try $0.parameterText() } })
        else { return }
        fillPath(name, .list(texts))
    }

    /// Fills a placeholder for names and values, such as `{?name*}`, sorted by name.
    ///
    /// `nil` and an empty dictionary omit an optional placeholder.
    public mutating func path(_ name: String, _ values: [String: some ParameterValue]?) {
        guard let values,
            let texts = attempt(naming: name, { try values.mapValues { try $0.parameterText() } })
        else { return }
        fillPath(
            name,
            .members(texts.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }))
    }

    /// Sets a header field.
    ///
    /// `nil` leaves the field unchanged. A name or value that would break the header section fails the call.
    @inlinable
    public mutating func header(_ name: String, _ value: (some ParameterValue)?) {
        guard let value else { return }
        setHeader(name) { try value.parameterText() }
    }

    @usableFromInline
    mutating func setHeader(_ name: String, _ makeText: () throws -> String) {
        guard let text = attempt(naming: name, makeText),
            let field = attempt({ try HeaderField.make(name, text) })
        else { return }
        // Otherwise the memory grows with the second, the third and the fifth field.
        if headers.isEmpty { headers.reserveCapacity(8) }
        headers.put(field)
    }

    /// Sets a repeated header field, with one field line for each element.
    ///
    /// `nil` leaves the field unchanged; an empty array removes it. A name or value that would break the
    /// header section fails the call.
    public mutating func header(_ name: String, _ values: [some ParameterValue]?) {
        guard let values,
            let texts = attempt(naming: name, { try values.map { try $0.parameterText() } }),
            let fields = attempt({ try texts.map { try HeaderField.make(name, $0) } }),
            let name = HTTPField.Name(name)
        else { return }
        headers[fields: name] = fields
    }

    /// Sets a cookie of this request.
    ///
    /// `nil` leaves the cookie unchanged. A name or value that is not allowed in a `Cookie` field (RFC 6265,
    /// section 4.1.1) fails the call. Nothing is encoded silently.
    public mutating func cookie(_ name: String, _ value: (some ParameterValue)?) {
        guard let value, let text = attempt(naming: name, { try value.parameterText() }),
            attempt({ try CookieField.check(name, text) }) != nil
        else { return }
        cookies.removeAll { $0.name == name }
        cookies.append(CookiePair(name: name, value: text))
    }

    /// Sets a field of the JSON body.
    ///
    /// `nil` leaves the field unchanged.
    ///
    /// The fields of a service's spec are added to every body. If an endpoint has no body, they form the body
    /// of POST, PUT and PATCH requests. Other methods do not send them.
    @inlinable
    public mutating func body(_ name: String, _ value: (some Encodable & Sendable)?) {
        guard let value else { return }
        setBodyField(name, value)
    }

    @usableFromInline
    mutating func setBodyField(_ name: String, _ value: any Encodable & Sendable) {
        body.set(name, value, ofEndpoint: isEndpoint)
    }

    /// Sets the whole JSON body.
    ///
    /// The fields of the service's spec are added if the value is an object. A member of the value takes
    /// precedence.
    public mutating func body(_ value: some Encodable & Sendable) { body.whole = value }

    /// Returns the result of a closure; `nil` if it throws, which fails the call.
    /// - Parameter name: The name of the parameter for the error message; `nil` if the message already names
    ///   it.
    @discardableResult
    mutating func attempt<Value>(naming name: String? = nil, _ make: () throws -> Value) -> Value? {
        guard fault == nil else { return nil }
        do {
            return try APIError.Cause.ofWriting(make)
        } catch var fault as APIError.Cause {
            if let name { fault.message = "the parameter \(name): \(fault.message)" }
            self.fault = fault
        } catch {
            fault = error
        }
        return nil
    }
}

extension RequestBuilder: RedactedStringConvertible {
    /// The method and the path template, without values.
    public var description: String { "\(method.rawValue) \(template)" }
}
