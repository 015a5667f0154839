extension MediaType {
    /// Throws if the policy does not read the body's media type.
    ///
    /// A response without a body or without a media type passes.
    /// - Returns: Whether the value of `Content-Type` may have parameters, such as a charset.
    @discardableResult
    package static func require(
        _ policy: some ResponsePolicy, in response: TransportResponse
    ) throws -> Bool {
        let patterns = policy.mediaTypes
        // Most values of `Content-Type` equal a pattern.
        guard !patterns.isEmpty, !response.body.isEmpty,
            let field = response.headers.value(of: .contentType), !patterns.contains(field),
            let found = response.mediaType
        else { return false }
        guard !patterns.contains(where: { matches(found, $0) }) else { return true }
        let name = policy.name
        throw APIError.Cause(
            .unacceptableMediaType,
            "the response is \(found), and the policy \(name) reads "
                + patterns.joined(separator: ", "),
            advice: "ask the server for one of these, or " + Self.advice(for: found, policy: name)
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
