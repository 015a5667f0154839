/// How long the parts of a transfer may take.
///
/// A limit that is `nil` is inherited from the layer below, and else has the default that its property names.
/// ``Swift/Duration/unlimited`` removes a limit. Zero and less are refused when the request is sent.
public struct Timeouts: Sendable, Hashable {
    /// From the start of the call, or from its turn if it had to wait for others, to the open connection: name
    /// resolution, TCP and TLS.
    ///
    /// The default is 10 seconds.
    public var connect: Duration?
    /// How long a request may wait for others, where the session limits how many run at a time.
    ///
    /// The default is no limit but ``total``.
    public var queue: Duration?
    /// From the last byte of the request to the first line of the response.
    ///
    /// The default is no limit but ``total``.
    public var firstByte: Duration?
    /// How long no byte may move in either direction, once the request is being sent.
    ///
    /// Time in which the caller reads or sends nothing does not count. The default is no limit but ``total``.
    public var idle: Duration?
    /// From the start of the call to the last byte of the response.
    ///
    /// The default is 60 seconds. For a request whose body is a file, a stream or larger than 1 MiB there is no
    /// total limit by default, but an ``idle`` limit of 60 seconds; a typed call that returns a stream or a
    /// file has no total limit by default.
    public var total: Duration?
    /// How long a request with the header field `Expect: 100-continue` waits for the server's interim response
    /// before it sends its body all the same (RFC 9110, section 10.1.1).
    ///
    /// The default is 1 second. Without that field nothing waits.
    public var expectContinue: Duration?

    /// Creates limits; those that are `nil` are inherited.
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

    /// Takes over the limits that a higher layer sets.
    mutating func merge(_ higher: Timeouts) {
        connect = higher.connect ?? connect
        queue = higher.queue ?? queue
        firstByte = higher.firstByte ?? firstByte
        idle = higher.idle ?? idle
        total = higher.total ?? total
        expectContinue = higher.expectContinue ?? expectContinue
    }

    /// The limits that are set, by name.
    var names: [String] {
        Self.all.compactMap { name, path in
            self[keyPath: path].map { "timeouts.\(name) \($0.isUnlimited ? "unlimited" : "\($0)")" }
        }
    }

    /// The first limit that is zero or less, by name.
    private var invalid: String? {
        Self.all.first { self[keyPath: $0.limit].map { $0 <= .zero } ?? false }?.name
    }

    /// Refuses limits that no transfer can keep.
    /// - Throws: a ``TransportError`` with the code `invalidRequest`.
    package func check() throws(TransportError) {
        guard self != Timeouts(), let invalid else { return }
        throw .invalidRequest(
            "the time limit `\(invalid)` is not more than zero",
            "give it time, or write `.unlimited` for no limit")
    }
}

extension Timeouts {
    /// The limits that hold for a request; `nil` is none.
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
    /// From how many bytes on the time of a body depends on the link.
    private static let largeBody = 1 << 20

    /// The limits that hold for a request with this body.
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
            if idle == nil { limits.idle = .seconds(60) }
        }
        return limits
    }
}

extension Duration {
    /// No limit, for the properties of ``Timeouts``.
    public static var unlimited: Duration { .seconds(Int64.max) }

    /// What can be added to a time; all that is longer is no limit.
    fileprivate static var longest: Duration { .seconds(100 * 366 * 86_400) }
    fileprivate var isUnlimited: Bool { self > .longest }
    /// The same; `nil` if it is no limit.
    fileprivate var limited: Duration? { isUnlimited ? nil : self }
}
