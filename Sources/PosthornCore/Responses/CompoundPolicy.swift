/// A policy that tries several policies until one can read the response.
///
/// It tries the policies that read the response's media type, in order; policies that read all media types
/// come last. It tries all policies if none reads the media type or if the response has none.
///
/// The next policy is tried only if a policy cannot read the response. If a policy reads the response and
/// rejects it, as an envelope with an error code does, the call fails.
public struct CompoundPolicy: ResponsePolicy {
    /// The policies in the order in which they are tried; at least one.
    public let policies: [any ResponsePolicy]

    /// Creates a policy from other policies.
    public init(_ first: any ResponsePolicy, _ more: [any ResponsePolicy]) {
        policies = [first] + more
    }

    /// The names of all policies, as in `json or text`.
    public var name: String { policies.map(\.name).joined(separator: " or ") }

    /// The media types of all policies; empty, which means all types, if one of them reads all types.
    public var mediaTypes: [String] {
        guard !policies.contains(where: { $0.mediaTypes.isEmpty }) else { return [] }
        var types: [String] = []
        for type in policies.flatMap(\.mediaTypes) where !types.contains(type) {
            types.append(type)
        }
        return types
    }

    /// Whether one of the policies accepts the status.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        policies.contains { $0.accepts(status) }
    }

    /// Decodes the output with the first policy that can read the response.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try first(of: taking(response)) { try $0.decode(type, from: response) }
    }

    /// Decodes a documented failure with the first policy that can read the response.
    ///
    /// If the envelope's code documents the failure, policies that find no code are not tried.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse, code: EnvelopeCode?
    ) throws -> Value {
        let all = candidates(for: response.mediaType)
        // A policy that reads no envelopes leaves the code to the next layer.
        let finding = code == nil ? all : all.filter { !Self.findsNoCode($0, response) }
        return try first(of: finding.isEmpty ? all : finding) {
            try $0.decodeFailure(type, from: response, code: code)
        }
    }

    private static func findsNoCode(
        _ policy: any ResponsePolicy, _ response: TransportResponse
    ) -> Bool {
        do { return try policy.envelopeError(in: response) == nil } catch { return false }
    }

    /// Validates the response with the first policy that reads its media type and accepts its status.
    public func validateEmpty(_ response: TransportResponse) throws {
        try first(of: taking(response)) { try $0.validateEmpty(response) }
    }

    /// Returns the first error code and message that a policy finds.
    ///
    /// - Throws: an ``APIError/Cause`` if none is found, and a policy leaves it to the next layer.
    public func envelopeError(in response: TransportResponse) throws -> APIError.EnvelopeError? {
        var refusal: (any Error)?
        for policy in candidates(for: response.mediaType) {
            do {
                if let error = try policy.envelopeError(in: response) { return error }
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
        return nil
    }

    /// Returns the payload path of the policies that accept the status, or of all if none does.
    /// - Throws: an ``APIError/Cause`` with the code `openingFailed` if their paths differ.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        let all = candidates(for: response.mediaType)
        let accepting = all.filter { $0.accepts(response.status) }
        let paths = try (accepting.isEmpty ? all : accepting).map {
            try $0.payloadPath(in: response)
        }
        guard Set(paths).count <= 1 else {
            throw APIError.Cause(
                .openingFailed,
                "the policies of \(name) have different payload paths, so sealed fields can't be "
                    + "found",
                advice: "use one policy, or policies with the same payload path")
        }
        return paths.first ?? nil
    }

    /// Returns the JSON policy of the first policy that reads JSON, of those that read the media type.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        candidates(for: mediaType).lazy.compactMap { $0.jsonPolicy(for: mediaType) }.first
    }

    /// Returns the policies that read a media type, in the order in which they are tried.
    func candidates(for mediaType: String?) -> [any ResponsePolicy] {
        guard let type = mediaType else { return policies }
        let named = policies.filter { policy in
            policy.mediaTypes.contains { MediaType.matches(type, $0) }
        }
        // Policies that read every type are the last resort.
        let others = policies.filter(\.mediaTypes.isEmpty)
        return named.isEmpty && others.isEmpty ? policies : named + others
    }

    /// Returns the candidates that accept the status; policies may accept different ones.
    private func taking(_ response: TransportResponse) throws -> [any ResponsePolicy] {
        let taking = candidates(for: response.mediaType).filter { $0.accepts(response.status) }
        guard !taking.isEmpty else {
            throw APIError.Cause.status(response, try? envelopeError(in: response))
        }
        return taking
    }

    private func first<Value>(
        of policies: [any ResponsePolicy], _ read: (any ResponsePolicy) throws -> Value
    ) throws -> Value {
        var faults: [(policy: String, error: any Error)] = []
        for policy in policies {
            do {
                return try read(policy)
            } catch {
                let fault = APIError.Cause(error, in: .decoding)
                guard fault.code == .decodingFailed || fault.code == .unacceptableMediaType else {
                    throw error
                }
                guard !fault.isOfUnreadFailure else { continue }
                faults.append((policy.name, error))
            }
        }
        guard let first = faults.first else { throw APIError.Cause.unreadFailure(by: self) }
        guard faults.count > 1 else { throw first.error }
        let causes = faults.map {
            "\($0.policy): \(APIError.Cause($0.error, in: .decoding).message)"
        }
        throw APIError.Cause(
            .decodingFailed,
            "no policy of \(faults.count) reads the response; " + causes.joined(separator: "; "),
            advice: "compare it with the spec; the bytes are in the error's `response`",
            underlying: first.error)
    }
}

extension ResponsePolicy where Self == CompoundPolicy {
    /// Returns a policy that tries several policies, by media type and then in order.
    public static func firstMatching(
        _ first: any ResponsePolicy, _ more: any ResponsePolicy...
    ) -> CompoundPolicy {
        CompoundPolicy(first, more)
    }
}
