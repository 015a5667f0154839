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
            advice: "ask the server for one of these, or add the type to the policy's `mediaTypes`"
                + (policy == "json" ? ", as in `.json { $0.mediaTypes += [\"\(found)\"] }`" : ""))
    }
}
