/// The options of a client, a scope or a single call, all of them optional.
///
/// In ``ClientConfiguration/defaults`` they form the lowest layer. In ``APIService/with(_:)`` they form the
/// highest layer and win over the spec, which sets the same options of a ``RequestBuilder``. An option that is
/// `nil` is inherited from the layer below, and ``reset(_:)`` undoes what the layers below have set.
@dynamicMemberLookup
public struct CallOptions: Sendable {
    /// The base URL.
    ///
    /// `nil` inherits. The spec's credentials are sent to this URL too.
    public var baseURL: BaseURL?
    /// The cipher that seals requests and opens responses.
    ///
    /// `nil` inherits. If no layer sets one, the call is sent as plaintext. `nil` too if the spec names the
    /// cipher.
    public var cipher: (any PayloadCipher)? {
        get { if case .using(let cipher) = cipherChoice { cipher } else { nil } }
        set { cipherChoice = newValue.map { .using($0) } }
    }
    /// The signer that signs requests and verifies responses.
    ///
    /// If not set, the signer of the earlier layer applies, and reading it returns `.none`. Setting `.none`
    /// sends requests unsigned.
    public var signer: any Signer {
        // Not optional, because `.none` would then mean `nil`.
        get { if case .using(let signer) = boxedSigner?.value { signer } else { .none } }
        set { boxedSigner = Box(.using(newValue)) }
    }
    /// The policy that decides which responses succeed and how they are read.
    ///
    /// `nil` inherits. If no layer sets one, it is JSON. The policies of earlier layers decode documented
    /// failures that this policy does not read. `nil` too if the spec names the policy.
    public var responsePolicy: (any ResponsePolicy)? {
        get { if case .using(let policy) = policy { policy } else { nil } }
        set { (policy, lowerPolicies) = (newValue.map { .using($0) }, []) }
    }
    /// The transfer options: timeouts, redirects, cookies, priority, progress.
    ///
    /// Their members are also members of these options, as in `$0.timeouts.total = .seconds(5)`.
    public var transfer = TransferOptions()

    /// Values that accompany the request inside the process, for its cipher and its observers.
    public var metadata = RequestMetadata()

    /// The serializer that writes the fields or the value of a body.
    ///
    /// `nil` inherits. If no layer sets one, the body is JSON. Forms, multipart bodies and raw bytes do not use
    /// the serializer.
    public var serializer: BodySerializer?
    /// The style in which values of the query and of forms are written.
    ///
    /// `nil` inherits. If no layer sets one, the style is `QueryStyle()`.
    public var queryStyle: QueryStyle?
    /// A closure that encodes the query; its result is sent after the `?`.
    ///
    /// The closure receives the items in order, not yet encoded. Characters of its result that are not
    /// allowed in a query are percent-encoded. An error that it throws fails the call, and nothing is sent.
    ///
    /// `nil` inherits. If no layer sets one, the items are percent-encoded and joined.
    public var queryEncoder: (@Sendable ([QueryItem]) throws -> String)?
    /// The methods whose ``RequestBuilder/parameters(_:)`` are sent in the URL; others send them as the body.
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
    /// The cipher, or its name in the spec.
    var cipherChoice: CipherChoice?
    /// The signer, or its name in the spec.
    ///
    /// Boxed, so that a call without a signer only tests a pointer.
    var boxedSigner: Box<SignerChoice>?
    /// The response policy, or its name in the spec.
    private(set) var policy: PolicyChoice?
    /// The response policies of the layers below, the highest first.
    private(set) var lowerPolicies: [PolicyChoice] = []
    private var resets: [@Sendable (inout CallOptions) -> Void] = []

    /// Creates options that set nothing.
    public init() {}

    /// A transfer option, such as `timeouts`.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TransferOptions, Value>) -> Value
    {
        get { transfer[keyPath: option] }
        set { transfer[keyPath: option] = newValue }
    }

    /// Undoes what the client's defaults, the spec and the outer scopes have set for an option.
    ///
    /// The option then has the value that its description states for the case that no layer sets it, such as no
    /// second request for ``hedging``, plaintext for ``cipher``, and the transport's own value for a transfer
    /// option. ``baseURL`` becomes the spec's `server`. An option that these options set after the reset applies.
    ///
    /// ```swift
    /// let report = try await shop.with { $0.reset(\.hedging); $0.reset(\.timeouts.idle) }.report()
    /// ```
    ///
    /// Parameters are removed by ``remove(_:)``.
    public mutating func reset<Value>(
        _ option: any WritableKeyPath<CallOptions, Value> & Sendable
    ) {
        let reset: @Sendable (inout CallOptions) -> Void = {
            $0[keyPath: option] = CallOptions()[keyPath: option]
        }
        reset(&self)
        resets.append(reset)
    }

    /// Applies the options of a higher layer, except for its parameters.
    mutating func merge(_ higher: CallOptions) {
        for reset in higher.resets { reset(&self) }
        baseURL = higher.baseURL ?? baseURL
        cipherChoice = higher.cipherChoice ?? cipherChoice
        boxedSigner = higher.boxedSigner ?? boxedSigner
        if let policy = higher.policy { choose(policy) }
        transfer.merge(higher.transfer)
        metadata.merge(higher.metadata)
        serializer = higher.serializer ?? serializer
        queryStyle = higher.queryStyle ?? queryStyle
        queryEncoder = higher.queryEncoder ?? queryEncoder
        parametersInURL = higher.parametersInURL ?? parametersInURL
        cacheControl = higher.cacheControl ?? cacheControl
        retry = higher.retry ?? retry
        hedging = higher.hedging ?? hedging
        deadlineHeader = higher.deadlineHeader ?? deadlineHeader
        middleware += higher.middleware
        fallback = higher.fallback ?? fallback
    }

    func baseURL(specServer: String?) throws -> BaseURL {
        if let baseURL { return baseURL }
        if let specServer { return try .parts(of: specServer) }
        throw APIError.Cause(
            .invalidBaseURL, "there is no base URL",
            advice: "give the configuration a baseURL, or the spec a `server`")
    }

    /// Sets the response policy of a layer, and keeps those of the layers below.
    mutating func choose(_ policy: consuming PolicyChoice) {
        if let lower = self.policy.take() { lowerPolicies.insert(lower, at: 0) }
        self.policy = policy
    }

    /// Takes the response policies out of the options.
    ///
    /// Call it once, after all layers.
    mutating func takePolicies(
        named find: (String) -> (any ResponsePolicy)?
    ) throws -> Box<ResponsePolicies> {
        guard let choice = policy.take() else { return ResponsePolicies.json }
        let lower = try lowerPolicies.map { try $0.policy(named: find) }
        return Box(ResponsePolicies(try choice.policy(named: find), lower))
    }
}

extension CallOptions: RedactedStringConvertible {
    /// The options that are set, without values of header fields and parameters.
    public var description: String {
        var parts: [String] = []
        if let baseURL { parts.append("baseURL \(baseURL)") }
        if let cipher { parts.append("cipher \(cipher.name)") }
        if boxedSigner != nil { parts.append("signer \(signer.name)") }
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
