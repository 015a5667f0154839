import Crypto
import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("Sorted parameter signing")
struct ParameterSignerTests {
    static let secret = Data("0123456789abcdef".utf8)
    let key: SecretKey

    init() throws { key = try SecretKey(id: "app-1", bytes: Self.secret, for: .signatures) }

    private func signer(
        _ digest: ParameterSigner.Digest = .hmacSHA256,
        _ change: (inout ParameterSigner) -> Void = { _ in }
    ) -> ParameterSigner {
        var signer = ParameterSigner(key: key, digest: digest, clock: .at(1_800_000_000))
        signer.allowsShortKeys = true
        change(&signer)
        return signer
    }

    private func request(
        _ target: String = "/a?b=2&a=1%20x&c=", body: String? = nil,
        type: String = "application/json"
    ) -> TransportRequest {
        TransportRequest(
            endpoint: "e", method: .post, origin: "https://x.test", route: "/a", target: target,
            headers: body == nil ? [:] : [.contentType: type], body: body.map { Data($0.utf8) })
    }

    private func sign(_ text: String) -> String {
        HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: Self.secret)
        ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    typealias Change = @Sendable (inout ParameterSigner) -> Void

    /// The signature shows which text was signed.
    @Test(
        arguments: [
            ("sorted by name, decoded", "a=1 x&b=2", { @Sendable (_: inout ParameterSigner) in }),
            ("empty values kept", "a=1 x&b=2&c=", { @Sendable in $0.dropsEmptyValues = false }),
            ("as sent", "b=2&a=1 x", { @Sendable in $0.order = .asSent }),
            ("named", "b=2", { @Sendable in $0.order = .named(["b", "z"]) }),
            ("excluded", "b=2", { @Sendable in $0.excluded = ["a"] }),
            (
                "other separators", "a1 x|b2",
                {
                    $0.valueSeparator = ""
                    $0.pairSeparator = "|"
                }
            ),
            (
                "key id and time", "a=1 x&app=app-1&b=2&ts=1800000000",
                {
                    $0.keyIDName = "app"
                    $0.timeName = "ts"
                }
            ),
        ] as [(String, String, Change)])
    func signsParametersAsConfigured(
        _ name: String, _ text: String, _ change: @escaping Change
    ) async throws {
        var request = request()
        try await signer(.hmacSHA256, change).sign(&request)
        #expect(request.target.hasSuffix("&sign=\(sign(text))"), "\(name): \(request.target)")
        #expect(request.target.hasPrefix("/a?b=2&a=1%20x&c=&"))
    }

    @Test func sortsNamesByBytesOrIgnoringCase() async throws {
        var bytes = request("/a?b=1&B=2&a=3&%C3%A9=4")
        try await signer().sign(&bytes)
        #expect(bytes.target.hasSuffix("sign=\(sign("B=2&a=3&b=1&é=4"))"))
        var lower = request("/a?b=1&B=2&a=3")
        try await signer(.hmacSHA256) { $0.order = .byLowercasedName }.sign(&lower)
        #expect(lower.target.hasSuffix("sign=\(sign("a=3&b=1&B=2"))"))
    }

    /// printf 'a=1 x&b=2&key=0123456789abcdef' | md5sum, sha1sum, sha256sum.
    @Test func digestsMatchReferenceValues() async throws {
        let text = Data("a=1 x&b=2&key=0123456789abcdef".utf8)
        let expected: [(ParameterSigner.Digest, String)] = [
            (.legacyMD5, Data(Insecure.MD5.hash(data: text)).hex),
            (.legacySHA1, Data(Insecure.SHA1.hash(data: text)).hex),
            (.legacySHA256, Data(SHA256.hash(data: text)).hex),
            (
                .legacyHMACSHA1,
                Data(
                    HMAC<Insecure.SHA1>.authenticationCode(
                        for: Data("a=1 x&b=2".utf8), using: SymmetricKey(data: Self.secret))
                ).hex
            ),
        ]
        for (digest, value) in expected {
            var request = request()
            try await signer(digest).sign(&request)
            #expect(request.target.hasSuffix("sign=\(value)"), "\(digest)")
        }
        var before = request()
        try await signer(.legacyMD5) {
            $0.secretPlace = .before(joint: "#")
            $0.writing = .uppercaseHex
        }.sign(&before)
        let md5 = Data(Insecure.MD5.hash(data: Data("0123456789abcdef#a=1 x&b=2".utf8))).hex
        #expect(before.target.hasSuffix("sign=\(md5.uppercased())"))
        var around = request()
        try await signer(.legacySHA256) {
            $0.secretPlace = .around
            $0.writing = .base64
            $0.place = .header(.plainSignature)
        }.sign(&around)
        let sha = SHA256.hash(data: Data("0123456789abcdefa=1 x&b=20123456789abcdef".utf8))
        #expect(around.headers[.plainSignature] == Data(sha).base64EncodedString())
        #expect(around.target == request().target)
    }

    @Test func signsJSONValuesAsWritten() async throws {
        let body = #"{"z":1.50,"s":"a\"\u00e9","n":null,"t":true,"o":{"k":[1, 2]},"e":""}"#
        var request = request("/a?q=1", body: body)
        try await signer(.hmacSHA256) { $0.place = .body("sign") }.sign(&request)
        let code = sign(#"o={"k":[1, 2]}&q=1&s=a"é&t=true&z=1.50"#)
        #expect(
            request.body?.data
                == Data((body.dropLast() + #","sign":"\#(code)"}"#).utf8))
        var empty = self.request("/a", body: "{}")
        try await signer(.hmacSHA256) { $0.place = .body("sign") }.sign(&empty)
        #expect(empty.body?.data == Data(#"{"sign":"\#(sign(""))"}"#.utf8))
    }

    @Test func signsDecodedFormValues() async throws {
        let form = "application/x-www-form-urlencoded"
        var request = request("/a", body: "b=x+y%26&a=1", type: form)
        try await signer(.hmacSHA256) { $0.place = .body("s i") }.sign(&request)
        #expect(
            request.body?.data == Data("b=x+y%26&a=1&s%20i=\(sign("a=1&b=x y&"))".utf8))
    }

    @Test func eachAttemptHasNewTimeAndNonce() async throws {
        let signer = signer(.hmacSHA256) {
            $0.timeName = "ts"
            $0.nonceName = "nonce"
            $0.place = .header(.plainSignature)
        }
        var (first, second) = (request(), request())
        try await signer.sign(&first)
        try await signer.sign(&second)
        let nonce = try #require(HTTPField.Name("nonce"))
        #expect(first.headers[nonce] != second.headers[nonce])
        #expect(first.headers[.plainSignature] != second.headers[.plainSignature])
    }

    /// Most servers build the next page's link from the requested URL.
    @Test func nextPageLinkIsSignedAgain() async throws {
        struct List: PagedEndpoint {
            typealias Output = [Int]
            static let name = "list"

            func build(_ request: inout RequestBuilder) { request.method(.get, "/list") }
            static func items(of page: [Int]) -> [Int] { page }
            func next(after page: APIResponse<[Int]>) -> NextPage<Self> {
                .link("next", in: page.headers)
            }
        }
        let targets = Box<[String]>([])
        var aws = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "AKID", secret: "geheim"),
            region: "eu-central-1", service: "execute-api", clock: .at(1_800_000_000))
        aws.place = .query(expires: .seconds(60))
        for changing in [signer { $0.timeName = "ts" }, aws] as [any Signer] {
            let service = Service { request in
                targets.change { $0.append(request.target) }
                var headers: HTTPFields = [.contentType: "application/json"]
                if !request.target.contains("p=2"), let link = HTTPField.Name("Link") {
                    headers[link] = "<\(request.target)&p=2>; rel=next"
                }
                return TransportResponse(status: .ok, headers: headers, body: Data("[1]".utf8))
            }.with { $0.signer = changing }
            for try await _ in service.items(List()) {}
        }
        let names = targets.value.map { target in
            target.split(separator: "?")[1].split(separator: "&").map { $0.prefix { $0 != "=" } }
        }
        let amz = ["Algorithm", "Credential", "Date", "SignedHeaders", "Expires", "Signature"]
            .map { "X-Amz-" + $0 }
        #expect(
            names
                == [["ts", "sign"], ["p", "ts", "sign"], amz, ["p"] + amz].map {
                    $0.map { $0[...] }
                })
    }

    @Test func rejectsUnsupportedSignaturePlace() async throws {
        let cases: [(TransportRequest, ParameterSigner.Place)] = [
            (request(), .body("sign")), (request(body: "[1]"), .query("sign")),
            (request(body: "a", type: "text/plain"), .body("sign")),
        ]
        for (request, place) in cases {
            let fault = await #expect(throws: APIError.Cause.self) {
                var request = request
                try await signer(.hmacSHA256) { $0.place = place }.sign(&request)
            }
            #expect(fault?.code == .sealingFailed)
        }
    }
}
