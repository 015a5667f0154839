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
    static func name(of status: Int) -> String {
        switch status {
        case 200: "ok"
        case 201: "created"
        case 202: "accepted"
        case 203: "nonAuthoritative"
        case 204: "noContent"
        case 205: "resetContent"
        case 206: "partialContent"
        case 207: "multiStatus"
        case 400: "badRequest"
        case 401: "unauthorized"
        case 402: "paymentRequired"
        case 403: "forbidden"
        case 404: "notFound"
        case 405: "methodNotAllowed"
        case 406: "notAcceptable"
        case 409: "conflict"
        case 410: "gone"
        case 412: "preconditionFailed"
        case 413: "contentTooLarge"
        case 415: "unsupportedMediaType"
        case 422: "unprocessableContent"
        case 423: "locked"
        case 425: "tooEarly"
        case 428: "preconditionRequired"
        case 429: "tooManyRequests"
        case 500: "internalServerError"
        case 501: "notImplemented"
        case 502: "badGateway"
        case 503: "serviceUnavailable"
        case 504: "gatewayTimeout"
        default: "status\(status)"
        }
    }
}
