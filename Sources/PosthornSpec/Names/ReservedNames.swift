/// Names that a spec cannot use, because generated code or its imports declare them.
enum ReservedNames {
    /// Types of Swift, Foundation and Posthorn that generated code, or code next to it, uses unqualified.
    static let types: Set<String> = [
        // Swift.
        "Any", "AnyObject", "Array", "Bool", "Character", "Clock", "Codable", "CodingKey",
        "CodingKeys", "Collection", "Comparable", "Decodable", "Decoder", "Dictionary", "Double",
        "Duration", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable", "Hasher",
        "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8", "Never", "Optional", "Protocol",
        "RawRepresentable", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring",
        "Swift", "Task", "Type", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
        // Foundation.
        "Data", "DataFormat", "Date", "DateFormat", "Decimal", "Foundation", "Locale", "URL",
        "URLRequest", "URLSession", "UUID",
        // Posthorn.
        "APIError", "APIResponse", "APIService", "Auth", "BodyStream", "Boxed", "ByteStream",
        "Bytes", "CachePolicy", "CallMiddleware", "CallOptions", "CipherChoice", "Ciphers",
        "ClientConfiguration",
        "ClosedEnum", "Common", "Credential", "DefaultValue", "Documented", "DownloadEndpoint",
        "DownloadedFile", "EncodedPath", "Endpoint", "EndpointFailure", "EndpointRequest",
        "EnvelopeCode", "EnvelopePolicy", "EventStream", "Failure",
        "FieldCipher", "FieldPresence", "File", "FormPart", "HTTPBody", "HTTPField", "HTTPFields",
        "HTTPRequest",
        "HTTPResponse", "HeaderValue", "HedgingPolicy", "JSON", "JSONError", "JSONEvent",
        "JSONFormattable",
        "JSONModel",
        "JSONPolicy", "JSONReadable", "JSONReader", "JSONValue", "JSONWrapper", "JSONWritable",
        "JSONWriter", "Limits", "LineStream", "NextPage", "NumberFormat", "OpenEnum",
        "Output",
        "PageItem", "PagedEndpoint", "ParameterValue", "PayloadCipher", "PlaintextCipher",
        "Posthorn", "RawPolicy", "RequestBuilder", "ResponsePolicy", "Responses", "RetryRule",
        "Signer", "SignerChoice", "Signers", "StreamEndpoint", "StreamingCipher", "Tagged",
        "Timeouts",
        "Transport", "TransportError",
        "TransportMetrics", "TransportRequest", "TransportResponse",
    ]

    /// Members of every service, which an endpoint's method would hide or redeclare.
    static let endpoints: Set<String> = [
        "auth", "cipher", "ciphers", "common", "configuration", "credential", "init", "prepare",
        "preparedRequest", "request", "response", "responsePolicy", "responses", "self", "send",
        "server", "signer", "signers", "with",
    ]

    /// Members of every endpoint.
    static let parameters: Set<String> = ["build", "init", "self"]

    /// Members of the value that an endpoint with typed response headers returns.
    static let returnedHeaders: Set<String> = ["init", "self", "value"]

    /// Members of every object.
    static let fields: Set<String> = ["debugDescription", "hashValue", "init", "self"]

    /// Members of every enum and union.
    static let cases: Set<String> = optionals.union([
        "allCases", "hashValue", "init", "knownCases", "rawValue", "self", "unknown",
    ])

    /// The cases of `Optional`: in an optional property, `.none` would mean `nil`.
    static let optionals: Set<String> = ["none", "some"]

    /// Members of every endpoint's `Failure`.
    static let failures: Set<String> = optionals.union([
        "apiError", "decode", "init", "other", "self",
    ])

    /// Words that are valid after `cipher` without a declaration.
    static let ciphers: Set<String> = ["init", "plaintext", "self"]

    /// Words that are valid after `sign` without a declaration.
    static let signers: Set<String> = ["init", "none", "self"]

    /// Words that are valid after `response` without a declaration.
    static let responses = Set(BuiltInPolicy.all.map(\.word)).union(["init", "self"])

    /// Words that are valid after `auth` without a declaration.
    static let credentials: Set<String> = ["init", "none", "self"]
}
