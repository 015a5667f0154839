extension UnsafeCipher.Flaw {
    /// What the conformance check says about the flaw; `nil` for none.
    var finding: String? {
        switch self {
        case .none: nil
        case .takesPlain200: inTheClear("200 in response to POST")
        case .takesPlainJSON: inTheClear("200 in response to POST, application/json")
        case .takesNoMediaType: inTheClear("200 in response to POST, no media type")
        case .takesPlain4xx: inTheClear("400")
        case .takesPlain5xx: inTheClear("500")
        case .takesPlainTeapot: inTheClear("418")
        case .takesPlainHAL: inTheClear("200 in response to POST, application/hal+json")
        case .takesErrorsIn200: inTheClear("200 in response to POST, no media type, 24 bytes")
        case .takesEmpty204: inTheClear("204")
        case .takesEchoes:
            inTheClear("200 in response to POST, no media type with X-Unsafe-Exchange")
        case .takesVersionZero:
            inTheClear("200 in response to POST, application/x-unsafe")
        case .takesMarkedPlain: "with X-Unsafe-Sealed"
        case .takesPlainDELETE: inTheClear("200 in response to DELETE")
        case .bindsNoDirection: "the request opened as its own response"
        case .bindsNoExchange: "an earlier response to POST opened once more"
        case .bindsNoExchangeOfGET: "an earlier response to GET opened once more"
        case .bindsNoMethod: "the response to the method DELETE opened"
        case .bindsNoTarget: "the response to another path opened"
        case .bindsNoQuery: "the response to another query opened"
        case .bindsLowercase: "the response to a path in capitals opened"
        case .bindsNoStatus: "a response opened with the status 201"
        case .bindsNoErrorStatus: "a response sealed with the status 400 opened as 200"
        case .bindsNoMediaType: "the response with another X-Unsafe-Type opened as"
        case .bindsNoRequestTarget: "the server opened the request as another path"
        case .bindsNoRequestMethod: "the server opened the request as the method DELETE"
        case .bindsNoRequestExchange: "the server opened a request with another's X-Unsafe-Exchange"
        case .joinsFields: "target that ends with the start of X-Unsafe-Exchange opened"
        case .acceptsShortTags: "49 bytes of a response of 61 opened"
        case .acceptsEnclosedKeys, .usesOneKey:
            "a response opened that was sealed with a key that the cipher does not have"
        case .leavesErrorsSealed: "a sealed response with the status 400 came back as another"
        case .changesRefusedHeaders: "a response that was refused was changed"
        case .fixedNonce: "two bodies were sealed with one nonce"
        case .shortNonce: "two of 1000 bodies were sealed with one nonce"
        case .sharesKeystream: "a request and its response were sealed with one key and one nonce"
        case .leavesLargeClear: "POST sent 100000 bytes of text/plain in the clear"
        case .leavesPUTClear: "PUT sent 0 bytes of text/plain in the clear"
        case .leavesFormsClear:
            "POST sent 0 bytes of application/x-www-form-urlencoded in the clear"
        case .leavesNothingForEmpty: "POST sent 0 bytes of text/plain in the clear"
        case .claimsPlaintext: "the cipher claims to leave messages unchanged"
        }
    }
}

extension UnsafeStreamCipher.Flaw {
    /// What the conformance check says about the flaw; `nil` for none.
    var finding: String? {
        switch self {
        case .none: nil
        case .needsNoEnd: "a stream of 5096 bytes opened that ended after 1032"
        case .ordersNoRecords: "a stream with two pieces swapped opened"
        case .deliversUnverified: "was changed, and other bytes were delivered before the error"
        case .endsWithTheConnection: "of 5096 bytes ended without an error"
        case .bindsNoExchangeOfStreams: "an earlier response to POST opened once more"
        case .bindsNoStatusOfStreams: "a response opened with the status 201"
        case .takesPlainStreams: inTheClear("200 in response to POST, text/event-stream")
        case .readsAlike: "two readings of a streamed body were sealed with one nonce"
        case .leavesStreamsClear: "a streamed body is in the clear"
        case .needsWholeRecords: "a stream of 0 bytes in pieces of 1 bytes was not opened"
        case .dropsEmptyStreams: "0 bytes of a response of 64 opened"
        }
    }
}

private func inTheClear(_ response: String) -> String {
    "a response in the clear opened: \(response)"
}
