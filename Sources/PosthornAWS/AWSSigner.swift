internal import Crypto
import FoundationEssentials
public import PosthornCore
public import PosthornKeys

/// A signer for AWS Signature Version 4 (`AWS4-HMAC-SHA256`).
///
/// ```swift
/// let signer = AWSSigner(credentials: credentials, region: "eu-central-1", service: "execute-api")
/// ```
///
/// Until the signature expires, after some minutes, anyone who has seen the request can send it again. Responses are not
/// signed: use the signer with TLS.
///
/// ``signedFields`` selects the signed header fields. By default a signature in a header field covers all of
/// the request's fields except those that proxies or the transport may change: `Authorization`, `Connection`,
/// `Cookie`, `Expect`, `Keep-Alive`, `Proxy-…`, `TE`, `Trailer`, `Transfer-Encoding`, `Upgrade`, `User-Agent`
/// and `X-Amzn-Trace-Id`.
///
/// The request is sent exactly as signed. `Documentation/AWS.md` describes its encoding, and what is not supported.
public struct AWSSigner: Signer {
    /// The place of the signature in the request.
    public enum Place: Sendable, Hashable {
        /// The header fields `Authorization` and `X-Amz-Date`.
        case header
        /// The query, which makes the URL a presigned URL.
        ///
        /// The URL alone grants access for `expires`, which is one second to seven days, truncated to whole
        /// seconds. The signer refuses a request with an `Authorization` field, because the URL must be
        /// sufficient.
        case query(expires: Duration)
    }

    /// The way in which the body is signed.
    public enum Payload: Sendable, Hashable {
        /// By its hash, computed before the request is sent. A body in a file is read twice.
        case signed
        /// Not signed (`UNSIGNED-PAYLOAD`), so that only TLS protects the body. Refused over http.
        case unsigned
        /// In chunks while it is sent (`aws-chunked`), for bodies that can be read only once.
        ///
        /// `chunk` is the size in bytes, at least 8,192. The length of the body must be known.
        case streaming(chunk: Int)
    }

    /// The transformation of the path before it is signed.
    public enum PathRule: Sendable, Hashable {
        /// Removes dot segments and empty segments, then percent-encodes the path once more.
        ///
        /// All services except S3 use this rule.
        case standard
        /// Percent-encodes the path once more.
        case unnormalized
        /// Percent-encodes the path once and sends it in this form.
        ///
        /// For S3, whose keys may contain empty segments and dots.
        case s3
    }

    /// The place of the signature; ``Place/header`` by default.
    public var place = Place.header
    /// The way in which the body is signed; ``Payload/signed`` by default.
    ///
    /// In a presigned URL for S3, ``Payload/signed`` acts as ``Payload/unsigned``, as S3 expects.
    public var payload = Payload.signed
    /// The header fields that are signed in addition to `Host`.
    ///
    /// `nil`, the default, signs all fields that can be signed. In a presigned URL it signs only those that start with
    /// `X-Amz-`, because the client that opens the URL must send every signed field. A signature in a header field always
    /// covers the fields that start with `X-Amz-`.
    public var signedFields: [HTTPField.Name]?
    /// The transformation of the path before it is signed.
    ///
    /// By default ``PathRule/s3`` for the S3 services (`s3`, `s3express`, `s3-outposts`, `s3-object-lambda`)
    /// and ``PathRule/standard`` for all others.
    public var path: PathRule
    /// Whether the body's hash is sent as `X-Amz-Content-Sha256`.
    ///
    /// `true` by default for the S3 services, which require it, and `false` for all others. The field is
    /// always sent if the body is not signed by its hash, and never in a presigned URL.
    public var sendsContentHash: Bool
    /// Whether the session token is signed; `true` by default.
    ///
    /// A few services require that the token is added after signing.
    public var signsSessionToken = true
    /// The region, such as `us-east-1`.
    public let region: String
    /// The service's signing name, such as `s3`.
    public let service: String
    /// The clock that supplies the signed time.
    public let clock: SigningClock
    private let credentials: any KeyProvider<AWSCredentials>

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - credentials: The credentials, or a provider that is asked for the current ones at each attempt.
    ///   - region: The region, such as `us-east-1`.
    ///   - service: The service's signing name, such as `s3` or `execute-api`.
    ///   - clock: The clock that supplies the signed time. By default the signer has its own clock.
    public init(
        credentials: any KeyProvider<AWSCredentials>, region: String, service: String,
        clock: SigningClock = SigningClock()
    ) {
        self.region = region
        self.service = service
        self.clock = clock
        self.credentials = credentials
        let isS3 = ["s3", "s3express", "s3-outposts", "s3-object-lambda"].contains(service)
        path = isS3 ? .s3 : .standard
        sendsContentHash = isS3
    }

    /// Whether the signature is in the query: it then changes the URL, which a cipher binds.
    public var signsBeforeSealing: Bool { isPresigned }

    /// The servers that the key is for; `nil` for all, and for keys that are only known when they are used.
    public var servers: Set<String>? { credentials.fixedServers }

    /// The signer's name, `AWS4-HMAC-SHA256`.
    public var name: String { "AWS4-HMAC-SHA256" }
    /// `true`.
    public var signsStreams: Bool { true }
    /// `true`, because AWS does not sign responses.
    public var verifiesStreams: Bool { true }

    /// Signs the request.
    public func sign(_ request: inout TransportRequest) async throws {
        try check(request)
        request.target = AWSCanonicalRequest.target(of: request, path)
        if isPresigned { request.dropRepeated(Self.ownParameters.contains) }
        let credentials = try await credentials.current(for: request)
        let scope = try AWSScope(clock.now, region: region, service: service)
        let hash = try await payloadHash(request.body)
        switch place {
        case .header: addFields(to: &request, scope, hash)
        case .query(let expires): addPairs(to: &request, credentials, scope, expires)
        }
        if signsSessionToken { addToken(of: credentials, to: &request) }
        let fields = fields(of: request)
        let signature = sign(request, fields, scope, hash, credentials.secret)
        if !signsSessionToken { addToken(of: credentials, to: &request) }
        guard place == .header else {
            return request.appendQuery("X-Amz-Signature=\(signature.text)")
        }
        request.headers[.authorization] =
            "\(name) Credential=\(credentials.accessKeyID)/\(scope), "
            + "SignedHeaders=\(fields.names), Signature=\(signature.text)"
        if case .streaming(let chunk) = payload, let body = request.body {
            request.body = AWSChunkedBody.body(
                body, chunk: chunk, seed: signature.text, key: signature.key, scope)
        }
    }

    /// Compares only the clocks, because AWS does not sign responses.
    public func verify(_ response: TransportResponse, to request: TransportRequest) throws {
        try clock.check(response, to: request, isRefusal: Self.isRefusal(response))
    }

    /// Returns whether the response is a 400 that refuses the signature or its time.
    ///
    /// AWS's JSON protocols refuse signatures with this status.
    static func isRefusal(_ response: TransportResponse) -> Bool {
        guard response.status.code == 400 else { return false }
        let kind =
            response.headers[.amzErrorType]
            ?? String(decoding: response.body.prefix(4096), as: UTF8.self)
        return [
            "InvalidSignature", "SignatureDoesNotMatch", "RequestExpired", "RequestTimeTooSkewed",
        ]
        .contains { kind.contains($0) }
    }

    private var isPresigned: Bool { place != .header }

    /// The way in which the body is signed, with the exception for presigned S3 URLs.
    private var usedPayload: Payload {
        isPresigned && path == .s3 && payload == .signed ? .unsigned : payload
    }

    private func fields(of request: TransportRequest) -> AWSCanonicalFields {
        AWSCanonicalFields(request) { name in
            let isOfAWS = name.hasPrefix("x-amz-")
            guard let signedFields else { return !isPresigned || isOfAWS }
            // AWS refuses a request with an unsigned `X-Amz-` field.
            return signedFields.contains { $0.canonicalName == name } || !isPresigned && isOfAWS
        }
    }

    private func check(_ request: TransportRequest) throws(APIError.Cause) {
        let isAuthorized = request.headers[.authorization] != nil
        try ensure(
            !isPresigned || !isAuthorized, .sealingFailed,
            "the request has an Authorization, and a presigned URL stands for one",
            "let the endpoint have `requires: none`, or sign in a header")
        try ensure(
            isPresigned || !isAuthorized || request.headers[.signatureInput] == nil, .sealingFailed,
            "the request has an Authorization that an earlier signer may have signed",
            "let the endpoint have `requires: none`, or put \(name) first in the list")
        try ensure(
            usedPayload != .unsigned || request.scheme == "https" || request.body == nil,
            .sealingFailed, "the body would be sent over http without a signature",
            "use https, or the payload `signed`")
        if case .streaming(let chunk) = payload {
            try ensure(
                place == .header, .sealingFailed,
                "a presigned URL can't sign a body piece by piece",
                "use the payload `unsigned` or the place `header`")
            try ensure(
                chunk >= 8192, .sealingFailed, "a piece of a streamed body has 8192 bytes at least",
                "use 65536")
            try ensure(
                request.body == nil || request.body?.count != nil, .sealingFailed,
                "the length of the body is not known before it is sent",
                "give the stream its length")
        }
        if case .query(let expires) = place {
            try ensure(
                expires >= .seconds(1) && expires <= .seconds(604_800), .sealingFailed,
                "a presigned URL is valid for a second to seven days",
                "let it expire after some minutes")
        }
    }

    private func payloadHash(_ body: HTTPBody?) async throws -> String {
        switch usedPayload {
        case .unsigned: return "UNSIGNED-PAYLOAD"
        case .streaming where body != nil: return "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
        case .signed, .streaming: return try await body.hexDigest(for: name)
        }
    }

    private func addFields(to request: inout TransportRequest, _ scope: AWSScope, _ hash: String) {
        request.headers[.amzDate] = scope.time
        if sendsContentHash || payload != .signed { request.headers[.amzContentSHA256] = hash }
        if case .streaming = payload, let count = request.body?.count {
            let coding = request.headers[.contentEncoding]
            request.headers[.contentEncoding] = "aws-chunked" + (coding.map { ",\($0)" } ?? "")
            request.headers[.amzDecodedLength] = String(count)
        }
    }

    private func addPairs(
        to request: inout TransportRequest, _ credentials: AWSCredentials, _ scope: AWSScope,
        _ expires: Duration
    ) {
        let names = fields(of: request).names
        let pairs = [
            ("X-Amz-Algorithm", name),
            ("X-Amz-Credential", "\(credentials.accessKeyID)/\(scope)"),
            ("X-Amz-Date", scope.time),
            ("X-Amz-SignedHeaders", names),
            ("X-Amz-Expires", String(expires.components.seconds)),
        ]
        for (name, value) in pairs {
            request.appendQuery(PercentEncoding.pair(name, value))
        }
    }

    private static let ownParameters: Set = [
        "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires",
        "X-Amz-Security-Token", "X-Amz-Signature", "X-Amz-SignedHeaders",
    ]

    private func addToken(of credentials: AWSCredentials, to request: inout TransportRequest) {
        guard let token = credentials.sessionToken else { return }
        switch place {
        case .header: request.headers[.amzSecurityToken] = token
        case .query: request.appendQuery(PercentEncoding.pair("X-Amz-Security-Token", token))
        }
    }

    func sign(
        _ request: TransportRequest, _ fields: AWSCanonicalFields, _ scope: AWSScope,
        _ hash: String, _ secret: SymmetricKey
    ) -> (text: String, key: SymmetricKey) {
        let canonical = AWSCanonicalRequest.text(request, fields, path, payloadHash: hash)
        let key = scope.key(secret)
        let digest = HexDigit.text(of: SHA256.hash(data: Data(canonical.utf8)))
        return (scope.signature(name, of: digest, by: key), key)
    }
}
