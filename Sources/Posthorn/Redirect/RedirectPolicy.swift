/// What is done with a response that names another place.
///
/// These rules hold for every policy that follows at all:
/// - 301, 302, 303, 307 and 308 with a `Location` are followed and no other status. 301 and 302
///   make a GET of a POST, 303 of all but GET and HEAD; the others keep method and body.
/// - To another origin (scheme, host or port) go only header fields that identify nobody: `Accept`
///   and its kind, `Cache-Control`, `Pragma`, `Range`, `If-Range`, `User-Agent`, and those about the
///   body with the body. Nothing that was left behind comes back, not even at its own origin.
/// - No body goes to another origin, and nothing from https to http, unless the policy allows it.
/// - Targets are http or https without a user name. Circles are refused.
/// - All hops together have the time that the request had.
///
/// What a rule refuses is a ``TransportError`` with the code `redirectRefused` or
/// `tooManyRedirects` and the hops so far.
public struct RedirectPolicy: Sendable, Hashable {
    /// Looks at a redirect that the rules allow.
    ///
    /// It runs in the calling task and gives the request to send: ``Redirect/next`` or a changed
    /// one, which the rules see once more; or `nil` to take the response as it is, its body empty if it
    /// is over 64 KiB or of unknown length. Header fields that
    /// it adds are sent; those that came with the request follow a changed URL no further than the
    /// rules let them.
    public typealias Decision =
        @Sendable (Redirect) async throws(TransportError) -> TransportRequest?

    /// How many redirects one call may follow.
    ///
    /// The default is 20; with 0 the first one is an error.
    public var limit: Int
    /// Whether a redirect may lead from https to http.
    ///
    /// The default is `false`.
    public var allowsDowngrade = false
    /// Whether a redirect that keeps the body may take it to another origin.
    ///
    /// The default is `false`. Sealed calls never follow there.
    public var sendsBodyToOtherOrigins = false
    /// Names of further header fields that may go to other origins.
    ///
    /// Empty by default. Name none that identifies the caller.
    public var forwardedFields: Set<String> = []

    let reach: Reach
    /// Whether any redirect is followed.
    package var followsAny: Bool { reach != .nowhere }
    private var decision: Closure?

    enum Reach: Hashable { case nowhere, origin, anywhere }

    private init(_ reach: Reach, limit: Int, _ decision: Closure? = nil) {
        self.reach = reach
        self.limit = limit
        self.decision = decision
    }

    /// Follows up to 20 redirects.
    public static let follow = follow(limit: 20)

    /// Follows redirects.
    public static func follow(limit: Int) -> RedirectPolicy {
        RedirectPolicy(.anywhere, limit: limit)
    }

    /// Follows up to 20 redirects within the origin; one that leaves it is an error.
    public static let sameOrigin = sameOrigin(limit: 20)

    /// Follows redirects within the origin; one that leaves it is an error.
    public static func sameOrigin(limit: Int) -> RedirectPolicy {
        RedirectPolicy(.origin, limit: limit)
    }

    /// Follows none: the redirect is the response.
    public static let never = RedirectPolicy(.nowhere, limit: 0)

    /// Asks a closure about each redirect that the rules allow.
    public static func custom(limit: Int = 20, _ decision: @escaping Decision) -> RedirectPolicy {
        RedirectPolicy(.anywhere, limit: limit, Closure(decision))
    }

    /// The closure's response; without a closure the proposed request.
    func decide(_ redirect: Redirect) async throws(TransportError) -> TransportRequest? {
        guard let decision else { return redirect.next }
        return try await decision.run(redirect)
    }

    /// The same, with a closure that is asked about what the policy would follow.
    package func asking(_ closure: @escaping Decision) -> RedirectPolicy {
        var policy = self
        policy.decision = Closure { redirect throws(TransportError) in
            guard let next = try await decide(redirect) else { return nil }
            var asked = redirect
            asked.next = next
            return try await closure(asked)
        }
        return policy
    }

    /// A closure that is equal to itself and to no other.
    private final class Closure: Sendable, Hashable {
        let run: Decision
        init(_ run: @escaping Decision) { self.run = run }
        static func == (one: Closure, other: Closure) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
}
