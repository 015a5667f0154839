/// One of several policies: those that read the response's media type, in order, until one can; all of
/// them if none names the type or the response has none.
///
/// A response that a policy reads and refuses, such as an envelope with another code, is refused: the
/// next policy is asked only when one can't read it.
public struct CompoundPolicy: ResponsePolicy {
    /// The policies in the order in which they are tried; at least one.
    public let policies: [any ResponsePolicy]

    /// Creates a policy of others.
    public init(_ first: any ResponsePolicy, _ more: [any ResponsePolicy]) {
        policies = [first] + more
    }

    /// The names of all, as in `json or text`.
    public var name: String { policies.map(\.name).joined(separator: " or ") }

    /// Those of all policies; empty, which is all types, if one of them reads all.
    public var mediaTypes: [String] {
        guard !policies.contains(where: { $0.mediaTypes.isEmpty }) else { return [] }
        var types: [String] = []
        for type in policies.flatMap(\.mediaTypes) where !types.contains(type) {
            types.append(type)
        }
        return types
    }

    /// Whether one of the policies takes the status.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        policies.contains { $0.accepts(status) }
    }

    /// What the first policy reads that can.
    public func decode<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        try first(of: taking(response)) { try $0.decode(type, from: response) }
    }

    /// What the first policy reads that can; of a failure by code the first that finds the code.
    public func decodeFailure<Value: Decodable>(
        _ type: Value.Type, from response: TransportResponse
    ) throws -> Value {
        let all = candidates(for: response.mediaType)
        let finding =
            response.isRefusedByCode
            ? all.filter { $0.envelopeError(in: response) != nil } : all
        return try first(of: finding.isEmpty ? all : finding) {
            try $0.decodeFailure(type, from: response)
        }
    }

    /// Lets the first policy that reads the media type check the response.
    public func validateEmpty(_ response: TransportResponse) throws {
        try first(of: taking(response)) { try $0.validateEmpty(response) }
    }

    /// What the first policy finds that finds something.
    public func envelopeError(in response: TransportResponse) -> APIError.EnvelopeError? {
        for policy in candidates(for: response.mediaType) {
            if let error = policy.envelopeError(in: response) { return error }
        }
        return nil
    }

    /// That of the policies that take the response; of all if none does.
    /// - Throws: an ``APIError/Cause`` of the code `openingFailed` if they have several.
    public func payloadPath(in response: TransportResponse) throws -> String? {
        let all = candidates(for: response.mediaType)
        let accepting = all.filter { $0.accepts(response.status) }
        let paths = try (accepting.isEmpty ? all : accepting).map {
            try $0.payloadPath(in: response)
        }
        guard Set(paths).count <= 1 else {
            throw APIError.Cause(
                .openingFailed,
                "the policies of \(name) look for the value at different places, and it has "
                    + "sealed fields",
                advice: "give the call one policy, or policies of one envelope")
        }
        return paths.first ?? nil
    }

    /// That of the first policy that reads JSON, of those that take the media type.
    public func jsonPolicy(for mediaType: String?) -> JSONPolicy? {
        candidates(for: mediaType).lazy.compactMap { $0.jsonPolicy(for: mediaType) }.first
    }

    /// The policies that read a media type, in the order in which they are tried.
    func candidates(for mediaType: String?) -> [any ResponsePolicy] {
        guard let type = mediaType else { return policies }
        let named = policies.filter { policy in
            policy.mediaTypes.contains { MediaType.matches(type, $0) }
        }
        // One that reads everything is the last resort.
        let others = policies.filter(\.mediaTypes.isEmpty)
        return named.isEmpty && others.isEmpty ? policies : named + others
    }

    /// The candidates that take the status: what one policy takes another may not.
    private func taking(_ response: TransportResponse) throws -> [any ResponsePolicy] {
        let taking = candidates(for: response.mediaType).filter { $0.accepts(response.status) }
        guard !taking.isEmpty else { throw APIError.Cause.status(response) }
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
    /// One of several policies: by media type, then by trial.
    public static func firstMatching(
        _ first: any ResponsePolicy, _ more: any ResponsePolicy...
    ) -> CompoundPolicy {
        CompoundPolicy(first, more)
    }
}
