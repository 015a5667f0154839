public import Posthorn

extension APIError.Cause {
    // One text for all that is wrong about a signature: which of its parts it is must not be told,
    // neither to a log nor to whoever sent it.
    static let notVerified = APIError.Cause(
        .openingFailed,
        "the message is not what was signed for this call: it was changed on the way, belongs to "
            + "another call, is too old, or was signed with another key",
        advice:
            "compare keys, clocks and signed parts of client and server, and what proxies between "
            + "them change")

    /// There is nothing to verify.
    static func notSigned(_ what: String) -> APIError.Cause {
        APIError.Cause(
            .openingFailed, "the response is not signed: it has no \(what)",
            advice:
                "let the server sign it; an endpoint that may answer without takes a signer that "
                + "does not ask for it")
    }

    /// The signature names a key that the verifier does not have.
    static func unknownSigner(_ id: String) -> APIError.Cause {
        APIError.Cause(
            .unknownKey,
            "the message is signed with the key \(KeyID.shown(id)), which is not known here",
            advice: "let the verifier's keys have it")
    }

    /// The request can't be signed as it is.
    static func unsignable(_ cause: String, _ advice: String) -> APIError.Cause {
        APIError.Cause(.sealingFailed, cause, advice: advice)
    }
}

extension APIError.Code {
    /// A message names a key that the client does not have.
    public static let unknownKey = Self(rawValue: "unknownKey")
}
