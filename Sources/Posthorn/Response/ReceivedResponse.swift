public import FoundationEssentials

/// An answer on its way through the pipeline: what ciphers open and policies decode.
public struct ReceivedResponse: Sendable {
    /// The status.
    public let status: HTTPResponse.Status
    /// The header fields.
    ///
    /// A cipher replaces `Content-Type` by the opened one.
    public var headers: HTTPFields
    /// The body: as it came, and opened after the cipher's turn.
    public var body: Data
    /// How it is known that nothing is missing.
    public let completeness: Completeness
    /// What the transfer cost.
    public let metrics: TransportMetrics
    /// The redirects that led to this answer, the first one first; empty without any.
    public let redirects: [RedirectHop]
    /// Whether ``CallOptions/fallback`` or an ``HTTPCache`` gave it in place of a failed call's.
    public internal(set) var isSubstitute = false
    /// The policy of the call.
    private(set) var policy: any ResponsePolicy
    /// What the call fails with; `nil` until the response has been refused.
    var error: APIError?
    /// Whether the failure that is decoded is documented by the code of the envelope, and not by the
    /// status.
    ///
    /// An ``EnvelopePolicy`` reads such a failure from the payload, and the others from the whole body.
    public internal(set) var isRefusedByCode = false
    /// The policies of the layers below, the nearest one first.
    var lowerPolicies = Self.lowestPolicies

    /// JSON is below all layers.
    static let lowestPolicies: [any ResponsePolicy] = [JSONPolicy()]

    /// Creates a response, for tests of ciphers and policies.
    public init(_ response: TransportResponse, policy: any ResponsePolicy = .json) {
        status = response.status
        headers = response.headers
        body = response.body
        completeness = response.completeness
        metrics = response.metrics
        redirects = response.redirects
        isSubstitute = response.isSubstitute
        self.policy = policy
    }

    /// The media type of the body without parameters, in lower case, such as `application/json`.
    ///
    /// `nil` if the response does not name one.
    public var mediaType: String? {
        guard let essence = headers.value(of: .contentType).map(MediaType.essence),
            !essence.isEmpty
        else { return nil }
        return essence
    }

    /// The output, decoded by the policy of the call.
    public func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try value(type, by: policy)
    }

    /// The output, decoded by a policy that replaces that of the call.
    ///
    /// For an endpoint that returns bytes for one status and JSON for another.
    /// - Throws: what the policy throws, and an ``APIError/Cause`` if it does not read the media type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, by policy: some ResponsePolicy
    ) throws -> Value {
        var response = self
        response.policy = policy
        try MediaType.require(policy.mediaTypes, in: response)
        return try policy.decode(type, from: response)
    }

    /// A documented failure, decoded by the first policy that reads its media type: that of the call,
    /// then those of the layers below it, from the endpoint's down to the client's, then JSON.
    ///
    /// ``RawPolicy``, ``TextPolicy`` and ``ImagePolicy`` read no failures.
    public func failure<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try policy.decodeFailure(type, from: self)
        } catch let fault as APIError.Cause where fault.code == .unacceptableMediaType {
            guard let below else { throw fault }
            do {
                return try below.failure(type)
            } catch let other as APIError.Cause where other.code == .unacceptableMediaType {
                throw fault
            }
        }
    }

    /// The same response as the layer below reads it; `nil` below all.
    var below: ReceivedResponse? {
        guard let next = lowerPolicies.first else { return nil }
        var response = self
        response.policy = next
        response.lowerPolicies.removeFirst()
        return response
    }

    /// A documented failure, decoded by the policy of the call, with the call's error.
    /// - Parameter name: What the spec calls it, such as `outOfStock`; the error's message has it.
    public func failure<Value: Decodable & Sendable>(
        named name: String
    ) throws -> Documented<Value> {
        Documented(try failure(), apiError: documented(as: name))
    }

    /// A documented failure whose body is not read, with the call's error.
    /// - Parameter name: What the spec calls it, such as `outOfStock`; the error's message has it.
    public func failure(named name: String) -> Documented<Void> {
        Documented((), apiError: documented(as: name))
    }

    private func documented(as name: String) -> APIError {
        var error = error ?? refusal(of: "a call")
        error.message += ", documented as \(name)"
        return error
    }

    /// Lets the policy check the response of an endpoint that returns nothing.
    public func validateEmpty() throws { try policy.validateEmpty(self) }

    /// Lets the policy check a response whose body is not read, and gives the output for it.
    public func validateEmpty<Output>(returning output: Output) throws -> Output {
        try validateEmpty()
        return output
    }
}

extension ReceivedResponse: RedactedStringConvertible {
    /// Status, media type and length of the body.
    public var description: String {
        "\(status.text), \(mediaType ?? "no media type"), "
            + "\(body.count) bytes"
    }

    /// The answer with its header fields and up to 4,096 bytes of its body.
    ///
    /// - Warning: shows personal data. Not for logs.
    public var expandedDescription: String {
        Excerpt.message(status.text, headers: headers, body: MessageBody(body))
    }
}
