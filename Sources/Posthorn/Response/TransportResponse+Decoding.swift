/// How a typed call reads its response.
struct ResponseDecoding: Sendable {
    /// The policy of the call.
    var policy: any ResponsePolicy
    /// The policies of the layers below, the nearest one first.
    var lowerPolicies = Self.lowestPolicies
    /// What the call fails with; `nil` until the response has been refused.
    var error: APIError?
    /// Whether the failure that is decoded is documented by the code of the envelope.
    var isRefusedByCode = false

    /// JSON is below all layers.
    static let lowestPolicies: [any ResponsePolicy] = [JSONPolicy()]
    static let json = ResponseDecoding(policy: JSONPolicy())
}

extension TransportResponse {
    /// The same response, read by a policy, for tests of ciphers and policies.
    public init(_ response: TransportResponse, policy: any ResponsePolicy = .json) {
        self = response
        decoding = Box(ResponseDecoding(policy: policy))
    }

    /// The policy of the call.
    var policy: any ResponsePolicy { reading.policy }
    private var reading: ResponseDecoding { decoding?.value ?? .json }

    /// Whether the failure that is decoded is documented by the code of the envelope, and not by the
    /// status.
    ///
    /// An ``EnvelopePolicy`` reads such a failure from the payload, and the others from the whole body.
    public var isRefusedByCode: Bool { reading.isRefusedByCode }

    mutating func read(by change: (inout ResponseDecoding) -> Void) {
        var decoding = reading
        change(&decoding)
        self.decoding = Box(decoding)
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
        let policy = policy
        try MediaType.require(policy.mediaTypes, in: self)
        return try policy.decode(type, from: self)
    }

    /// The output, decoded by a policy that replaces that of the call.
    ///
    /// For an endpoint that returns bytes for one status and JSON for another.
    /// - Throws: what the policy throws, and an ``APIError/Cause`` if it does not read the media type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, by policy: some ResponsePolicy
    ) throws -> Value {
        var response = self
        response.read { $0.policy = policy }
        try MediaType.require(policy.mediaTypes, in: response)
        return try policy.decode(type, from: response)
    }

    /// A documented failure, decoded by the first policy that reads its media type: that of the call,
    /// then those of the layers below it, from the endpoint's down to the client's, then JSON.
    ///
    /// ``RawPolicy``, ``TextPolicy`` and ``ImagePolicy`` read no failures.
    public func failure<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        var refusal: APIError.Cause?
        for response in sequence(first: self, next: \.below) {
            do {
                return try response.policy.decodeFailure(type, from: response)
            } catch let fault as APIError.Cause where fault.code == .unacceptableMediaType {
                // The first policy that reads failures has the best explanation.
                if refusal?.isOfUnreadFailure ?? true { refusal = fault }
            }
        }
        throw refusal ?? .unreadFailure(by: policy)
    }

    /// The same response as the layer below reads it; `nil` below all.
    var below: TransportResponse? {
        guard let next = reading.lowerPolicies.first else { return nil }
        var response = self
        response.read { decoding in
            decoding.policy = next
            decoding.lowerPolicies.removeFirst()
        }
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
        var error = reading.error ?? refusal(of: "a call")
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
