/// The configuration of a service's client: its base URL, its transport and its defaults.
///
/// A configuration is a value. Copies share the transport and the retry budget.
public struct ClientConfiguration: Sendable {
    /// The URL to which the paths of endpoints are appended.
    ///
    /// `nil` uses the `baseURL` of ``defaults``, or the spec's `server` if that is `nil` too.
    public var baseURL: BaseURL?
    /// The transport that sends the requests.
    ///
    /// One session can serve any number of clients.
    public var transport: any Transport {
        didSet { session = transport.session }
    }
    /// The lowest layer of options for every call, which the spec overrides.
    public var defaults: CallOptions {
        get { boxedDefaults?.value ?? CallOptions() }
        set { boxedDefaults = Box(newValue) }
    }
    /// The box of ``defaults``, which each call copies with the configuration; `nil` if they were never set.
    private(set) var boxedDefaults: Box<CallOptions>?
    /// The observers of the calls, each of which receives every event.
    ///
    /// Empty by default.
    ///
    /// `PosthornObservability` provides an observer that writes a log, and one that records metrics.
    public var observers: [any ClientObserver]

    /// The user's languages, sent as `Accept-Language` with every call that does not set the field itself.
    ///
    /// The default has the languages of the environment (`LC_ALL`, `LC_MESSAGES`, `LANG` and `LANGUAGE`), such
    /// as `de-AT, de;q=0.9`, and is `nil` if there are none. `nil` sends no such field.
    public var acceptLanguage = AcceptLanguage.environment

    /// The limit on the retries of all calls with a retry policy.
    ///
    /// `nil` limits retries only by the policy of each call. The default is a budget of its own, shared by the
    /// copies of this configuration.
    public var retryBudget: RetryBudget? = RetryBudget()

    /// The clock of the delays before retries, second requests, and reconnections of event streams.
    ///
    /// The default is a `ContinuousClock`. Tests set a `ManualClock` of PosthornTesting. Time limits are not
    /// measured by this clock, except that a retry or a reconnection is not made if its delay ends after the
    /// call's total time.
    public var clock: any Clock<Duration> {
        get { callClock.source }
        set { callClock = CallClock(newValue) }
    }

    /// The clock, and the random numbers of retries.
    package var callClock = CallClock.system

    /// The transport inside of all wrappers, if it is one of this package.
    private(set) var session: (any SessionTransport)?

    /// The options added by ``APIService/with(_:)``, outermost first.
    var scopes: [CallOptions] = []

    /// Creates a configuration with a base URL such as `https://api.example.com/v1`.
    ///
    /// - Throws: An ``APIError`` with the code `invalidBaseURL`, as ``BaseURL/init(_:)`` does.
    public init(
        baseURL: String, transport: any Transport, defaults: CallOptions? = nil,
        observers: [any ClientObserver] = []
    ) throws(APIError) {
        self.init(
            baseURL: try BaseURL(baseURL), transport: transport, defaults: defaults,
            observers: observers)
    }

    /// Creates a configuration; without `defaults`, it sets no options.
    public init(
        baseURL: BaseURL? = nil, transport: any Transport, defaults: CallOptions? = nil,
        observers: [any ClientObserver] = []
    ) {
        self.baseURL = baseURL
        self.transport = transport
        boxedDefaults = defaults.map { Box($0) }
        self.observers = observers
        session = transport.session
    }
}

extension ClientConfiguration: RedactedStringConvertible {
    /// The scheme, host and port of the base URL, and the type of the transport.
    public var description: String {
        "\(baseURL?.description ?? "the spec's server") over \(type(of: transport))"
    }
}
