extension MediaType {
    /// Throws if the body's media type matches none of the patterns.
    ///
    /// A response without a body or without a media type passes.
    package static func require(_ patterns: [String], in response: TransportResponse) throws {
        // Most values of `Content-Type` equal a pattern.
        guard !patterns.isEmpty, !response.body.isEmpty,
            let field = response.headers.value(of: .contentType), !patterns.contains(field),
            let found = response.mediaType, !patterns.contains(where: { matches(found, $0) })
        else { return }
        let policy = response.policy.name
        throw APIError.Cause(
            .unacceptableMediaType,
            "the response is \(found), and the policy \(policy) reads "
                + patterns.joined(separator: ", "),
            advice: "ask the server for one of these, or " + Self.advice(for: found, policy: policy)
        )
    }

    /// Returns how the policy of this name reads another type.
    private static func advice(for type: String, policy: String) -> String {
        switch policy {
        case "json":
            "add the type to the policy's `mediaTypes`, as in "
                + "`$0.responsePolicy = .json { $0.mediaTypes += [\"\(type)\"] }`"
        case "envelope":
            "add the type to the `EnvelopePolicy`, as in `policy.json.mediaTypes += [\"\(type)\"]`"
        default: "add the type to the policy's `mediaTypes`"
        }
    }
}
