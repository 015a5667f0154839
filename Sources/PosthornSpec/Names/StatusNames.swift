/// The default names of the cases for errors and statuses.
enum StatusNames {
    /// Returns the name for a status, a class of statuses, `default` or a code.
    static func name(of condition: ErrorSpec.Condition, _ type: TypeExpression?) -> String {
        switch condition {
        case .code(let code): name(of: code, type)
        case .exact(let status): name(of: status)
        case .hundred(1): "informational"
        case .hundred(2): "successful"
        case .hundred(3): "redirection"
        case .hundred(4): "clientError"
        case .hundred: "serverError"
        case .others: "unexpected"
        }
    }

    /// Returns the lowerCamelCase of a code that is a word, or of its declared type.
    ///
    /// Otherwise, the result is a name such as `code1002`.
    private static func name(of code: EnvelopeSpec.Code, _ type: TypeExpression?) -> String {
        if case .text(let word) = code, word.utf8.count < 60, !SecretScan.finds(in: word),
            let name = SwiftName.camelCase(word)
        {
            return name
        }
        if case .named(let type) = type?.wrapped, ScalarType(rawValue: type.text) == nil,
            let name = SwiftName.camelCase(type.text)
        {
            return name
        }
        return switch code {
        case .number(let number) where number < 0: "codeMinus\(number.magnitude)"
        case .number(let number): "code\(number)"
        case .bool(let bool): bool ? "codeTrue" : "codeFalse"
        case .text: "code"
        }
    }

    /// Returns the lowerCamelCase of a status's reason phrase, or a name such as `status418`.
    static func name(of status: Int) -> String { names[status] ?? "status\(status)" }

    private static let names = [
        200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritative", 204: "noContent",
        205: "resetContent", 206: "partialContent", 207: "multiStatus",
        300: "multipleChoices", 301: "movedPermanently", 302: "found", 303: "seeOther",
        304: "notModified", 305: "useProxy", 307: "temporaryRedirect", 308: "permanentRedirect",
        400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden",
        404: "notFound", 405: "methodNotAllowed", 406: "notAcceptable",
        407: "proxyAuthenticationRequired", 408: "requestTimeout", 409: "conflict", 410: "gone",
        411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge",
        414: "uriTooLong", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable",
        417: "expectationFailed", 421: "misdirectedRequest", 422: "unprocessableContent",
        423: "locked", 424: "failedDependency", 425: "tooEarly", 426: "upgradeRequired",
        428: "preconditionRequired", 429: "tooManyRequests",
        431: "requestHeaderFieldsTooLarge", 451: "unavailableForLegalReasons",
        500: "internalServerError", 501: "notImplemented", 502: "badGateway",
        503: "serviceUnavailable", 504: "gatewayTimeout", 505: "httpVersionNotSupported",
        507: "insufficientStorage", 511: "networkAuthenticationRequired",
    ]
}
