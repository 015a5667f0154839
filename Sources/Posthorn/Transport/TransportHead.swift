/// The head of a response, before its body.
public struct TransportHead: Sendable, Hashable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival, repeated ones kept apart.
    public var headers: HTTPFields
    /// What will prove that nothing of the body is missing.
    public var bodyIntegrity: BodyIntegrity

    /// Creates a head.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: BodyIntegrity = .unverified
    ) {
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
    }

    /// The length that the head announces for its body, in bytes.
    ///
    /// `nil` if it announces none.
    public var contentLength: Int? {
        guard bodyIntegrity == .length else { return nil }
        return headers[.contentLength].flatMap { Int($0.prefix { $0 != "," }) }
    }
}

extension TransportHead: RedactedStringConvertible {
    /// The status; header fields may hold secrets.
    public var description: String { "\(status.code), a head" }
}
