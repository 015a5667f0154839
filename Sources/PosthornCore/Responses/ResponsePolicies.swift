/// The policies that decode the response of a call.
struct ResponsePolicies: Sendable {
    let first: any ResponsePolicy
    /// The policies of the layers below, the nearest first; JSON is below all layers.
    let lower: [any ResponsePolicy]

    /// JSON for all layers; boxed, because a copy of an existential is slow.
    static let json = Box(ResponsePolicies(JSONPolicy()))

    private static let lowest: [any ResponsePolicy] = [JSONPolicy()]

    init(_ first: any ResponsePolicy, _ lower: [any ResponsePolicy] = []) {
        self.first = first
        self.lower = lower.isEmpty ? Self.lowest : lower + Self.lowest
    }

    /// Decodes a documented failure with the first policy that reads it.
    func failure<Value: Decodable>(
        _ type: Value.Type, of response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        var refusal: APIError.Cause?
        let response = try response.inUTF8()
        for policy in [first] + lower {
            do {
                return try policy.decodeFailure(type, from: response, code: code)
            } catch let fault as APIError.Cause where fault.code == .unacceptableMediaType {
                // The first policy that reads failures explains best why this one can't be read.
                if refusal?.isOfUnreadFailure ?? true { refusal = fault }
            }
        }
        throw refusal ?? .unreadFailure(by: first)
    }

    /// Returns the code and the message that the first policy finds which reads envelopes.
    func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        let response = (try? response.inUTF8()) ?? response
        for policy in [first] + lower {
            do { return try policy.envelopeError(in: response) } catch {}
        }
        return nil
    }
}

extension TransportResponse {
    /// Decodes the body of a response that no call has decoded.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media
    ///   type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, by policy: some ResponsePolicy = .json
    ) throws -> Value {
        let hasParameters = try MediaType.require(policy, in: self)
        return try policy.decode(type, from: hasParameters ? inUTF8(for: policy) : self)
    }
}
