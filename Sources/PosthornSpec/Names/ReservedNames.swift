/// Names that a spec cannot use, because generated code or its imports declare them.
package enum ReservedNames {
    /// Types that generated code uses by their names alone, and those of Swift that code next to it uses.
    ///
    /// Other names of Posthorn and Foundation are warnings (``ImportedNames``).
    package static let types: Set<String> = [
        // Swift.
        "Any", "AnyObject", "Array", "Bool", "Character", "Clock", "Codable", "CodingKey",
        "CodingKeys", "Collection", "Comparable", "Decodable", "Decoder", "Dictionary", "Double",
        "Duration", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable", "Hasher",
        "Identifiable", "Int", "Int16", "Int32", "Int64", "Int8", "Never", "Optional", "Protocol",
        "RawRepresentable", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Substring",
        "Swift", "Task", "Type", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
        // Modules.
        "Foundation", "Posthorn",
        // Types of the spec language.
        "Bytes", "EncodedPath", "File", "JSON",
        // What each service declares.
        "Auth", "Ciphers", "Common", "Failure", "Output", "Responses", "Signers",
        // What generated code writes by its name alone, as a test checks.
        "APIError", "APIResponse", "APIService", "BatchForm", "BatchService", "Boxed", "ByteStream",
        "CachePolicy", "CallResponse", "CancellableEndpoint", "ClientConfiguration", "ClosedEnum",
        "Credential", "CredentialEndpoint", "Data", "Date", "Decimal", "DefaultValue", "Documented",
        "DownloadEndpoint",
        "DownloadedFile", "Endpoint", "EndpointExample", "EndpointFailure", "EndpointServer",
        "EnvelopeCode", "EventStream", "ExampleService", "FieldCipher", "FieldPresence", "FormPart",
        "HTTPBody", "HTTPRequest", "JSONError", "JSONEvent", "JSONModel", "JSONReadable",
        "JSONReader", "JSONValue", "JSONWrapper", "JSONWriter", "LineStream", "NextPage",
        "OpenEnum", "OperationOutcome", "OperationPlace", "OutboxEndpoint", "OutboxService",
        "PagedEndpoint", "ParameterValue",
        "PayloadCipher", "PolledEndpoint", "PolledOperation", "PolledState", "PolledValue",
        "RequestBuilder", "RequestVerifier", "ResponsePolicy", "RetryRule", "Secret", "ServerCall",
        "ServerCipher", "ServerContext", "ServerRoute", "ServiceFailureConvertible", "Signer",
        "StreamEndpoint",
        "StreamingCipher", "Tagged", "TransportRequest", "TransportResponse", "URL", "UUID",
        "VerifiedEvent", "WebhookKeys", "WebhookScheme",
    ]

    /// Types that the code of a service with `servers` writes.
    package static let typesOfServers: Set<String> = ["BaseURL", "Server", "Transport"]

    /// Types that the code of a service writes whose ciphers or signers have schemes.
    package static let typesOfSchemes = Set(
        SchemeForm.all.filter { $0.use != .webhook }.flatMap { [$0.keyType, $0.swiftName] }
    ).union(["HTTPField"])

    /// Types that the code of a service writes whose credentials have a token endpoint.
    package static let typesOfTokenEndpoints: Set<String> = ["OAuthCredential"]

    /// Members of every service, which an endpoint's method would hide or redeclare.
    package static let endpoints: Set<String> = [
        "auth", "cipher", "ciphers", "common", "configuration", "credential", "init", "prepare",
        "preparedRequest", "request", "response", "responsePolicy", "responses", "self", "send",
        "server", "signer", "signers", "with",
    ]

    /// Members of every group, which an endpoint's method would redeclare.
    package static let members: Set<String> = ["api", "init", "self"]

    /// Members of every endpoint.
    package static let parameters: Set<String> = ["build", "init", "self"]

    /// Members of the value that an endpoint with typed response headers returns.
    package static let returnedHeaders: Set<String> = ["init", "self", "value"]

    /// Members of every object.
    package static let fields: Set<String> = ["debugDescription", "hashValue", "init", "self"]

    /// Members of every enum and union.
    package static let cases: Set<String> = optionals.union([
        "allCases", "hashValue", "init", "knownCases", "rawValue", "self", "unknown",
    ])

    /// The cases of `Optional`: in an optional property, `.none` would mean `nil`.
    package static let optionals: Set<String> = ["none", "some"]

    /// Members of every endpoint's `Failure`.
    package static let failures: Set<String> = optionals.union([
        "apiError", "decode", "init", "other", "self",
    ])

    /// Words that are valid after `cipher` without a declaration.
    package static let ciphers: Set<String> = ["init", "plaintext", "self"]

    /// Words that are valid after `sign` without a declaration.
    package static let signers: Set<String> = ["init", "none", "self"]

    /// Members of the enum of a service's servers.
    package static let servers: Set<String> = optionals.union([
        "baseURL", "hashValue", "init", "self",
    ])

    /// Words that are valid after `response` without a declaration.
    package static let responses = Set(BuiltInPolicy.all.map(\.word)).union(["init", "self"])

    /// Words that are valid after `auth` without a declaration.
    package static let credentials: Set<String> = ["init", "none", "self"]
}
