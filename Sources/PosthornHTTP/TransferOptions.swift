/// The options of a transfer: timeouts, redirects, cookies, compression, priority, progress.
///
/// Set the options on a ``TransportRequest``, in `CallOptions` for a client or a call, or in
/// `RequestBuilder` while a request is built. All three expose them as their own members, as in
/// `request.priority = .high`. An option that is `nil` is inherited from the layer below. If no layer sets
/// it, the transport's default applies.
public struct TransferOptions: Sendable {
    /// The timeouts of the transfer; each one that is `nil` is inherited.
    public var timeouts: Timeouts {
        get { content?.value.timeouts ?? Timeouts() }
        set { change { $0.timeouts = newValue } }
    }
    /// The policy for redirect responses.
    ///
    /// `nil` inherits. If no layer sets a policy, the transport decides; a `CurlSession` uses its
    /// configuration. A sealed call follows redirects only if a policy is set. It then stays within its
    /// origin, and the request is sealed again for each location.
    public var redirects: RedirectPolicy? {
        get { content?.value.redirects }
        set { change { $0.redirects = newValue } }
    }
    /// Whether the transport sends the cookies that it stores, and stores those of the response.
    ///
    /// `nil` inherits. If no layer sets it, the transport does. A request with its own `Cookie` field uses
    /// only that: no cookies are added or stored. Cookies are added after a request has been sealed, so a
    /// cipher never seals or signs them.
    public var sendsCookies: Bool? {
        get { content?.value.sendsCookies }
        set { change { $0.sendsCookies = newValue } }
    }
    /// Whether the transport compresses the request body with gzip.
    ///
    /// It then sets `Content-Encoding` (RFC 9110, section 8.4). Use it only for servers that accept
    /// compressed requests. Sealed bodies and bodies with a `Content-Encoding` are not compressed. `nil`
    /// inherits. If no layer sets it, the body is not compressed.
    public var compressesRequestBody: Bool? {
        get { content?.value.compressesRequestBody }
        set { change { $0.compressesRequestBody = newValue } }
    }
    /// The priority of the request among the others of its session.
    ///
    /// `nil` inherits. If no layer sets it, the transport decides; a `CurlSession` uses
    /// ``TransferOptions/Priority/normal``. It starts queued requests with a higher priority first.
    public var priority: TransferOptions.Priority? {
        get { content?.value.priority }
        set { change { $0.priority = newValue } }
    }
    /// The network interface or the local address that the connection uses.
    ///
    /// `nil` inherits. If no layer sets it, the transport decides.
    public var localInterface: String? {
        get { content?.value.localInterface }
        set { change { $0.localInterface = newValue } }
    }
    /// The name of the trust policy that applies to the request's servers.
    ///
    /// `nil` inherits. If no layer sets it, the host decides. Only a `CurlSession` reads it; it looks the name up
    /// in `trustByName` of its configuration and fails with ``TransportError/Code/invalidRequest`` for an unknown
    /// one.
    public var trustName: String? {
        get { content?.value.trustName }
        set { change { $0.trustName = newValue } }
    }
    /// The largest response body that is read as a whole, in bytes, before and after decompression.
    ///
    /// `nil` inherits. If no layer sets it, the transport decides; a `CurlSession` uses `maximumBodyBytes` of
    /// its configuration. 0 accepts no body. A larger body fails with ``TransportError/Code/limitExceeded``.
    /// Streams and files are not limited.
    public var maximumResponseBytes: Int? {
        get { content?.value.maximumResponseBytes }
        set { change { $0.maximumResponseBytes = newValue } }
    }
    /// How long a cache may reuse the response; it overrides the lifetime that the response states.
    ///
    /// `nil` inherits. If no layer sets it, the response decides. Only a `CachingTransport` reads it.
    public var cache: CachePolicy? {
        get { content?.value.cache }
        set { change { $0.cache = newValue } }
    }
    /// Whether equal GET requests that are in flight at the same time share one exchange.
    ///
    /// `nil` inherits. If no layer sets it, each call sends its own request. Only a `CoalescingTransport` of
    /// PosthornLoading reads it, for requests without a body whose response is read as a whole.
    public var coalesces: Bool? {
        get { content?.value.coalesces }
        set { change { $0.coalesces = newValue } }
    }
    /// A closure that receives the progress of the request and response bodies.
    ///
    /// `nil` inherits. If no layer sets it, progress is not counted. Transports other than a `CurlSession`
    /// may never call it.
    ///
    /// A `CurlSession` calls it after about every 64 KiB and at the end of the transfer, even if the
    /// transfer fails. The last call has the final numbers. A slow closure skips outdated values, never the
    /// newest.
    ///
    /// The calls are serial, on a task of their own, never on the session's thread or the caller's actor. The
    /// last call has returned when the request's call returns; for a stream it runs about when the stream
    /// ends. If a body is sent again, for example after a redirect, it is counted from 0 again.
    public var onProgress: (@Sendable (TransferProgress) -> Void)? {
        get { content?.value.onProgress }
        set { change { $0.onProgress = newValue } }
    }
    /// Whether the transport may send credentials after a 401 response and repeat the request; `nil` is yes.
    package var respondsToChallenges: Bool? {
        get { content?.value.respondsToChallenges }
        set { change { $0.respondsToChallenges = newValue } }
    }
    /// The credential for a challenge of the Digest scheme; `nil` for none.
    package var credential: Credential? {
        get { content?.value.credential }
        set { change { $0.credential = newValue } }
    }
    /// Whether the session needs a client certificate for the host.
    package var needsIdentity: Bool {
        get { content?.value.needsIdentity ?? false }
        set { change { $0.needsIdentity = newValue } }
    }
    /// Proves again, after a redirect, that the sender may use the token; `nil` for a token that needs no proof.
    package var proof: (any TokenProof)? {
        get { content?.value.proof }
        set { change { $0.proof = newValue } }
    }
    /// Whether the request goes to its host without the session's proxies.
    ///
    /// For servers that only this machine reaches, such as a metadata server.
    package var bypassesProxy: Bool {
        get { content?.value.bypassesProxy ?? false }
        set { change { $0.bypassesProxy = newValue } }
    }
    /// Whether a cache may supply and store the response; `nil` is yes.
    package var usesCache: Bool? {
        get { content?.value.usesCache }
        set { change { $0.usesCache = newValue } }
    }
    /// Whether the request repeats another one of its call, so that the transport adds no repetition of its own.
    package var isRepetition: Bool {
        get { content?.value.isRepetition ?? false }
        set { change { $0.isRepetition = newValue } }
    }
    /// Header fields that differ between equal calls and do not identify the caller; empty by default.
    ///
    /// A cache leaves them out of its keys.
    package var impersonalFields: Set<HTTPField.Name> {
        get { content?.value.impersonalFields ?? [] }
        set { change { $0.impersonalFields = newValue } }
    }
    package var attachment: TransferAttachment? {
        get { content?.value.attachment }
        set { change { $0.attachment = newValue } }
    }

    private struct Values: Sendable {
        var timeouts = Timeouts()
        var redirects: RedirectPolicy?
        var sendsCookies: Bool?
        var compressesRequestBody: Bool?
        var priority: TransferOptions.Priority?
        var localInterface: String?
        var trustName: String?
        var maximumResponseBytes: Int?
        var cache: CachePolicy?
        var coalesces: Bool?
        var onProgress: (@Sendable (TransferProgress) -> Void)?
        var respondsToChallenges: Bool?
        var credential: Credential?
        var needsIdentity = false
        var proof: (any TokenProof)?
        var bypassesProxy = false
        var usesCache: Bool?
        var isRepetition = false
        var impersonalFields: Set<HTTPField.Name> = []
        var attachment: TransferAttachment?
    }

    /// Boxed, because most requests set nothing and copies of the others can share the values.
    private var content: Box<Values>?
    private mutating func change(_ change: (inout Values) -> Void) {
        var values = content?.value ?? Values()
        change(&values)
        content = Box(values)
    }

    /// Creates options that set nothing.
    public init() {}

    package var isEmpty: Bool { content == nil }

    package mutating func merge(_ higher: TransferOptions) {
        guard let higher = higher.content else { return }
        guard content != nil else { return content = higher }
        let new = higher.value
        change { values in
            values.timeouts.merge(new.timeouts)
            values.redirects = new.redirects ?? values.redirects
            values.sendsCookies = new.sendsCookies ?? values.sendsCookies
            values.compressesRequestBody = new.compressesRequestBody ?? values.compressesRequestBody
            values.priority = new.priority ?? values.priority
            values.localInterface = new.localInterface ?? values.localInterface
            values.trustName = new.trustName ?? values.trustName
            values.maximumResponseBytes = new.maximumResponseBytes ?? values.maximumResponseBytes
            values.cache = new.cache ?? values.cache
            values.coalesces = new.coalesces ?? values.coalesces
            values.onProgress = new.onProgress ?? values.onProgress
            values.respondsToChallenges = new.respondsToChallenges ?? values.respondsToChallenges
            values.credential = new.credential ?? values.credential
            values.needsIdentity = new.needsIdentity || values.needsIdentity
            values.proof = new.proof ?? values.proof
            values.bypassesProxy = new.bypassesProxy || values.bypassesProxy
            values.usesCache = new.usesCache ?? values.usesCache
            values.isRepetition = new.isRepetition || values.isRepetition
            values.impersonalFields.formUnion(new.impersonalFields)
            values.attachment = new.attachment ?? values.attachment
        }
    }

    /// The options without those that one caller keeps to itself when several callers share an exchange.
    ///
    /// They are its progress, its total time, its priority and its task.
    package var withoutCaller: TransferOptions {
        var options = self
        options.change { values in
            values.timeouts.total = Timeouts.unlimited
            (values.onProgress, values.priority, values.coalesces) = (nil, nil, nil)
            values.attachment = nil
        }
        return options
    }

    /// Prevents redirects, authentication retries and compression of a sealed request.
    ///
    /// A request is sealed for one attempt, one path and its exact bytes.
    package static let forSealed = {
        var options = TransferOptions()
        options.redirects = .never
        options.respondsToChallenges = false
        options.compressesRequestBody = false
        return options
    }()
}

extension TransferOptions: RedactedStringConvertible {
    /// The names of the options that are set.
    public var description: String { "TransferOptions(" + names.joined(separator: ", ") + ")" }

    /// The names of the options that are set, with values that are not secret.
    package var names: [String] {
        var names = timeouts.names
        if redirects != nil { names.append("redirects") }
        if let sendsCookies { names.append("sendsCookies \(sendsCookies)") }
        if let compressesRequestBody {
            names.append("compressesRequestBody \(compressesRequestBody)")
        }
        if let priority { names.append("priority \(priority.rawValue)") }
        if let localInterface { names.append("localInterface \(localInterface)") }
        if let trustName { names.append("trustName \(trustName)") }
        if let maximumResponseBytes {
            names.append("maximumResponseBytes \(maximumResponseBytes)")
        }
        if cache != nil { names.append("cache") }
        if let coalesces { names.append("coalesces \(coalesces)") }
        if onProgress != nil { names.append("onProgress") }
        return names
    }
}
