import FoundationEssentials

/// How a typed call decodes its response.
struct ResponseDecoding: Sendable {
    var policy: any ResponsePolicy
    /// The policies of the layers below, the nearest first.
    var lowerPolicies = Self.lowestPolicies
    /// The error of the call; `nil` until the response has been rejected.
    var error: APIError?
    /// Whether the code of the envelope documents the failure that is decoded.
    var isRefusedByCode = false

    /// JSON is below all layers.
    static let lowestPolicies: [any ResponsePolicy] = [JSONPolicy()]
    static let json = ResponseDecoding(policy: JSONPolicy())
}

extension TransportResponse {
    /// How a typed call decodes the response; `nil` for the response to a bare request, which is decoded as
    /// JSON.
    var decoding: Box<ResponseDecoding>? {
        get { context as? Box<ResponseDecoding> }
        set { context = newValue }
    }

    /// Returns the same response with a policy, for tests of ciphers and policies.
    public init(_ response: TransportResponse, policy: any ResponsePolicy = .json) {
        self = response
        decoding = Box(ResponseDecoding(policy: policy))
    }

    var policy: any ResponsePolicy { decoding?.value.policy ?? ResponseDecoding.json.policy }

    /// Whether the policy accepts the status.
    var hasAcceptedStatus: Bool {
        // The property `policy` would copy the policy.
        guard let decoding else { return ResponseDecoding.json.policy.accepts(status) }
        return decoding.value.policy.accepts(status)
    }

    private var reading: ResponseDecoding { decoding?.value ?? .json }

    /// Whether the code of the envelope documents the failure that is decoded, and not the status.
    ///
    /// An ``EnvelopePolicy`` decodes such a failure from the payload, and other failures from the whole body.
    public var isRefusedByCode: Bool { reading.isRefusedByCode }

    mutating func read(by change: (inout ResponseDecoding) -> Void) {
        var decoding = reading
        change(&decoding)
        self.decoding = Box(decoding)
    }

    /// Decodes the output with the policy of the call.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media
    ///   type.
    public func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let policy = policy
        try MediaType.require(policy.mediaTypes, in: self)
        return try policy.decode(type, from: self)
    }

    /// Decodes the output with another policy than the call's.
    ///
    /// Use it for an endpoint that returns bytes for one status and JSON for another.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media
    ///   type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, by policy: some ResponsePolicy
    ) throws -> Value {
        var response = self
        response.read { $0.policy = policy }
        try MediaType.require(policy.mediaTypes, in: response)
        return try policy.decode(type, from: response)
    }

    /// Decodes a documented failure with the first policy that reads its media type.
    ///
    /// The policies are tried from the call's down to the layers below it: the endpoint's, the service's, the
    /// client's, then JSON. ``RawPolicy`` and ``TextPolicy`` read no failures. If no policy reads a `String`, or the
    /// response names no media type, it is the text of the body. `Data` is the body as it is, as in `returns`, unless
    /// the failure is documented by the code of an envelope.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` with the code `unacceptableMediaType` if
    ///   no policy reads it.
    public func failure<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        if type == Data.self || type == Data?.self, !isRefusedByCode {
            return try value(type, by: .raw)
        }
        do {
            return try layeredFailure()
        } catch {
            guard type == String.self || type == String?.self, !isRefusedByCode,
                mediaType == nil || body.isEmpty
                    || APIError.Cause(error, in: .decoding).code == .unacceptableMediaType,
                let text = try? value(type, by: .text)
            else { throw error }
            return text
        }
    }

    private func layeredFailure<Value: Decodable>() throws -> Value {
        var refusal: APIError.Cause?
        for response in sequence(first: self, next: \.below) {
            do {
                return try response.policy.decodeFailure(Value.self, from: response)
            } catch let fault as APIError.Cause where fault.code == .unacceptableMediaType {
                // The first policy that reads failures explains best why this one can't be read.
                if refusal?.isOfUnreadFailure ?? true { refusal = fault }
            }
        }
        throw refusal ?? .unreadFailure(by: policy)
    }

    /// The same response with the policy of the layer below; `nil` below all layers.
    var below: TransportResponse? {
        guard let next = reading.lowerPolicies.first else { return nil }
        var response = self
        response.read { decoding in
            decoding.policy = next
            decoding.lowerPolicies.removeFirst()
        }
        return response
    }

    /// Decodes a documented failure with the policies of the call, and adds the call's error.
    /// - Parameter name: The name of the failure in the spec, such as `outOfStock`; the error's message
    ///   contains it.
    public func failure<Value: Decodable & Sendable>(
        named name: String
    ) throws -> Documented<Value> {
        Documented(try failure(), apiError: documented(as: name))
    }

    /// Decodes a documented failure with a policy of its own, and adds the call's error.
    /// - Parameters:
    ///   - name: The name of the failure in the spec, such as `outOfStock`; the error's message contains it.
    ///   - policy: The policy that decodes the body.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media type.
    public func failure<Value: Decodable & Sendable>(
        named name: String, by policy: some ResponsePolicy
    ) throws -> Documented<Value> {
        Documented(try value(by: policy), apiError: documented(as: name))
    }

    /// Returns a documented failure whose body is not decoded, with the call's error.
    /// - Parameter name: The name of the failure in the spec, such as `outOfStock`; the error's message
    ///   contains it.
    public func failure(named name: String) -> Documented<Void> {
        Documented((), apiError: documented(as: name))
    }

    private func documented(as name: String) -> APIError {
        var error = reading.error ?? refusal(of: "a call")
        let suffix = ", documented as \(name)"
        // The failure of a retried call is decoded a second time, with its attempts.
        if !error.message.hasSuffix(suffix) { error.message += suffix }
        return error
    }

    /// Validates the response of an endpoint that returns nothing, with the policy of the call.
    public func validateEmpty() throws { try policy.validateEmpty(self) }

    /// Validates a response whose body is not decoded, and returns the given output.
    public func validateEmpty<Output>(returning output: Output) throws -> Output {
        try validateEmpty()
        return output
    }
}
