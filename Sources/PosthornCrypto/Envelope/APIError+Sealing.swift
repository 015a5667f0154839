import Posthorn

extension APIError.Cause {
    /// The head could not be written.
    static func notSealed(_ failure: EnvelopeHead.Failure) -> APIError.Cause {
        let cause =
            switch failure {
            case .mediaTypeNotASCII: "holds a character outside visible ASCII"
            case .mediaTypeTooLong(let count): "has \(count) bytes, 255 are the most"
            case .malformed, .version: "does not fit into an envelope"
            }
        return APIError.Cause(
            .sealingFailed, "the body's media type \(cause)",
            advice: "set a plain Content-Type, such as application/json")
    }

    /// swift-crypto refused.
    static func notSealed(_ cipher: String, _ error: (any Error)?) -> APIError.Cause {
        APIError.Cause(
            .sealingFailed, "\(cipher) could not encrypt the body", advice: "send a smaller body",
            underlying: error)
    }
}

extension APIError.Cause {
    // One text for every damaged, truncated or exchanged message: which of its bytes is wrong must
    // not be told, neither to a log nor to whoever sent it.
    static let notOpened = APIError.Cause(
        .openingFailed,
        "the response is not what was sealed for this call: it was changed or cut on the way, belongs "
            + "to another call, or was sealed with another key",
        advice: "compare the keys of client and server, and what proxies between them change")

    /// The head could not be read.
    static func notOpened(_ failure: EnvelopeHead.Failure, _ suite: EnvelopeSuite) -> APIError.Cause
    {
        guard case .version(let version) = failure else { return notOpened }
        return APIError.Cause(
            .openingFailed,
            "the response's envelope has the version \(version), and this cipher reads version "
                + "\(suite.rawValue)",
            advice: "update the older of client and server")
    }

    /// Not to be opened: it came in the clear.
    static func notSealed(mediaType: String?, expected: String) -> APIError.Cause {
        APIError.Cause(
            .openingFailed,
            "the response is not sealed: it is \(mediaType ?? "without a media type"), expected "
                + expected,
            advice: "let the server seal it; an endpoint that may answer in the clear takes the "
                + "cipher plaintext")
    }

    /// The message names a key that the cipher does not have.
    static func unknownKey(_ id: String) -> APIError.Cause {
        APIError.Cause(
            .unknownKey,
            "the response is sealed with the key \(KeyID.shown(id)), which this cipher does not "
                + "have",
            advice: "give it to the cipher, as `key` or among the `previous` ones")
    }

    /// A body that is read from a file while it is sent.
    static func notInMemory(_ cipher: String) -> APIError.Cause {
        APIError.Cause(
            .sealingFailed,
            "the cipher \(cipher) seals bodies in memory, and this one is in a file",
            advice: "give the endpoint a ContentEncodingCipher or `cipher: plaintext`, or send the "
                + "bytes as data")
    }

    /// The request was not sealed by HPKE.
    static let notEncapsulated = APIError.Cause(
        .openingFailed, "the request has no secret for its response",
        advice: "open a response with the cipher that sealed its request")

    /// The request was sealed by something else.
    static let notExchanged = APIError.Cause(
        .openingFailed, "the request carries no \(ExchangeID.field.rawName)",
        advice: "open a response with the cipher that sealed its request")
}
