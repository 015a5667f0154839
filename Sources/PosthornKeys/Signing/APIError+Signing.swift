public import PosthornCore

extension APIError.Cause {
    // All invalid signatures share one text: neither a log nor the sender may learn which part is wrong.
    package static let notVerified = APIError.Cause(
        .openingFailed,
        "the message is not what was signed for this call: it was changed on the way, belongs to "
            + "another call, is too old, or was signed with another key",
        advice:
            "compare keys, clocks and signed parts of client and server, and what proxies between "
            + "them change")

    package static func notSigned(_ what: String) -> APIError.Cause {
        APIError.Cause(
            .openingFailed, "the response is not signed: it has no \(what)",
            advice:
                "let the server sign it; an endpoint that may respond without takes a signer that "
                + "does not ask for it")
    }

    package static func unknownSigner(_ id: String) -> APIError.Cause {
        APIError.Cause(
            .unknownKey,
            "the message is signed with the key \(KeyID.shown(id)), which is not known here",
            advice: "add it to the verifier's keys")
    }

    package static func unsignable(_ cause: String, _ advice: String) -> APIError.Cause {
        APIError.Cause(.sealingFailed, cause, advice: advice)
    }
}

extension APIError.Code {
    /// The message names a key that the client does not have.
    public static let unknownKey = Self(rawValue: "unknownKey")
}
