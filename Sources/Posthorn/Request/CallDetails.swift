/// What a typed call knows of its request beside what is sent.
package struct CallDetails: Sendable {
    /// The endpoint's name.
    var endpoint: String
    /// The path template of the endpoint.
    var template: String
    /// Whether the base URL has a path of its own, which may be a secret.
    var hasBasePath = false
    var auth: AuthScheme?
    var retry: RetryRule?
    var metadata = RequestMetadata()
    var exchangeID: String?
    /// What the query and the body were made of.
    var parameters = RequestParameters()
    /// Whether path and query are those of a link or a redirect, which may repeat what a signer added.
    var hasServersTarget = false
    /// The fields that the spec says are sealed.
    var sealed = SealedFieldPaths()

    /// The path template, with `/…` for the base URL's own path.
    var route: String {
        let template = PathTemplate.rooted(template)
        return hasBasePath ? "/…" + template : template
    }
}

extension TransportRequest {
    /// The endpoint's name; empty for a request that no typed call made.
    public var endpoint: String { details?.endpoint ?? "" }

    /// The path template of the endpoint, such as `/orders/{id}`: the route without its values.
    ///
    /// A path of the base URL, in which webhooks and bots have their secrets, is `/…` before it. Empty for a
    /// request that no typed call made.
    public var route: String { details?.route ?? "" }

    /// Whose credential the call carries; it is added before the request is sealed.
    ///
    /// `nil` if nobody's.
    public var auth: AuthScheme? { details?.auth }

    /// How often the spec lets a failed call be repeated.
    ///
    /// `nil` if it does not say. Not in force yet: nothing is repeated.
    public var retry: RetryRule? { details?.retry }

    /// What travels with the request inside of the process, and never on the wire.
    public var metadata: RequestMetadata {
        get { details?.metadata ?? RequestMetadata() }
        set { change { $0.metadata = newValue } }
    }

    /// What ties the response to this attempt; `nil` until a cipher has drawn it.
    package var exchangeID: String? {
        get { details?.exchangeID }
        set { change { $0.exchangeID = newValue } }
    }

    /// Changes what the typed call knows of its request; a bare one becomes one of an endpoint without a name.
    package mutating func change(_ change: (inout CallDetails) -> Void) {
        var details = details ?? CallDetails(endpoint: "", template: "")
        change(&details)
        self.details = details
    }
}
