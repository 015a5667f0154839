/// The timeouts of a transfer.
///
/// A timeout that is `nil` is inherited from the layer below. If no layer sets it, the default in its
/// description applies. ``unlimited`` removes a timeout. Zero and negative durations are
/// rejected when the request is sent.
public struct Timeouts: Sendable, Hashable {
    /// The time until the connection is open, including name resolution, TCP and TLS.
    ///
    /// It starts with the call, or when a queued request leaves the queue. The default is 10 seconds.
    public var connect: Duration?
    /// The time that a request may wait in the queue of a session that limits concurrent requests.
    ///
    /// By default only ``total`` limits it.
    public var queue: Duration?
    /// The time from the last byte of the request to the first line of the response.
    ///
    /// By default only ``total`` limits it.
    public var firstByte: Duration?
    /// The time without any byte in either direction, once the request is being sent.
    ///
    /// Time in which the caller does not read or does not supply data does not count. By default only
    /// ``total`` limits it.
    public var idle: Duration?
    /// The time from the start of the call to the last byte of the response.
    ///
    /// The default is 60 seconds. A request whose body is a file, a stream or larger than 1 MiB has no total
    /// timeout by default, but an ``idle`` timeout of 60 seconds. So has a request without a spec whose
    /// response is a stream or a file. A typed call that returns a stream or a file has neither.
    public var total: Duration?
    /// The time that a request with `Expect: 100-continue` waits for an interim response.
    ///
    /// After that, the body is sent without one (RFC 9110, section 10.1.1). The default is 1 second. Requests
    /// without that header field do not wait.
    public var expectContinue: Duration?

    /// Creates timeouts; those that are `nil` are inherited.
    public init(
        connect: Duration? = nil, queue: Duration? = nil, firstByte: Duration? = nil,
        idle: Duration? = nil, total: Duration? = nil, expectContinue: Duration? = nil
    ) {
        self.connect = connect
        self.queue = queue
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
        self.expectContinue = expectContinue
    }

    private static let all: [(name: String, limit: any KeyPath<Timeouts, Duration?> & Sendable)] = [
        ("connect", \.connect), ("queue", \.queue), ("firstByte", \.firstByte), ("idle", \.idle),
        ("total", \.total), ("expectContinue", \.expectContinue),
    ]

    mutating func merge(_ higher: Timeouts) {
        connect = higher.connect ?? connect
        queue = higher.queue ?? queue
        firstByte = higher.firstByte ?? firstByte
        idle = higher.idle ?? idle
        total = higher.total ?? total
        expectContinue = higher.expectContinue ?? expectContinue
    }

    var names: [String] {
        Self.all.compactMap { name, path in
            self[keyPath: path].map { "timeouts.\(name) \($0.isUnlimited ? "unlimited" : "\($0)")" }
        }
    }

    /// The name of the first timeout that is zero or negative.
    private var invalid: String? {
        Self.all.first { self[keyPath: $0.limit].map { $0 <= .zero } ?? false }?.name
    }

    /// Throws if a timeout is zero or negative.
    package func check() throws(TransportError) {
        guard self != Timeouts(), let invalid else { return }
        throw .invalidRequest(
            "`timeouts.\(invalid)` is zero or negative",
            "set a positive duration, or `Timeouts.unlimited`")
    }
}

extension TransportRequest {
    /// The request with the default timeouts of one whose response is a stream or a file.
    ///
    /// How long such a response takes depends mostly on its length, so only a time without progress ends it.
    package var withLongResponse: TransportRequest {
        var request = self
        guard options.timeouts.total == nil else { return request }
        request.options.timeouts.total = Timeouts.unlimited
        request.options.timeouts.idle = options.timeouts.idle ?? Timeouts.longTransferIdle
        return request
    }
}

extension Timeouts {
    /// The default idle timeout of transfers without a total timeout.
    fileprivate static let longTransferIdle = Duration.seconds(60)

    /// The resolved timeouts of a request; `nil` means no limit.
    package struct Limits: Sendable, Hashable {
        package var connect: Duration?
        package var queue: Duration?
        package var firstByte: Duration?
        package var idle: Duration?
        package var total: Duration?
        package var expectContinue: Duration
    }

    private static let standard = Limits(
        connect: .seconds(10), total: .seconds(60), expectContinue: .seconds(1))
    /// The length in bytes above which the transfer time of a body depends mostly on the link.
    private static let largeBody = 1 << 20

    package func limits(for body: HTTPBody?) -> Limits {
        var limits = Self.standard
        if self != Timeouts() {
            if let connect { limits.connect = connect.limited }
            if let queue { limits.queue = queue.limited }
            if let firstByte { limits.firstByte = firstByte.limited }
            if let idle { limits.idle = idle.limited }
            if let total { limits.total = total.limited }
            if let expectContinue { limits.expectContinue = min(expectContinue, .longest) }
        }
        if total == nil, let body, !body.isInMemory || body.count ?? 0 > Self.largeBody {
            limits.total = nil
            if idle == nil { limits.idle = Self.longTransferIdle }
        }
        return limits
    }
}

extension Timeouts {
    /// No limit, as in `$0.timeouts.total = Timeouts.unlimited`.
    public static let unlimited = Duration.seconds(Int64.max)
}

extension Duration {
    /// The longest duration that can be added to an instant; longer ones mean no limit.
    fileprivate static var longest: Duration { .seconds(100 * 366 * 86_400) }
    fileprivate var isUnlimited: Bool { self > .longest }
    /// The duration itself; `nil` if it means no limit.
    fileprivate var limited: Duration? { isUnlimited ? nil : self }
}
