import FoundationEssentials

/// The response of a call, with the policies that decode it.
///
/// The members of ``raw`` are members too, as in `response.status`.
@dynamicMemberLookup
public struct CallResponse: Sendable {
    /// The response after the cipher has opened it.
    public let raw: TransportResponse
    /// Boxed, because a copy of an existential is slow.
    private let boxedPolicies: Box<ResponsePolicies>
    var policies: ResponsePolicies { boxedPolicies.value }
    /// The error of the call; `nil` until the response has been refused.
    var error: APIError?
    /// The code of the envelope if it documents the failure that is decoded; `nil` if the status does.
    var code: EnvelopeCode?

    /// Whether a value that breaks limits is an error; `nil` if it is not checked.
    var refusesBrokenLimits: Bool?

    init(_ raw: TransportResponse, _ policies: Box<ResponsePolicies>, error: APIError? = nil) {
        self.raw = raw
        boxedPolicies = policies
        self.error = error
    }

    /// Creates the response of a call with this policy, for tests of your own types.
    public init(_ response: TransportResponse, policy: any ResponsePolicy = .json) {
        self.init(response, Box(ResponsePolicies(policy)))
    }

    /// A member of the response, such as `status`.
    public subscript<Member>(dynamicMember member: KeyPath<TransportResponse, Member>) -> Member {
        raw[keyPath: member]
    }

    /// Decodes the output with the policy of the call.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media
    ///   type.
    public func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let policy = policies.first
        let hasParameters = try MediaType.require(policy, in: raw)
        guard hasParameters || refusesBrokenLimits != nil else {
            return try policy.decode(type, from: self.raw)
        }
        let raw = hasParameters ? try self.raw.inUTF8(for: policy) : self.raw
        return try Self.checked(
            policy.decode(type, from: raw), refusing: refusesBrokenLimits)
    }

    /// Decodes a list without the elements that can't be read.
    @_spi(Generated) public func lossyList<Element: JSONReadable>() throws -> [Element] {
        try value(LossyList<Element>.self).elements
    }

    /// Decodes a list with another policy than the call's, without the elements that can't be read.
    @_spi(Generated) public func lossyList<Element: JSONReadable>(
        by policy: some ResponsePolicy
    ) throws -> [Element] {
        try value(LossyList<Element>.self, by: policy).elements
    }

    /// Decodes the output with another policy than the call's.
    ///
    /// Use it for an endpoint that returns bytes for one status and JSON for another.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media
    ///   type.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, by policy: some ResponsePolicy
    ) throws -> Value {
        try Self.checked(raw.value(type, by: policy), refusing: refusesBrokenLimits)
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
        if type == Data.self || type == Data?.self, code == nil {
            return try value(type, by: .raw)
        }
        do {
            return try policies.failure(type, of: raw, code: code)
        } catch {
            guard type == String.self || type == String?.self, code == nil,
                raw.mediaType == nil || raw.body.isEmpty
                    || APIError.Cause(error, in: .decoding).code == .unacceptableMediaType,
                let text = try? value(type, by: .text)
            else { throw error }
            return text
        }
    }

    /// Decodes a documented failure with the policies of the call, and adds the call's error.
    /// - Parameter name: The name of the failure in the spec, such as `outOfStock`; the error's message
    ///   contains it.
    @_spi(Generated) public func failure<Value: Decodable & Sendable>(
        named name: String
    ) throws -> Documented<Value> {
        Documented(try failure(), apiError: documented(as: name))
    }

    /// Decodes a documented failure with a policy of its own, and adds the call's error.
    /// - Parameters:
    ///   - name: The name of the failure in the spec, such as `outOfStock`; the error's message contains it.
    ///   - policy: The policy that decodes the body.
    /// - Throws: the error of the policy, or an ``APIError/Cause`` if the policy does not read the media type.
    @_spi(Generated) public func failure<Value: Decodable & Sendable>(
        named name: String, by policy: some ResponsePolicy
    ) throws -> Documented<Value> {
        Documented(try value(by: policy), apiError: documented(as: name))
    }

    /// Returns a documented failure whose body is not decoded, with the call's error.
    /// - Parameter name: The name of the failure in the spec, such as `outOfStock`; the error's message
    ///   contains it.
    @_spi(Generated) public func failure(named name: String) -> Documented<Void> {
        Documented((), apiError: documented(as: name))
    }

    private func documented(as name: String) -> APIError {
        var error = error ?? refusal(of: "a call")
        let suffix = ", documented as \(name)"
        // The failure of a retried call is decoded a second time, with its attempts.
        if !error.message.hasSuffix(suffix) { error.message += suffix }
        return error
    }

    /// Validates the response of an endpoint that returns nothing, with the policy of the call.
    public func validateEmpty() throws { try policies.first.validateEmpty(raw) }

    /// Validates a response whose body is not decoded, and returns the given output.
    @_spi(Generated) public func validateEmpty<Output>(returning output: Output) throws -> Output {
        try validateEmpty()
        return output
    }
}

extension CallResponse {
    /// Returns a value of a response after the check of its limits.
    ///
    /// - Parameter refuses: Whether a broken limit is an error; `nil` checks nothing.
    /// - Throws: An ``APIError/Cause`` for the first broken limit, if it is an error.
    static func checked<Value>(_ value: Value, refusing refuses: Bool?) throws -> Value {
        guard let refuses, let written = value as? any JSONWritable else { return value }
        do {
            try JSONWriter.checkLimits(of: written, refusing: refuses)
        } catch {
            throw APIError.Cause(
                .decodingFailed, "the response does not have the expected shape: \(error)",
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: error)
        }
        return value
    }
}
