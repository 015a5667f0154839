extension APIError {
    /// The kind of a failure, as an open set that later versions can extend.
    ///
    /// The codes of calls and of transfers are one set: an error that a transport threw keeps its code.
    public typealias Code = TransportError.Code
}

// The codes of calls, besides those of transfers.
extension TransportError.Code {
    /// Returns the code of a status that the response policy does not accept.
    public static func status(_ code: Int) -> Self { Self(rawValue: "status.\(code)") }

    // Building
    /// A parameter, header field or path value can't be sent.
    public static let invalidParameter = Self(rawValue: "invalidParameter")
    /// There is no base URL, or it is not valid.
    public static let invalidBaseURL = Self(rawValue: "invalidBaseURL")
    /// The endpoint names a cipher that the service does not have.
    public static let unknownCipher = Self(rawValue: "unknownCipher")
    /// The endpoint names a signer that the service does not have.
    public static let unknownSigner = Self(rawValue: "unknownSigner")
    /// The spec names a response policy that the service does not have.
    public static let unknownResponsePolicy = Self(rawValue: "unknownResponsePolicy")
    /// The credential named by the spec is missing, of the wrong kind, or failed to load or to refresh.
    public static let credentialFailed = Self(rawValue: "credentialFailed")
    /// The body, or a value of a query or a form, can't be encoded.
    public static let encodingFailed = Self(rawValue: "encodingFailed")
    /// The body or the response is a stream, and the cipher or the signer supports only complete messages.
    public static let cipherCannotStream = Self(rawValue: "cipherCannotStream")
    /// The link to the next page is not valid, or leads to another origin.
    public static let invalidPage = Self(rawValue: "invalidPage")
    /// Middleware of the call threw an error of its own.
    public static let middlewareFailed = Self(rawValue: "middlewareFailed")
    // Sealing and opening
    /// The cipher could not seal the request, or the signer could not sign it.
    public static let sealingFailed = Self(rawValue: "sealingFailed")
    /// The cipher could not open the response, or the signer could not verify it.
    public static let openingFailed = Self(rawValue: "openingFailed")
    // Validating and decoding
    /// The backend refused the call with a code in the envelope; see ``APIError/envelopeError``.
    public static let rejected = Self(rawValue: "rejected")
    /// The media type of the response is not accepted by the response policy.
    public static let unacceptableMediaType = Self(rawValue: "unacceptableMediaType")
    /// The response does not have the shape that the spec defines.
    public static let decodingFailed = Self(rawValue: "decodingFailed")
    /// The cursor or link to the next page leads to a page that was already fetched.
    public static let repeatedPage = Self(rawValue: "repeatedPage")
    // Statuses
    /// Status 400.
    public static let badRequest = Self.status(400)
    /// Status 401.
    public static let unauthorized = Self.status(401)
    /// Status 403.
    public static let forbidden = Self.status(403)
    /// Status 404.
    public static let notFound = Self.status(404)
    /// Status 409.
    public static let conflict = Self.status(409)
    /// Status 429.
    public static let tooManyRequests = Self.status(429)
    /// Status 500.
    public static let internalServerError = Self.status(500)
    /// Status 502.
    public static let badGateway = Self.status(502)
    /// Status 503.
    public static let serviceUnavailable = Self.status(503)
}

extension APIError {
    /// Returns whether an error has a code, so that `catch .notFound` works.
    public static func ~= (code: Code, error: APIError) -> Bool { error.code == code }
    /// Status 401, for `catch`.
    public static let unauthorized = Code.unauthorized
    /// Status 403, for `catch`.
    public static let forbidden = Code.forbidden
    /// Status 404, for `catch`.
    public static let notFound = Code.notFound
    /// Status 409, for `catch`.
    public static let conflict = Code.conflict
    /// Status 429, for `catch`.
    public static let tooManyRequests = Code.tooManyRequests
    /// The code of a cancelled call, for `catch`.
    public static let cancelled = Code.cancelled
    /// The code of an expired time limit, for `catch`.
    public static let timedOut = Code.timedOut
    /// The code of a call refused by the envelope, for `catch`.
    public static let rejected = Code.rejected
    /// The code of a response that the cipher could not open, for `catch`.
    public static let openingFailed = Code.openingFailed
    /// The code of a response that could not be decoded, for `catch`.
    public static let decodingFailed = Code.decodingFailed
    /// The code of a server that can't be reached, for `catch`.
    public static let cannotConnect = Code.cannotConnect
}

/// Returns whether an error of any type has a code, so that `catch APIError.notFound` works.
///
/// Also matches a ``TransportError``, and the failure of an endpoint that documents errors.
public func ~= (code: APIError.Code, error: any Error) -> Bool {
    ((error as? any EndpointFailure)?.code ?? (error as? TransportError)?.code) == code
}
