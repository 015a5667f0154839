public import FoundationEssentials

/// What a typed call knows about its request, besides the bytes that are sent.
package struct CallDetails: Sendable {
    /// The name of the endpoint, which is made from the type only when it is needed.
    enum EndpointName: Sendable {
        case type(any EndpointRequest.Type)
        case text(String)

        var text: String {
            switch self {
            case .type(let type): type.name
            case .text(let name): name
            }
        }
    }

    let endpoint: EndpointName
    /// The endpoint's path template.
    var template: String
    /// Whether the query has a credential.
    var hasSecretURL = false
    /// Whether the base URL has a path, which may contain a secret.
    var hasBasePath = false
    /// The name of the server in the spec; `nil` for another base URL.
    var server: String?
    var attempt = 1
    /// The number of the call, if the client has observers.
    var call: Int?
    var auth: RequestBuilder.AuthScheme?
    var metadata = RequestMetadata()
    var exchangeID: String?
    /// The values from which the query and the body were encoded.
    var parameters = RequestParameters()
    /// Whether a link or a redirect supplied path and query; it may repeat parameters that a signer added.
    var hasServersTarget = false
    /// The fields that are sealed according to the spec.
    var sealed = SealedFieldPaths()
    /// The names of the members and parameters whose values logs and recordings hide.
    package var hidden: Set<String> = []
    var policies = ResponsePolicies.json

    /// The path template, with `/…` in place of the base URL's path.
    var route: String {
        let template = PathTemplate.rooted(template)
        return hasBasePath ? "/…" + template : template
    }
}

extension Box: RequestContext where Value == CallDetails {
    package var route: String { value.route }
    package var hasSecretURL: Bool { value.hasSecretURL }
}

extension TransportRequest {
    /// Creates a request like that of a typed call, for tests of ciphers and transports.
    public init(
        endpoint: String, method: HTTPRequest.Method, origin: String, route: String,
        target: String, headers: HTTPFields = [:], body: Data? = nil,
        timeouts: Timeouts = Timeouts()
    ) {
        self.init(
            method: method, url: origin + target, headers: headers, body: body, timeouts: timeouts)
        details = CallDetails(endpoint: .text(endpoint), template: route)
    }

    /// What a typed call knows about its request; `nil` for a bare request.
    package var details: CallDetails? {
        get { boxedDetails?.value }
        set { context = newValue.map { Box($0) } }
    }
    /// The details for access to one of them, which copies only that one.
    private var boxedDetails: Box<CallDetails>? { context as? Box<CallDetails> }

    /// The endpoint's name; empty for a request that no typed call made.
    public var endpoint: String { boxedDetails?.value.endpoint.text ?? "" }

    /// The endpoint's path template without values, such as `/orders/{id}`.
    ///
    /// A path of the base URL is shown as `/…` in front of it, because webhook and bot URLs contain secrets
    /// there. Empty for a request that no typed call made.
    public var route: String { details?.route ?? "" }

    /// The number of the call's attempt that sends the request: 1, and more for a retry.
    ///
    /// 1 for a request that no typed call made.
    public var attempt: Int { details?.attempt ?? 1 }

    /// The name of the server in the spec; `nil` for another base URL.
    package var server: String? { boxedDetails?.value.server }

    /// The number of the call in its events; `nil` if the client has no observers.
    package var call: Int? { details?.call }

    /// The scheme whose credential the call carries.
    ///
    /// The credential is added before the request is sealed. `nil` means that the call carries none.
    public var auth: RequestBuilder.AuthScheme? { boxedDetails?.value.auth }

    /// Values that travel with the request inside the process and are never sent.
    public var metadata: RequestMetadata {
        get { details?.metadata ?? RequestMetadata() }
        set { change { $0.metadata = newValue } }
    }

    /// The identifier that ties the response to this attempt; `nil` until a cipher generates it.
    package var exchangeID: String? {
        get { details?.exchangeID }
        set { change { $0.exchangeID = newValue } }
    }

    /// Changes the call's details.
    ///
    /// A request without details gets those of an unnamed endpoint first.
    package mutating func change(_ change: (inout CallDetails) -> Void) {
        var details = details ?? CallDetails(endpoint: .text(""), template: "")
        change(&details)
        self.details = details
    }
}
