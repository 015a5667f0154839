public import PosthornCore

/// What a server's method knows of a request besides the parameters of its endpoint.
public struct ServerContext<Common: Sendable>: Sendable {
    /// The common parameters of the service; `Void` if it has none.
    public let common: Common
    /// The request after it was opened, with the header fields that the spec does not name, such as `Authorization`.
    public let request: TransportRequest

    /// Creates a context, also for tests of your methods.
    public init(common: Common, request: TransportRequest) {
        self.common = common
        self.request = request
    }
}

extension ServerContext where Common == Void {
    /// Creates the context of a service without common parameters.
    public init(request: TransportRequest) { self.init(common: (), request: request) }
}

extension ServerContext: RedactedStringConvertible {
    /// The description of the request.
    public var description: String { request.description }
}
