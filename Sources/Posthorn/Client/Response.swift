/// A successful call's output with the response that it came from.
///
/// The members of the response are its own: `response.status`, `response.headers`, `response.metrics`.
@dynamicMemberLookup
public struct Response<Value: Sendable>: Sendable {
    /// The output.
    public var value: Value
    /// The response, opened.
    public var raw: TransportResponse

    /// A member of the response, such as `status`.
    public subscript<Member>(dynamicMember member: WritableKeyPath<TransportResponse, Member>)
        -> Member
    {
        get { raw[keyPath: member] }
        set { raw[keyPath: member] = newValue }
    }

    /// A member of the response, such as `isFallback`.
    public subscript<Member>(dynamicMember member: KeyPath<TransportResponse, Member>) -> Member {
        raw[keyPath: member]
    }

    /// A member of a JSON body, such as a field of an envelope beside its payload.
    /// - Parameter path: The names on the way to it, separated by dots, as in `meta.trace`.
    /// - Returns: `nil` if it is not there or `null`, and if the body is no object.
    /// - Throws: an ``APIError/Cause`` if the body is no JSON, or the member of another type or there twice.
    public func value<Member: Decodable>(
        at path: String, as type: Member.Type = Member.self
    ) throws -> Member? {
        try raw.value(at: path, as: type)
    }
}

extension Response: RedactedStringConvertible {
    /// Status and length; value, header fields and body may hold secrets.
    public var description: String { "\(raw.status.code), \(raw.body.count) bytes" }
}
