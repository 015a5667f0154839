public import PosthornCore

extension APIError.Code {
    /// The webhook has no signature by one of the keys.
    ///
    /// Respond with 400.
    public static let notVerified = Self(rawValue: "notVerified")
    /// The webhook is authentic, and its time is outside the window around the clock.
    ///
    /// Respond with 400.
    public static let outsideTimeWindow = Self(rawValue: "outsideTimeWindow")
    /// The webhook is authentic, and was received before.
    ///
    /// Respond with 200 and do nothing.
    public static let replayed = Self(rawValue: "replayed")
}

// The texts name the check, and no value of the message. Until a signature is valid, there are two of them, which
// depend only on the fields that are there, so that a sender without a key learns nothing.
extension APIError.Cause {
    /// A field of the signature is missing, doubled or malformed.
    static let unsignedWebhook = APIError.Cause(
        .notVerified,
        "the webhook lacks a part of its signature, or has one that is doubled or malformed",
        advice:
            "compare the scheme in the spec with the sender's, and look for a proxy that changes "
            + "header fields or the URL")

    /// No key fits.
    static let unverifiedWebhook = APIError.Cause(
        .notVerified, "the webhook is not what one of the keys has signed",
        advice: "compare the keys with the sender's, and pass the body as it was received, before "
            + "anything decodes or decompresses it")

    static let replayedWebhook = APIError.Cause(
        .replayed, "the webhook is authentic, and was received before",
        advice: "respond with 200 and do nothing, so that the sender does not repeat it")

    static let ofCancellation = APIError.Cause(.cancelled, "the task was cancelled")

    static func outsideTimeWindow(_ window: Duration) -> APIError.Cause {
        APIError.Cause(
            .outsideTimeWindow,
            "the webhook is authentic, and its time is more than \(window) away from the clock",
            advice: "set this machine's clock; if it is right, the message was delayed or copied")
    }
}
