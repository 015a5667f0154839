/// The output of a successful call with the response that it was decoded from.
///
/// You can access the members of ``raw`` directly: `response.status`, `response.headers`, `response.metrics`.
@dynamicMemberLookup
public struct APIResponse<Value: Sendable>: Sendable {
    /// The decoded output.
    public var value: Value
    /// The response after the cipher has opened it.
    public var raw: TransportResponse
    /// The error of the call, if a fallback or a stale response of the cache replaces it.
    ///
    /// It lists the attempts of the call. `nil` if the call has not failed.
    public internal(set) var replacedError: APIError?
    /// The attempts that failed before the response, the first one first.
    ///
    /// Empty without a retry policy.
    public internal(set) var failedAttempts: [FailedAttempt] = []

    /// The policy that decoded the response.
    private let policy: any ResponsePolicy

    /// A writable member of the response, such as `status`.
    public subscript<Member>(dynamicMember member: WritableKeyPath<TransportResponse, Member>)
        -> Member
    {
        get { raw[keyPath: member] }
        set { raw[keyPath: member] = newValue }
    }

    /// A read-only member of the response, such as `isFallback`.
    public subscript<Member>(dynamicMember member: KeyPath<TransportResponse, Member>) -> Member {
        raw[keyPath: member]
    }

    /// Reads a member of a JSON body, such as an envelope's field beside its payload.
    ///
    /// - Parameters:
    ///   - path: The names of the members from the outermost on, and the indices of elements of arrays,
    ///     separated by dots, as in `meta.trace` and `errors.0.id`.
    ///   - type: The type of the member.
    /// - Returns: `nil` if the member is absent or `null`, if the body is empty, or if a value on the path has
    ///   another type.
    /// - Throws: An ``APIError/Cause`` if the body is not JSON, if the member has another type, or if it
    ///   occurs twice.
    public func value<Member: Decodable>(
        at path: String, as type: Member.Type = Member.self
    ) throws -> Member? {
        try raw.value(at: path, as: type, by: policy.jsonPolicy(for: raw.mediaType) ?? .json)
    }
}

extension APIResponse {
    /// Creates the output of a call that has succeeded.
    init(_ value: Value, of exchange: Exchange) {
        self.value = value
        raw = exchange.response ?? TransportResponse(status: .ok)
        policy = exchange.policies.first
        replacedError = exchange.replacedError
        failedAttempts = exchange.retries?.attempts ?? []
    }
}

extension APIResponse: RedactedStringConvertible {
    /// The status and the body length, without the value, header fields and body, which may hold secrets.
    public var description: String { "\(raw.status.code), \(raw.body.count) bytes" }
}
