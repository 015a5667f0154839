internal import Crypto
import FoundationEssentials
public import Posthorn

/// Signs requests by AWS Signature Version 4 (`AWS4-HMAC-SHA256`).
///
/// ```swift
/// let signer = AWSSigner(region: "eu-central-1", service: "execute-api") { await keys.current() }
/// ```
///
/// **What it protects:** method, path, query, header fields and, unless ``payload`` says otherwise,
/// the body: who does not have the secret can't change them, and can't use them again after some
/// minutes. **What it does not:** nothing is hidden, answers are not signed, and within its minutes a
/// request can be sent again by whoever saw it. Use it with TLS.
///
/// Signed are ``signedFields``; by default in a header all fields of the request but those that proxies or
/// the transport may change: `Authorization`, `Connection`, `Cookie`, `Expect`, `Keep-Alive`, `Proxy-…`,
/// `TE`, `Trailer`, `Transfer-Encoding`, `Upgrade`, `User-Agent` and `X-Amzn-Trace-Id`.
///
/// What is sent is what is signed: in the query, and in the path of S3, all but the unreserved characters
/// and the slashes of the path is percent-encoded. A plus in the query is sent as `%20`, which is what AWS
/// reads.
///
/// Signature Version 4A (ECDSA over several regions, `AWS4-ECDSA-P256-SHA256`) and the trailing
/// checksums of streamed bodies are not supported.
public struct AWSSigner: PayloadCipher {
    /// Where the signature stands.
    public enum Place: Sendable, Hashable {
        /// In the header fields `Authorization` and `X-Amz-Date`.
        case header
        /// In the query, so that the URL alone is the permission: a presigned URL.
        ///
        /// It is valid for the time that it says, whole seconds, up to seven days. A request with an
        /// `Authorization` is refused: the URL is all that it needs.
        case query(expires: Duration)
    }

    /// How the body is signed.
    public enum Payload: Sendable, Hashable {
        /// By its hash, which is made before the request is sent: a body in a file is read twice.
        case signed
        /// Not at all (`UNSIGNED-PAYLOAD`): TLS protects it, and nothing else. Refused over http.
        case unsigned
        /// Piece by piece while it is sent (`aws-chunked`), for bodies that are read once.
        ///
        /// A piece has 8,192 bytes at least; the body's length must be known.
        case streaming(chunk: Int)
    }

    /// How the path is written before it is signed.
    public enum PathRule: Sendable, Hashable {
        /// Without dot segments and empty segments, and percent-encoded once more: all services but
        /// S3.
        case standard
        /// Percent-encoded once more.
        case unnormalized
        /// Percent-encoded once, and sent like that: S3, whose keys may have empty segments and dots.
        case s3
    }

    /// Where the signature stands; ``Place/header`` by default.
    public var place = Place.header
    /// How the body is signed; ``Payload/signed`` by default.
    ///
    /// A presigned URL of S3 always has ``Payload/unsigned``, which is what S3 takes it for.
    public var payload = Payload.signed
    /// The header fields that are signed beside `Host`.
    ///
    /// `nil`, the default, signs in a header all that can be, and in a presigned URL those that start with
    /// `X-Amz-`: whoever opens the URL must send what is signed. Those that the request lacks, and those
    /// that may change on the way, are not signed. In a header those that start with `X-Amz-` are signed,
    /// named or not.
    public var signedFields: [HTTPField.Name]?
    /// How the path is written before it is signed: by default ``PathRule/s3`` for the services of S3 (`s3`,
    /// `s3express`, `s3-outposts`, `s3-object-lambda`) and ``PathRule/standard`` for all others.
    public var path: PathRule
    /// Whether the body's hash is sent as `X-Amz-Content-Sha256`.
    ///
    /// By default for the services of S3, which want it. A body that is not signed by its hash always
    /// says so.
    public var sendsContentHash: Bool
    /// Whether the session's token is signed; `true` by default.
    ///
    /// A few services want it added after signing.
    public var signsSessionToken = true
    /// The region, such as `us-east-1`.
    public let region: String
    /// The service's signing name, such as `s3`.
    public let service: String
    /// The time that is signed.
    public let clock: SigningClock
    private let credentials: @Sendable () async throws -> AWSCredentials

    /// Creates a signer whose credentials are asked for at each attempt.
    /// - Parameters:
    ///   - region: Such as `us-east-1`.
    ///   - service: The service's signing name, such as `s3` or `execute-api`.
    ///   - clock: The time that is signed; by default a clock of this signer alone.
    ///   - credentials: Gives those that are valid now. An error that it throws fails the call.
    public init(
        region: String, service: String, clock: SigningClock = SigningClock(),
        credentials: @escaping @Sendable () async throws -> AWSCredentials
    ) {
        self.region = region
        self.service = service
        self.clock = clock
        self.credentials = credentials
        let isS3 = ["s3", "s3express", "s3-outposts", "s3-object-lambda"].contains(service)
        path = isS3 ? .s3 : .standard
        sendsContentHash = isS3
    }

    /// Creates a signer with credentials that stay.
    public init(
        credentials: AWSCredentials, region: String, service: String,
        clock: SigningClock = SigningClock()
    ) {
        self.init(region: region, service: service, clock: clock) { credentials }
    }

    /// `AWS4-HMAC-SHA256`.
    public var name: String { "AWS4-HMAC-SHA256" }

    /// Signs the request.
    /// - Throws: a fault of the code `sealingFailed` if the body can't be signed as ``payload`` says.
    public func seal(_ request: inout TransportRequest) async throws {
        try check(request)
        request.target = AWSCanonicalRequest.target(of: request, path)
        if case .query = place { request.dropRepeated(Self.ownParameters.contains) }
        let credentials = try await credentials()
        let scope = try AWSScope(clock.now, region: region, service: service)
        let hash = try await payloadHash(request.body)
        switch place {
        case .header:
            addFields(to: &request, credentials, scope, hash)
            let signature = sign(request, credentials, scope, hash)
            request.headers[.authorization] =
                "\(name) Credential=\(credentials.accessKeyID)/\(scope), "
                + "SignedHeaders=\(fields(of: request).names), Signature=\(signature.text)"
            addTokenAfterSigning(to: &request, credentials)
            if case .streaming(let chunk) = payload, let body = request.body {
                request.body = AWSChunkedBody.body(
                    body, chunk: chunk, seed: signature.text, key: signature.key, scope)
            }
        case .query(let expires):
            addPairs(to: &request, credentials, scope, expires)
            let signature = sign(request, credentials, scope, hash)
            addTokenAfterSigning(to: &request, credentials)
            request.appendQuery("X-Amz-Signature=\(signature.text)")
        }
    }

    /// Leaves the response as it is: AWS signs none.
    /// - Throws: a fault of the code ``Posthorn/APIError/Code/clockSkewed`` if the server refused and its clock is
    ///   minutes away; the next signature has the server's time.
    public func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
        try clock.check(response, to: request, isRefusal: Self.isRefusal(response))
    }

    /// Whether it is one of the 400 that the JSON protocols of AWS answer to a signature out of time.
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

    private var isPresigned: Bool { if case .query = place { true } else { false } }

    /// How the body is signed, whatever is the default.
    private var usedPayload: Payload {
        isPresigned && path == .s3 && payload == .signed ? .unsigned : payload
    }

    private func fields(of request: TransportRequest) -> AWSCanonicalFields {
        AWSCanonicalFields(request) { name in
            let isOfAWS = name.hasPrefix("x-amz-")
            guard let signedFields else { return !isPresigned || isOfAWS }
            // AWS refuses a request with one of its own that is not signed.
            return signedFields.contains { $0.canonicalName == name } || !isPresigned && isOfAWS
        }
    }

    private func check(_ request: TransportRequest) throws(APIError.Cause) {
        let isAuthorized = request.headers[.authorization] != nil
        try ensure(
            !isPresigned || !isAuthorized, .sealingFailed,
            "the request has an Authorization, and a presigned URL stands for one",
            "let the endpoint have `auth: none`, or sign in a header")
        try ensure(
            isPresigned || !isAuthorized || request.headers[.signatureInput] == nil, .sealingFailed,
            "the request has an Authorization that an earlier signer may have signed",
            "let the endpoint have `auth: none`, or put \(name) first in the list")
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

    /// What stands for the body in the canonical request.
    private func payloadHash(_ body: HTTPBody?) async throws -> String {
        switch usedPayload {
        case .unsigned: return "UNSIGNED-PAYLOAD"
        case .streaming where body != nil: return "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
        case .signed, .streaming:
            return try await body.hexDigest(for: name)
        }
    }

    private func addFields(
        to request: inout TransportRequest, _ credentials: AWSCredentials, _ scope: AWSScope,
        _ hash: String
    ) {
        request.headers[.amzDate] = scope.time
        if signsSessionToken { request.headers[.amzSecurityToken] = credentials.sessionToken }
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
        var pairs = [
            ("X-Amz-Algorithm", name),
            ("X-Amz-Credential", "\(credentials.accessKeyID)/\(scope)"),
            ("X-Amz-Date", scope.time),
            ("X-Amz-SignedHeaders", names),
            ("X-Amz-Expires", String(expires.components.seconds)),
        ]
        if signsSessionToken, let token = credentials.sessionToken {
            pairs.append(("X-Amz-Security-Token", token))
        }
        for (name, value) in pairs {
            request.appendQuery(PercentText.pair(name, value))
        }
    }

    private static let ownParameters: Set = [
        "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires",
        "X-Amz-Security-Token", "X-Amz-Signature", "X-Amz-SignedHeaders",
    ]

    private func addTokenAfterSigning(
        to request: inout TransportRequest, _ credentials: AWSCredentials
    ) {
        guard !signsSessionToken, let token = credentials.sessionToken else { return }
        switch place {
        case .header: request.headers[.amzSecurityToken] = token
        case .query: request.appendQuery(PercentText.pair("X-Amz-Security-Token", token))
        }
    }

    private func sign(
        _ request: TransportRequest, _ credentials: AWSCredentials, _ scope: AWSScope,
        _ hash: String
    ) -> (text: String, key: SymmetricKey) {
        let canonical = AWSCanonicalRequest.text(
            request, fields(of: request), path, payloadHash: hash)
        let key = scope.key(credentials.secret)
        let toSign = """
            \(name)
            \(scope.time)
            \(scope)
            \(LowerHex.text(SHA256.hash(data: Data(canonical.utf8))))
            """
        let code = HMAC<SHA256>.authenticationCode(for: Data(toSign.utf8), using: key)
        return (LowerHex.text(code), key)
    }
}

extension AWSSigner: RedactedStringConvertible {
    /// The name, the region and the service.
    public var description: String { "\(name) for \(service) in \(region)" }
}
