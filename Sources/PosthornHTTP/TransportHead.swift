/// The head of a response, without its body.
public struct TransportHead: Sendable, Hashable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival; repeated fields are not joined.
    public var headers: HTTPFields
    /// How the completeness of the body will be verified.
    public var bodyIntegrity: TransportResponse.BodyIntegrity

    /// Creates a head.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: TransportResponse.BodyIntegrity = .unverified
    ) {
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
    }

    /// The body length that the head announces, in bytes.
    ///
    /// `nil` if it announces none.
    public var contentLength: Int? {
        guard bodyIntegrity == .length else { return nil }
        return headers[.contentLength].flatMap { Int($0.prefix { $0 != "," }) }
    }
}

extension TransportHead: RedactedStringConvertible {
    /// The status; header fields may contain secrets.
    public var description: String { "\(status.code), a head" }
}
