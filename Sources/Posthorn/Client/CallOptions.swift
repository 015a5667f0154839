/// What a client, a scope or a single call sets: everything in it may stay unset.
///
/// As ``ClientConfiguration/defaults`` it is the lowest layer; in ``APIService/with(_:)`` it is the
/// highest and wins over the spec.
@dynamicMemberLookup
public struct CallOptions: Sendable {
    /// The base URL, as ``ClientConfiguration/baseURL``.
    ///
    /// `nil` inherits. A credential of the spec goes to the place that is named here, too.
    public var baseURL: String?
    /// The cipher.
    ///
    /// `nil` inherits.
    public var cipher: (any PayloadCipher)?
    /// The response policy.
    ///
    /// `nil` inherits.
    public var responsePolicy: (any ResponsePolicy)?
    /// How the call is transferred: limits, redirects, cookies, priority, progress.
    ///
    /// Its members are members of these options too, as in `$0.timeouts.total = .seconds(5)`.
    public var transfer = TransferOptions()

    /// What travels with the request inside of the process: to its cipher and its observers.
    public var metadata = RequestMetadata()

    /// What writes the fields or the value of a body.
    ///
    /// `nil` inherits; without any it is JSON.
    public var serializer: (any BodySerializer)?
    /// How values of the query and of forms are written.
    ///
    /// `nil` inherits; without any it is that of `QueryStyle()`.
    public var queryStyle: QueryStyle?
    /// Writes the query, as ``RequestBuilder/queryEncoder``.
    ///
    /// `nil` inherits; without any the items are percent-encoded and joined.
    public var queryEncoder: (@Sendable ([QueryItem]) throws -> String)?
    /// The methods whose ``RequestBuilder/parameters(_:)`` are sent in the URL.
    ///
    /// `nil` inherits; without any they are GET, HEAD and DELETE.
    public var parametersInURL: Set<HTTPRequest.Method>?

    /// What the call wants of the caches on its way, as its `Cache-Control` field.
    ///
    /// `nil` inherits; without any nothing is sent. A `Cache-Control` that is set as a header field wins.
    public var cacheControl: CacheControl?

    /// Finds a response to take in place of a failed call's, such as one that was kept of an earlier call.
    ///
    /// Asked once the call has failed on its way or after it, before the error is thrown; neither for a
    /// request that was not sent, nor for a call that was cancelled, nor for a failure that the spec
    /// documents, as that is a response, nor for streams and files. What it returns is an opened response: it
    /// is validated and decoded as one that came, and marked by ``Response/isFallback``. If that fails,
    /// or with `nil`, the call throws its own error. Observers are told of the failure, and then of the
    /// success.
    ///
    /// `nil` inherits; without any nothing is asked.
    public var fallback: (@Sendable (APIError) async -> TransportResponse?)?

    /// The parameters, in the order in which they were set.
    var settings: [CommonSetting] = []

    /// Creates options that set nothing.
    public init() {}

    /// An option of the transfer, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { transfer[keyPath: option] }
        set { transfer[keyPath: option] = newValue }
    }

    /// Adds these options to a builder.
    func apply(to request: inout RequestBuilder) throws {
        if let cipher { request.cipher = .using(cipher) }
        if let responsePolicy { request.responsePolicy = responsePolicy }
        request.options.merge(transfer)
        request.metadata.merge(metadata)
        if let serializer { request.serializer = serializer }
        if let queryStyle { request.queryStyle = queryStyle }
        if let queryEncoder { request.queryEncoder = queryEncoder }
        if let parametersInURL { request.parametersInURL = parametersInURL }
        if let cacheControl { request.cacheControl = cacheControl }
        if let fallback { request.fallback = fallback }
        for setting in settings { try setting.apply(&request) }
    }
}

extension CallOptions: RedactedStringConvertible {
    /// What is set, by name: never a value of a header field or parameter.
    public var description: String {
        var parts: [String] = []
        if let baseURL { parts.append("baseURL \(BaseURL.place(of: baseURL) ?? "set")") }
        if let cipher { parts.append("cipher \(cipher.name)") }
        if let responsePolicy { parts.append("responsePolicy \(responsePolicy.name)") }
        parts += transfer.names
        if let serializer { parts.append("serializer \(serializer.mediaType)") }
        if queryStyle != nil { parts.append("queryStyle") }
        if queryEncoder != nil { parts.append("queryEncoder") }
        if let parametersInURL {
            let names = parametersInURL.map(\.rawValue).sorted().joined(separator: " ")
            parts.append("parametersInURL \(names)")
        }
        if let cacheControl { parts.append("cacheControl \(cacheControl.fieldValue ?? "")") }
        if fallback != nil { parts.append("fallback") }
        parts += settings.map { ($0.isOmission ? "without " : "") + $0.parameter.shown }
        return "CallOptions(" + parts.joined(separator: ", ") + ")"
    }
}
