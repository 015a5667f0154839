/// Collects what a call sends, layer by layer.
///
/// The layers come in this order: the client's defaults, the service's spec, the endpoint's spec,
/// the options of the call site. A later layer's value replaces an earlier one's of the same name;
/// `nil` says nothing and leaves the earlier value. Header fields are compared by name without
/// case. The builder is a value of one call: nothing leaks into the next one.
///
/// A value that can't be sent, such as a line break in a header field, fails the call when the request
/// is made: the first one is told, with the name of its parameter, and nothing is sent.
@dynamicMemberLookup
public struct RequestBuilder: Sendable {
    /// The cipher of the call.
    ///
    /// `nil` inherits the earlier layer's; without any it is plaintext.
    public var cipher: CipherChoice?
    /// How the call is transferred; its members are members of the builder too, as in
    /// `request.timeouts.total = .seconds(5)`.
    public var options = TransferOptions()
    /// What writes the body's fields or value.
    ///
    /// `nil` inherits the earlier layer's; without any it is JSON. Forms, multipart bodies and bytes
    /// that an endpoint sends are what they are, and no serializer is asked.
    public var serializer: (any BodySerializer)?
    /// How the values of the query and of a form are written that have no style of their own.
    ///
    /// `nil` inherits the earlier layer's; without any it is that of `QueryStyle()`.
    public var queryStyle: QueryStyle?
    /// Writes the query of the request: what it returns stands after the `?`.
    ///
    /// `nil` inherits the earlier layer's; without any the items are percent-encoded and joined. It
    /// is given the items in their order, not yet encoded; what may not stand in a query is encoded
    /// in what it returns. An error that it throws fails the call, and nothing is sent.
    public var queryEncoder: (@Sendable ([QueryItem]) throws -> String)?
    /// The methods whose ``parameters(_:)`` are sent in the URL; those of others are the body.
    ///
    /// `nil` inherits the earlier layer's; without any they are GET, HEAD and DELETE.
    public var parametersInURL: Set<HTTPRequest.Method>?
    /// What the call wants of the caches on its way, as ``CallOptions/cacheControl``.
    ///
    /// `nil` inherits the earlier layer's.
    public var cacheControl: CacheControl?
    /// Whose credential the call carries.
    ///
    /// `nil` inherits the earlier layer's; without any it carries none. A header field of the same
    /// name that an earlier layer has set is dropped; a later layer's wins over the credential.
    public var auth: AuthScheme? { didSet { dropEarlierCredential() } }
    /// How often a failed call may be repeated.
    ///
    /// `nil` says nothing. Nothing is repeated yet because of it: the rule is carried to the request.
    public var retry: RetryRule?
    /// Whether the server does the work once, however often it gets the request.
    ///
    /// If so, the request carries an `Idempotency-Key` of its own, unless a layer has set one.
    public var isIdempotent = false

    /// What travels with the request inside of the process.
    public var metadata = RequestMetadata()

    /// The response policy of the latest layer that has set one.
    var policy: PolicyChoice? {
        didSet { if let oldValue { earlierPolicies.insert(oldValue, at: 0) } }
    }
    /// Those of the layers before it, the latest one first.
    private(set) var earlierPolicies: [PolicyChoice] = []
    var fallback: (@Sendable (APIError) async -> TransportResponse?)?
    var method: HTTPRequest.Method = .get
    var template = ""
    /// The path taken apart; `nil` until it is needed.
    private var parts: [URITemplate.Part]?
    private(set) var pathValues: [String: URITemplate.Value] = [:]
    /// The places of the path whose values are percent-encoded already.
    private(set) var encodedPaths: Set<String> = []
    var query: [QueryEntry] = []
    var headers = HTTPFields()
    var cookies: [CookiePair] = []
    var body = RequestBody()
    var content = RequestContent.json
    var sealed = SealedFieldPaths()
    var isEndpoint = false
    /// What stood here before the service's spec.
    var beforeCommon: Parameters?
    /// Why there will be no request: the first value that can't be sent.
    var fault: (any Error)?

    init() {}

    /// An option of the transfer, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { options[keyPath: option] }
        set { options[keyPath: option] = newValue }
    }

    /// Sets method and path.
    ///
    /// The path starts with a slash and joins the base URL's; `{name}` places are filled by
    /// ``path(_:_:)``. The other expressions of RFC 6570 work too: `{+path}` keeps slashes, `{/parts*}`
    /// makes a segment of each, `{?query*}` at the end makes parameters of the query.
    public mutating func method(_ method: HTTPRequest.Method, _ path: String) {
        self.method = method
        template = path
        parts = nil
    }

    /// Sets method and path, as ``method(_:_:)``, from a constant.
    public mutating func route(_ route: EndpointRoute) {
        method = route.method
        template = route.path
        parts = attempt { try route.parts.get() }
    }

    /// The path with its values, and the query that its template asks for.
    func expandPath() throws -> (path: String, query: String) {
        try PathTemplate.expand(
            template, parts ?? PathTemplate.parts(of: template), with: pathValues,
            encoded: encodedPaths)
    }

    /// Fills the `{name}` place of the path; percent-encoded as one segment.
    ///
    /// A `{+name}` keeps slashes and what else may stand in a path. A percent sign of the value is sent as
    /// `%25`; an ``EncodedPath`` is for values that are encoded already. `nil` leaves a place out that may
    /// be, such as `{/name}`.
    ///
    /// A value that is empty, or that has `.` or `..` as a segment, fails the call; so does one that
    /// would have it after a server has decoded its slashes.
    public mutating func path(_ name: String, _ value: (some ParameterValue)?) {
        guard let value, let text = attempt(naming: name, { try value.parameterText() }) else {
            return
        }
        fillPath(name, .text(text))
    }

    mutating func fillPath(_ name: String, _ value: URITemplate.Value, isEncoded: Bool = false) {
        pathValues[name] = value
        if isEncoded { encodedPaths.insert(name) } else { encodedPaths.remove(name) }
    }

    /// Fills a place of several values, such as `{/name*}`.
    ///
    /// `nil`, and no element, leave the place out.
    public mutating func path(_ name: String, _ values: [some ParameterValue]?) {
        guard let values,
            let texts = attempt(naming: name, { try values.map { try $0.parameterText() } })
        else { return }
        fillPath(name, .list(texts))
    }

    /// Fills a place of names and values, such as `{?name*}`, by name.
    ///
    /// `nil`, and no entry, leave the place out.
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
    /// `nil` leaves it as it is. A name or value that would break the header block fails the call.
    public mutating func header(_ name: String, _ value: (some ParameterValue)?) {
        guard let value, let text = attempt(naming: name, { try value.parameterText() }),
            let field = attempt({ try HeaderField.make(name, text) })
        else { return }
        headers[field.name] = field.value
    }

    /// Sets a repeated header field, one line for each element.
    ///
    /// `nil` leaves it as it is; an empty array sends none. A name or value that would break the header
    /// block fails the call.
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
    /// `nil` leaves it as it is. A name or value that can't stand in a `Cookie` field (RFC 6265,
    /// section 4.1.1) fails the call; nothing is encoded silently.
    public mutating func cookie(_ name: String, _ value: (some ParameterValue)?) {
        guard let value, let text = attempt(naming: name, { try value.parameterText() }),
            attempt({ try CookieField.check(name, text) }) != nil
        else { return }
        cookies.removeAll { $0.name == name }
        cookies.append(CookiePair(name: name, value: text))
    }

    /// Sets a field of the JSON body.
    ///
    /// `nil` leaves it as it is.
    ///
    /// A service's fields join each body; where an endpoint has none, those of POST, PUT and PATCH are
    /// the body, and those of other methods are not sent.
    public mutating func body(_ name: String, _ value: (some Encodable & Sendable)?) {
        guard let value else { return }
        body.set(name, value, ofEndpoint: isEndpoint)
    }

    /// Sets the whole JSON body.
    ///
    /// Common fields join it if it is an object, and its own win.
    public mutating func body(_ value: some Encodable & Sendable) {
        body.whole = value
    }

    /// What something makes; `nil` if it can't, which fails the call.
    /// - Parameter name: The parameter that it is about; `nil` if the fault says so itself.
    @discardableResult
    mutating func attempt<Value>(naming name: String? = nil, _ make: () throws -> Value) -> Value? {
        guard fault == nil else { return nil }
        do {
            return try make()
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
    /// Method and path template, without values.
    public var description: String { "\(method.rawValue) \(template)" }
}
