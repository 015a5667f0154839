package import PosthornCore

extension APIError.Cause {
    package static func notSealed(_ cipher: String, _ error: (any Error)?) -> APIError.Cause {
        APIError.Cause(
            .sealingFailed, "\(cipher) could not encrypt the body", advice: "send a smaller body",
            underlying: error)
    }
}

extension APIError.Cause {
    // All damaged, truncated or substituted messages share one text: neither a log nor the sender may learn
    // which bytes are wrong.
    package static let notOpened = APIError.Cause(
        .openingFailed,
        "the message is not what was sealed for this call: it was changed or cut on the way, belongs "
            + "to another call, or was sealed with another key",
        advice: "compare the keys of client and server, and what proxies between them change")

    package static func unknownKey(_ id: String) -> APIError.Cause {
        APIError.Cause(
            .unknownKey,
            "the message is sealed with the key \(KeyID.shown(id)), which this cipher does not "
                + "have",
            advice: "give it to the cipher, as `key` or among the `previous` ones")
    }

    package static func notInMemory(_ cipher: String) -> APIError.Cause {
        APIError.Cause(
            .sealingFailed,
            "the cipher \(cipher) seals bodies in memory, and this one is in a file",
            advice: "give the endpoint a ContentEncodingCipher or `cipher: plaintext`, or send the "
                + "bytes as data")
    }

    package static let notEncapsulated = APIError.Cause(
        .openingFailed, "the request has no secret for its response",
        advice: "open a response with the cipher that sealed its request")

    package static let notExchanged = APIError.Cause(
        .openingFailed, "the request carries no \(ExchangeID.field.rawName)",
        advice: "open a response with the cipher that sealed its request")
}

extension TransportResponse {
    /// Throws unless the response has the media type of sealed bodies.
    package func require(_ sealed: String) throws(APIError.Cause) {
        // Compares the usual spelling first, which is faster than parsing.
        try ensure(
            headers.value(of: .contentType) == sealed || mediaType == sealed, .openingFailed,
            "the response is not sealed: it is \(mediaType ?? "without a media type"), expected "
                + sealed,
            "let the server seal it; an endpoint that may respond in the clear takes the cipher "
                + "plaintext")
    }
}
