extension APIError.Cause {
    private struct UnreadFailure: Error {}

    /// Returns the error of a policy that reads no documented failures, whatever their media type.
    static func unreadFailure(by policy: any ResponsePolicy) -> APIError.Cause {
        APIError.Cause(
            .unacceptableMediaType, "the policy \(policy.name) reads no documented failures",
            advice: "read it with `response.failure(_:)`, which asks the layers below too",
            underlying: UnreadFailure())
    }

    var isOfUnreadFailure: Bool { underlying is UnreadFailure }
}
