/// The head of an answer, before its body.
public struct TransportHead: Sendable, Hashable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields in the order of arrival, repeated ones kept apart.
    public var headers: HTTPFields
    /// What will prove that nothing of the body is missing.
    public var completeness: Completeness

    /// Creates a head.
    public init(
        status: HTTPResponse.Status, headers: HTTPFields = [:],
        completeness: Completeness = .unverified
    ) {
        self.status = status
        self.headers = headers
        self.completeness = completeness
    }

    /// The length that the head announces for its body, in bytes.
    ///
    /// `nil` if it announces none.
    public var contentLength: Int? {
        guard completeness == .length else { return nil }
        return headers[.contentLength].flatMap { Int($0.prefix { $0 != "," }) }
    }
}

extension TransportHead: RedactedStringConvertible {
    /// The status; header fields may hold secrets.
    public var description: String { "\(status.code), a head" }
}
