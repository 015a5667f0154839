import PosthornSupport

/// A transport that sends one request for all equal GET requests that are in flight at the same time.
///
/// ```swift
/// import PosthornCache
///
/// let session = try CurlSession()
/// let transport = CoalescingTransport(CachingTransport(session, cache: HTTPCache()))
/// let shop = ShopAPI(ClientConfiguration(transport: transport), …)
/// ```
///
/// It coalesces requests with `TransferOptions.coalesces`, which the spec sets by `coalesce: true`, if they have
/// the method GET and no body. Requests are equal if they have the same URL and the same header fields, including
/// credentials and the cookies of the session, so two users never share a response. Fields that identify a single
/// call, such as `traceparent` and `X-Request-ID`, may differ.
///
/// Each call keeps its own total time, deadline, progress and cancellation. Calls with other timeouts, redirects
/// or limits are not equal. The shared exchange has the highest priority of all calls, as set when they join, and
/// ends when the last call leaves. Retries and hedged requests are sent separately.
///
/// `suspend()` of a handle does not suspend a shared exchange, and the handle has no `sessionTask`.
///
/// Sealed requests usually differ in a nonce and are then not coalesced; use a ``Loader`` for them. Streams and
/// downloads are sent as they are.
public struct CoalescingTransport: TransportWrapper {
    /// The transport that sends the requests.
    public let wrapped: any Transport
    private let session: (any SessionTransport)?
    let exchanges: Loader<CoalescingKey, TransportResponse>

    /// Creates a coalescing transport in front of another transport.
    public init(_ transport: any Transport) {
        wrapped = transport
        session = transport.session
        exchanges = Loader(maximumActive: .max) { key in
            CallTask(key.sharedRequest, over: transport)
        }
    }

    /// Joins the exchange of an equal request, or sends the request.
    ///
    /// - Throws: A `TransportError` of the exchange, with the code `timedOut` if the total time of this request
    ///   has passed, or `cancelled`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        guard request.coalesces == true, request.method == .get, request.body == nil else {
            return try await wrapped.send(request)
        }
        try request.timeouts.check()
        let share = exchanges.share(
            CoalescingKey(request, prepared: session?.prepared(request) ?? request),
            priority: request.priority)
        request.options.attachment?.follow(share)
        let reporter = request.onProgress.map { report in
            Task { for await progress in share.progressUpdates { report(progress) } }
        }
        let timer = request.limits.total.map { total in
            Task {
                try await Task.sleep(for: total)
                share.end(
                    TransportError(
                        .timedOut, "no complete response within \(total.text)",
                        advice: "raise `timeouts.total`", isSafeToRetry: true))
            }
        }
        defer { timer?.cancel() }
        do {
            let response = try await share.value
            await reporter?.value
            return response
        } catch {
            request.options.attachment?.leave(share)
            // The last report ends before the call does.
            reporter?.cancel()
            await reporter?.value
            guard !Task.isCancelled, let error = error as? TransportError else {
                throw TransportError(.cancelled, "the call was cancelled")
            }
            throw error
        }
    }
}

/// What equal requests have in common.
struct CoalescingKey: Hashable, Sendable {
    /// The request of the call that came first, without the options that each call keeps to itself.
    let sharedRequest: TransportRequest
    private let bytes: [UInt8]
    private let options: SharedOptions

    /// The options that change the exchange or its response.
    private struct SharedOptions: Hashable {
        let timeouts: Timeouts
        let redirects: RedirectPolicy?
        let sendsCookies: Bool?
        let localInterface: String?
        let trustName: String?
        let maximumResponseBytes: Int?
        let cache: CachePolicy?
    }

    /// Creates the key of a request.
    ///
    /// - Parameter prepared: The request with the cookies of the transport.
    init(_ request: TransportRequest, prepared: TransportRequest) {
        var shared = request
        shared.options = request.options.withoutCaller
        sharedRequest = shared
        options = SharedOptions(
            timeouts: shared.timeouts, redirects: request.redirects,
            sendsCookies: request.sendsCookies, localInterface: request.localInterface,
            trustName: request.trustName, maximumResponseBytes: request.maximumResponseBytes,
            cache: request.cache)
        // Field values are compared as bytes, because different texts can be equal in Swift.
        var bytes = Array(prepared.url.utf8) + [0]
        for field in prepared.headers.sorted(by: { $0.name.canonicalName < $1.name.canonicalName })
        where !Self.individual.contains(field.name.canonicalName)
            && !request.options.impersonalFields.contains(field.name)
        {
            bytes += Array(field.name.canonicalName.utf8) + [0]
            field.withUnsafeBytesOfValue { bytes += $0 }
            bytes.append(0)
        }
        self.bytes = bytes
    }

    /// Fields that identify a call and not its response.
    private static let individual: Set<String> = [
        "baggage", "traceparent", "tracestate", "x-correlation-id", "x-request-id",
    ]

    static func == (first: CoalescingKey, second: CoalescingKey) -> Bool {
        first.bytes == second.bytes && first.options == second.options
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
