/// The options of a client, a scope or a single call, all of them optional.
///
/// In ``ClientConfiguration/defaults`` they form the lowest layer. In ``APIService/with(_:)`` they form the
/// highest layer and win over the spec.
@dynamicMemberLookup
public struct CallOptions: Sendable {
    /// The base URL, in the form of ``ClientConfiguration/baseURL``.
    ///
    /// `nil` inherits. The spec's credentials are sent to this URL too.
    public var baseURL: String?
    /// The cipher that seals requests and opens responses.
    ///
    /// `nil` inherits.
    public var cipher: (any PayloadCipher)?
    /// The signer that signs requests and verifies responses.
    ///
    /// If not set, the signer of the earlier layer applies, and reading it returns `.none`. Setting `.none`
    /// sends requests unsigned.
    public var signer: any Signer {
        get { boxedSigner?.value ?? .none }
        set { boxedSigner = Box(newValue) }
    }
    // The property is not optional, because `.none` would then mean `nil`.
    private var boxedSigner: Box<any Signer>?
    /// The policy that decides which responses succeed and how they are read.
    ///
    /// `nil` inherits.
    public var responsePolicy: (any ResponsePolicy)?
    /// The transfer options: timeouts, redirects, cookies, priority, progress.
    ///
    /// Their members are also members of these options, as in `$0.timeouts.total = .seconds(5)`.
    public var transfer = TransferOptions()

    /// Values that accompany the request inside the process, for its cipher and its observers.
    public var metadata = RequestMetadata()

    /// The serializer that writes the fields or the value of a body.
    ///
    /// `nil` inherits. If no layer sets one, the body is JSON.
    public var serializer: (any BodySerializer)?
    /// The style in which values of the query and of forms are written.
    ///
    /// `nil` inherits. If no layer sets one, the style is `QueryStyle()`.
    public var queryStyle: QueryStyle?
    /// A function that writes the query, like ``RequestBuilder/queryEncoder``.
    ///
    /// `nil` inherits. If no layer sets one, the items are percent-encoded and joined.
    public var queryEncoder: (@Sendable ([QueryItem]) throws -> String)?
    /// The methods whose ``RequestBuilder/parameters(_:)`` are sent in the URL.
    ///
    /// `nil` inherits. If no layer sets them, they are GET, HEAD and DELETE.
    public var parametersInURL: Set<HTTPRequest.Method>?

    /// The request's `Cache-Control` directives for the caches on its way.
    ///
    /// `nil` inherits. If no layer sets them, the field is not sent. A `Cache-Control` set as a header field
    /// wins.
    public var cacheControl: CacheControl?

    /// The policy that decides whether a failed call is retried, such as `.never` or a ``RetryRule``.
    ///
    /// `nil` inherits. If no layer sets one, the call is not retried. `.never` overrides an earlier layer.
    public var retry: (any RetryPolicy)?

    /// The policy that sends a second request when a response is late.
    ///
    /// `nil` inherits. If no layer sets one, only one request is sent at a time.
    public var hedging: HedgingPolicy?

    /// The name of the header field that tells the server how much time the call has left.
    ///
    /// Its value is a whole number of milliseconds, such as `1500`, set anew for each attempt before it is
    /// signed. It is not sent if the call has no total time. `nil` inherits. If no layer sets one, no such
    /// field is sent.
    public var deadlineHeader: String?

    /// Code around each attempt of a call, the outermost first; empty by default.
    ///
    /// The middleware of an inner layer is added to that of the outer ones and runs inside of it: first the
    /// client's, then that of each scope, then the call's.
    public var middleware: [any CallMiddleware] = []

    /// Supplies a response when the call fails, such as a response stored from an earlier call.
    ///
    /// Runs after the last retry, before the error is thrown. It does not run if the request could not be
    /// built or sealed, if the call was cancelled, or if the failure is one that the spec documents. It does
    /// not run for streams and downloads.
    ///
    /// The response it returns counts as already opened. It is validated and decoded like a received one, and
    /// ``TransportResponse/isFallback`` is `true`. If that fails, or if the function returns `nil`, the call
    /// throws its own error, and otherwise that error is ``APIResponse/replacedError``. Observers receive the
    /// failure first and then the success. A stale response that the cache has for the failure goes first.
    ///
    /// `nil` inherits. If no layer sets one, the call has no fallback.
    public var fallback: (@Sendable (APIError) async -> TransportResponse?)?

    /// The parameters in the order in which they were set.
    var settings: [CommonSetting] = []

    /// Creates options that set nothing.
    public init() {}

    /// A transfer option, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { transfer[keyPath: option] }
        set { transfer[keyPath: option] = newValue }
    }

    func apply(to request: inout RequestBuilder) throws {
        if let cipher { request.cipher = .using(cipher) }
        if let boxedSigner { request.signer = .using(boxedSigner.value) }
        if let responsePolicy { request.responsePolicy = responsePolicy }
        request.options.merge(transfer)
        request.metadata.merge(metadata)
        if let serializer { request.serializer = serializer }
        if let queryStyle { request.queryStyle = queryStyle }
        if let queryEncoder { request.queryEncoder = queryEncoder }
        if let parametersInURL { request.parametersInURL = parametersInURL }
        if let cacheControl { request.cacheControl = cacheControl }
        if let retry { request.retry = retry }
        if let hedging { request.hedging = hedging }
        if let deadlineHeader { request.deadlineHeader = deadlineHeader }
        if !middleware.isEmpty { request.middleware += middleware }
        if let fallback { request.fallback = fallback }
        for setting in settings { try setting.apply(&request) }
    }
}

extension CallOptions: RedactedStringConvertible {
    /// The options that are set, without values of header fields and parameters.
    public var description: String {
        var parts: [String] = []
        if let baseURL { parts.append("baseURL \(BaseURL.place(of: baseURL) ?? "set")") }
        if let cipher { parts.append("cipher \(cipher.name)") }
        if let boxedSigner { parts.append("signer \(boxedSigner.value.name)") }
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
        if let retry { parts.append("retry \(type(of: retry))") }
        if hedging != nil { parts.append("hedging") }
        if let deadlineHeader { parts.append("deadlineHeader \(deadlineHeader.debugDescription)") }
        parts += middleware.map { "middleware \(type(of: $0))" }
        if fallback != nil { parts.append("fallback") }
        parts += settings.map { ($0.isRemoval ? "without " : "") + $0.parameter.shown }
        return "CallOptions(" + parts.joined(separator: ", ") + ")"
    }
}
