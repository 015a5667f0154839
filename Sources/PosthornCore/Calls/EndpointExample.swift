/// A service whose spec has examples of responses.
///
/// `StubTransport.examples(of:)` of `PosthornTesting` serves them.
public protocol ExampleService: APIService {
    /// A response of each endpoint: that of the spec, or one made of its types.
    static var examples: [EndpointExample] { get }
}

/// An example of the response of an endpoint.
public struct EndpointExample: Sendable {
    package let endpoint: String
    package let content: Content?
    package let status: Int?
    package let headers: [String: String]

    package enum Content: Sendable {
        case json(String)
        case bytes(String)
        case stream(String, type: String)
    }

    private init(
        _ endpoint: String, _ content: Content?, _ status: Int? = nil,
        _ headers: [String: String] = [:]
    ) {
        (self.endpoint, self.content) = (endpoint, content)
        (self.status, self.headers) = (status, headers)
    }

    /// Creates the example of an endpoint whose value is this JSON, without the envelope around it.
    ///
    /// - Parameters:
    ///   - endpoint: The name of the endpoint.
    ///   - json: The pieces of the value; without one, the response has no body.
    ///   - status: The status; `nil` for 200, or for 204 without a body.
    ///   - headers: The header fields.
    public init(
        _ endpoint: String, json: String..., status: Int? = nil,
        headers: [String: String] = [:]
    ) {
        self.init(endpoint, json.isEmpty ? nil : .json(json.joined()), status, headers)
    }

    /// Creates the example of an endpoint whose body is a text or bytes.
    public init(_ endpoint: String, bytes: String) {
        self.init(endpoint, .bytes(bytes))
    }

    /// Creates the example of a stream of server-sent events, from the pieces of the body.
    public init(_ endpoint: String, events: String, _ more: String...) {
        self.init(endpoint, .stream(events + more.joined(), type: "text/event-stream"))
    }

    /// Creates the example of a stream of lines, from the pieces of the body.
    public init(_ endpoint: String, lines: String, _ more: String...) {
        self.init(endpoint, .stream(lines + more.joined(), type: "application/x-ndjson"))
    }
}

extension EndpointExample: RedactedStringConvertible {
    /// The endpoint's name.
    public var description: String { endpoint }
}
