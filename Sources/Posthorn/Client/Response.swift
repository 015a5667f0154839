public import FoundationEssentials

/// A successful call's output with the answer that it came from.
public struct Response<Value: Sendable>: Sendable {
    /// The output.
    public var value: Value
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields.
    public var headers: HTTPFields
    /// The body's bytes, opened.
    public var body: Data
    /// How it is known that nothing is missing.
    public var completeness: Completeness
    /// What the transfer cost.
    public var metrics: TransportMetrics
    /// The redirects that led to the answer, the first one first; empty without any.
    public var redirects: [RedirectHop]
    /// Whether ``CallOptions/fallback`` or an ``HTTPCache`` gave it in place of a failed call's.
    public var isSubstitute: Bool
    /// The policy of the call.
    let policy: any ResponsePolicy
}

extension Response: RedactedStringConvertible {
    /// Status and length; value, header fields and body may hold secrets.
    public var description: String { "\(status.code), \(body.count) bytes" }
}
