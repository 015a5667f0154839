/// How a request is transferred: time limits, redirects, cookies, compression, priority, progress.
///
/// Each option is declared here, once. It is set on a bare ``TransportRequest``, for a client or a call in
/// ``CallOptions``, or while a request is built in ``RequestBuilder``; all three show the options as members of
/// their own, as in `request.priority = .high`. An option that is `nil` is inherited from the layer below, and then
/// is the transport's own.
public struct TransferOptions: Sendable {
    /// How long the parts of the transfer may take; each limit that is `nil` is inherited.
    public var timeouts: Timeouts {
        get { content?.value.timeouts ?? Timeouts() }
        set { change { $0.timeouts = newValue } }
    }
    /// What is done with a response that names another place.
    ///
    /// `nil` inherits; without any the transport decides: a `CurlSession` follows as its configuration says. A
    /// sealed call follows none unless a policy is set, and then within its origin only, sealed afresh for each
    /// place.
    public var redirects: RedirectPolicy? {
        get { content?.value.redirects }
        set { change { $0.redirects = newValue } }
    }
    /// Whether the transport may add cookies that it keeps, and keep those of the response.
    ///
    /// `nil` inherits; without any it may. A request with a `Cookie` field of its own takes care of its cookies
    /// itself: none are added and none are kept. Cookies are added after a request has been sealed, so that a
    /// cipher never seals or signs them.
    public var sendsCookies: Bool? {
        get { content?.value.sendsCookies }
        set { change { $0.sendsCookies = newValue } }
    }
    /// Whether the transport compresses the body with gzip and says so in `Content-Encoding` (RFC 9110,
    /// section 8.4).
    ///
    /// `nil` inherits; without any it does not. Only for servers that are known to accept compressed requests.
    /// A sealed body is not compressed, nor is one that has a `Content-Encoding` already.
    public var compressesRequestBody: Bool? {
        get { content?.value.compressesRequestBody }
        set { change { $0.compressesRequestBody = newValue } }
    }
    /// How much the request matters beside the others of its session.
    ///
    /// `nil` inherits; without any the transport decides: ``TransferPriority/normal`` for a `CurlSession`, where
    /// those of higher priority go first if requests have to wait.
    public var priority: TransferPriority? {
        get { content?.value.priority }
        set { change { $0.priority = newValue } }
    }
    /// The network interface or the local address from which the connection starts.
    ///
    /// `nil` inherits; without any the transport decides.
    public var localInterface: String? {
        get { content?.value.localInterface }
        set { change { $0.localInterface = newValue } }
    }
    /// The largest response body that is read as a whole, in bytes, before and after it is decompressed.
    ///
    /// `nil` inherits; without any the transport decides: a `CurlSession` reads `maximumBodyBytes` of its
    /// configuration. 0 accepts no body. A larger one fails with ``TransportError/Code/limitExceeded``. Streams
    /// and files are not limited.
    public var maximumResponseBytes: Int? {
        get { content?.value.maximumResponseBytes }
        set { change { $0.maximumResponseBytes = newValue } }
    }
    /// How long a cache may give the response again, beyond what the response says itself.
    ///
    /// `nil` inherits; without any the response decides. Only a ``CachingTransport`` reads it.
    public var cache: CachePolicy? {
        get { content?.value.cache }
        set { change { $0.cache = newValue } }
    }
    /// Is told how far the transfer has come, of the bodies of the request and of the response.
    ///
    /// `nil` inherits; without any nothing is counted. A session over libcurl calls it each time about 64 KiB
    /// more of a body have moved, and at the end of the transfer, whether it is whole or not: the last call has
    /// the final numbers. A slow closure misses outdated numbers, never the newest. Its calls come one after the
    /// other on a task of their own, never on the session's thread or the caller's actor. The last one has
    /// returned when the call returns; for a stream it comes about when the stream ends. A body that is sent
    /// once more, as after a redirect, is counted from 0 again. Other transports may never call it.
    public var onProgress: (@Sendable (TransferProgress) -> Void)? {
        get { content?.value.onProgress }
        set { change { $0.onProgress = newValue } }
    }
    /// Whether the transport may respond to a 401 with a credential and send the request again; `nil` is yes.
    package var answersChallenges: Bool? {
        get { content?.value.answersChallenges }
        set { change { $0.answersChallenges = newValue } }
    }
    /// Whether a cache may give and keep the response; `nil` is yes.
    package var usesCache: Bool? {
        get { content?.value.usesCache }
        set { change { $0.usesCache = newValue } }
    }
    /// What ties the exchanges of one call to one task of the session; `nil` if nothing does.
    package var attachment: TransferAttachment? {
        get { content?.value.attachment }
        set { change { $0.attachment = newValue } }
    }

    private struct Values: Sendable {
        var timeouts = Timeouts()
        var redirects: RedirectPolicy?
        var sendsCookies: Bool?
        var compressesRequestBody: Bool?
        var priority: TransferPriority?
        var localInterface: String?
        var maximumResponseBytes: Int?
        var cache: CachePolicy?
        var onProgress: (@Sendable (TransferProgress) -> Void)?
        var answersChallenges: Bool?
        var usesCache: Bool?
        var attachment: TransferAttachment?
    }

    /// Behind a reference: most requests set nothing, and copies of the others share it.
    private var content: Box<Values>?
    private mutating func change(_ change: (inout Values) -> Void) {
        var values = content?.value ?? Values()
        change(&values)
        content = Box(values)
    }

    /// Creates options that set nothing.
    public init() {}

    /// Whether nothing is set.
    package var isEmpty: Bool { content == nil }

    /// Takes over what a higher layer sets.
    package mutating func merge(_ higher: TransferOptions) {
        guard let higher = higher.content else { return }
        guard content != nil else { return content = higher }
        let new = higher.value
        change { values in
            values.timeouts.merge(new.timeouts)
            if let redirects = new.redirects { values.redirects = redirects }
            if let sendsCookies = new.sendsCookies { values.sendsCookies = sendsCookies }
            if let compresses = new.compressesRequestBody {
                values.compressesRequestBody = compresses
            }
            if let priority = new.priority { values.priority = priority }
            if let interface = new.localInterface { values.localInterface = interface }
            if let bytes = new.maximumResponseBytes { values.maximumResponseBytes = bytes }
            if let cache = new.cache { values.cache = cache }
            if let onProgress = new.onProgress { values.onProgress = onProgress }
            if let answers = new.answersChallenges { values.answersChallenges = answers }
            if let usesCache = new.usesCache { values.usesCache = usesCache }
            if let attachment = new.attachment { values.attachment = attachment }
        }
    }

    /// Keeps a transport from redirecting, repeating with a credential, or compressing a sealed request.
    ///
    /// It was sealed for one attempt at its own path, as it is.
    static let forSealed = {
        var options = TransferOptions()
        options.redirects = .never
        options.answersChallenges = false
        options.compressesRequestBody = false
        return options
    }()
}

extension TransferOptions: RedactedStringConvertible {
    /// What is set, by name.
    public var description: String { "TransferOptions(" + names.joined(separator: ", ") + ")" }

    /// What is set, by name, with values that are no secrets.
    var names: [String] {
        var names = timeouts.names
        if redirects != nil { names.append("redirects") }
        if let sendsCookies { names.append("sendsCookies \(sendsCookies)") }
        if let compressesRequestBody {
            names.append("compressesRequestBody \(compressesRequestBody)")
        }
        if let priority { names.append("priority \(priority.rawValue)") }
        if let localInterface { names.append("localInterface \(localInterface)") }
        if let maximumResponseBytes {
            names.append("maximumResponseBytes \(maximumResponseBytes)")
        }
        if cache != nil { names.append("cache") }
        if onProgress != nil { names.append("onProgress") }
        return names
    }
}

/// A constant behind a reference.
package final class Box<Value: Sendable>: Sendable {
    package let value: Value
    package init(_ value: Value) { self.value = value }
}
