/// What a client of a service is made of: where it calls, over what, and its defaults.
///
/// A value: copies of it share the transport and nothing else.
public struct ClientConfiguration: Sendable {
    /// The base URL, such as `https://api.example.com/v1`, with or without a slash at its end.
    ///
    /// An endpoint's path, `/orders`, is put behind the base's own: `https://api.example.com/v1/orders`.
    /// Nothing is resolved, so that no path names another host or leaves the base's path, not even one
    /// that looks like a URL. A query of the base goes before the endpoint's. `nil` takes the spec's
    /// `server`.
    ///
    /// Its path may be a secret, as that of a webhook is: descriptions and logs show `/…` in its place.
    public var baseURL: String?
    /// What moves the bytes.
    ///
    /// One session serves any number of clients.
    public var transport: any Transport
    /// The lowest layer of every call: what the spec says wins over it.
    public var defaults: CallOptions
    /// Who watches the calls, each told of every event; empty by default.
    ///
    /// `PosthornLogging` has one that writes a log.
    public var observers: [any ClientObserver]

    /// The languages that the user reads, as `Accept-Language` of every call that names none.
    ///
    /// The default is what the environment says, ``AcceptLanguage/environment``; `nil` sends none.
    public var acceptLanguage = AcceptLanguage.environment

    /// The layers of ``APIService/with(_:)``, the outermost first.
    var scopes: [CallOptions] = []

    /// The base URL that the innermost layer names; `nil` leaves it to the spec.
    var server: String? {
        scopes.lazy.reversed().compactMap(\.baseURL).first ?? baseURL ?? defaults.baseURL
    }

    /// Creates a configuration.
    public init(
        baseURL: String? = nil, transport: any Transport, defaults: CallOptions = CallOptions(),
        observers: [any ClientObserver] = []
    ) {
        self.baseURL = baseURL
        self.transport = transport
        self.defaults = defaults
        self.observers = observers
    }
}

extension ClientConfiguration: RedactedStringConvertible {
    /// Scheme, host and port of the base URL, and the kind of transport.
    public var description: String {
        let place = baseURL.map { BaseURL.place(of: $0) ?? "baseURL set" } ?? "the spec's server"
        return "\(place) over \(type(of: transport))"
    }
}
