/// The policy for redirect responses.
///
/// Every policy that follows redirects obeys these rules:
///
/// - The statuses 301, 302, 303, 307 and 308 with a `Location` are followed, and no others. 301 and 302
///   change POST to GET. 303 changes every method except GET and HEAD to GET. Otherwise method and body stay
///   the same.
/// - Only header fields that identify nobody are sent to another origin (scheme, host or port). These are
///   `Accept` and its variants, `Cache-Control`, `Pragma`, `Range`, `If-Range` and `User-Agent`. The fields
///   that describe the body are sent if the body is sent. A field that was removed is not restored, not even
///   for its own origin.
/// - No body is sent to another origin, and no redirect from https to http is followed, unless the policy
///   allows it.
/// - Targets must be http or https URLs without a user name. Redirect loops are rejected.
/// - All redirects share the timeout of the original request.
///
/// A violation throws a ``TransportError`` with the code `redirectRefused` or `tooManyRedirects` and with the
/// redirects so far.
public struct RedirectPolicy: Sendable, Hashable {
    /// A closure that decides about a redirect that the rules allow.
    ///
    /// It runs in the calling task. It returns the request to send: ``RedirectPolicy/Proposal/next``, or a
    /// changed request, which is checked against the rules again. It returns `nil` to deliver the redirect response to the
    /// caller. The body of that response is empty if it is longer than 64 KiB or of unknown length.
    ///
    /// Header fields that the closure adds are sent. If the closure changes the URL, the fields of the
    /// original request are sent only as far as the rules allow.
    public typealias Decision =
        @Sendable (RedirectPolicy.Proposal) async throws(TransportError) -> TransportRequest?

    /// The maximum number of redirects of one call.
    ///
    /// The default is 20; with 0 the first redirect is an error.
    public var limit: Int
    /// Whether a redirect may lead from https to http.
    ///
    /// The default is `false`.
    public var allowsDowngrade = false
    /// Whether a redirect that keeps the body may send it to another origin.
    ///
    /// The default is `false`. Sealed calls never follow redirects to another origin.
    public var sendsBodyToOtherOrigins = false
    /// The names of additional header fields that may be sent to other origins.
    ///
    /// Empty by default. Do not add a field that identifies the caller.
    public var forwardedFields: Set<String> = []

    let reach: Reach
    package var followsAny: Bool { reach != .nowhere }
    /// Whether the policy refuses every other origin.
    package var staysAtOrigin: Bool { reach == .origin }
    private var decision: Closure?

    enum Reach: Hashable { case nowhere, origin, anywhere }

    private init(_ reach: Reach, limit: Int, _ decision: Closure? = nil) {
        self.reach = reach
        self.limit = limit
        self.decision = decision
    }

    /// Follows up to 20 redirects.
    public static let follow = follow(limit: 20)

    /// Follows up to `limit` redirects.
    public static func follow(limit: Int) -> RedirectPolicy {
        RedirectPolicy(.anywhere, limit: limit)
    }

    /// Follows up to 20 redirects within the origin; a redirect to another origin is an error.
    public static let sameOrigin = sameOrigin(limit: 20)

    /// Follows up to `limit` redirects within the origin; a redirect to another origin is an error.
    public static func sameOrigin(limit: Int) -> RedirectPolicy {
        RedirectPolicy(.origin, limit: limit)
    }

    /// Follows no redirects: the call returns the redirect response.
    public static let never = RedirectPolicy(.nowhere, limit: 0)

    /// Calls a closure for each redirect that the rules allow; `limit` is 20 by default.
    public static func custom(limit: Int = 20, _ decision: @escaping Decision) -> RedirectPolicy {
        RedirectPolicy(.anywhere, limit: limit, Closure(decision))
    }

    /// Returns the closure's decision; without a closure the proposed request.
    package func decide(_ redirect: RedirectPolicy.Proposal) async throws(TransportError)
        -> TransportRequest?
    {
        guard let decision else { return redirect.next }
        return try await decision.run(redirect)
    }

    /// Returns the same policy with a closure that decides about each redirect it would follow.
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

    /// A closure with identity-based equality.
    private final class Closure: Sendable, Hashable {
        let run: Decision
        init(_ run: @escaping Decision) { self.run = run }
        static func == (one: Closure, other: Closure) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
}
