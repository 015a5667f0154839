extension HTTPResponse.Status {
    /// The code and the reason phrase, such as `404 Not Found`.
    ///
    /// The phrase is the one of RFC 9110 and not the server's. HTTP/2 has no reason phrase, and the server's
    /// free text does not belong in a log.
    package var text: String { phrase.map { "\(code) \($0)" } ?? "\(code)" }

    private var phrase: String? { Self.known.first { $0.code == code }?.reasonPhrase }

    private static let known: [HTTPResponse.Status] = [
        .ok, .created, .accepted, .noContent, .resetContent, .partialContent, .multipleChoices,
        .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect, .permanentRedirect,
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
        .requestTimeout, .conflict, .gone, .preconditionFailed, .contentTooLarge,
        .unsupportedMediaType, .unprocessableContent, .preconditionRequired, .tooManyRequests,
        .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
    ]
}
