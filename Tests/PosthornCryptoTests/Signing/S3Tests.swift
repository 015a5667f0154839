import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// All printable ASCII characters, and some others, in keys and queries of the request builder.
///
/// botocore must produce the same signatures, and moto's S3 must accept them.
@Suite(
    "Requests to S3",
    .enabled("needs the virtual environment of `make setup`") { PythonPeer.isThere },
    .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct S3Tests {
    /// Each punctuation character between letters, all letters and digits, and texts that must not
    /// be decoded.
    static let texts =
        (UInt8(32)..<127).map { Character(Unicode.Scalar($0)) }
        .filter { !$0.isLetter && !$0.isNumber }.map { "a\($0)b" } + [
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "é", "e\u{301}", "日本",
            "👍🏽", "percent%20.txt", "a%2Fb", "100%", "+&=()!*';:@,$", "a b+c",
        ]

    /// Object keys, some with empty segments.
    static let keys = texts + ["a//b", "/a", "//a///", "a/", "a/b.c/...", "a/b/c d/é"] + dotted

    /// Keys that have dots as a segment.
    static let dotted = ["a/../b", "../a%2E", "a/./b c", "a/.."]

    /// Reserved characters that a query style may leave unencoded.
    static let unescaped = "!$'()*,;:@/?[]"

    /// A request for an object whose parts may be any text.
    private struct Object: Endpoint {
        typealias Output = Data

        static let name = "object"
        var method = HTTPRequest.Method.get
        var key: String
        var parameter: String?
        var text: String?
        /// Reserved characters of the query that the signer has to encode.
        var unescaped: String

        func build(_ request: inout RequestBuilder) {
            request.method(method, "/bucket/{+key}")
            request.responsePolicy = .raw
            request.queryStyle = QueryStyle(writesSpacesAsPlus: true, allowedCharacters: unescaped)
            if S3Tests.dotted.contains(key) {
                request.path("key", EncodedPath(encoding: key))
            } else {
                request.path("key", key)
            }
            if let parameter { request.query(parameter, parameter) }
            if let text { request.upload(HTTPBody(Data(text.utf8)), as: "text/plain") }
        }
    }

    private struct Store: APIService {
        var configuration: ClientConfiguration
    }

    private func presigning(_ signer: AWSSigner) -> AWSSigner {
        var signer = signer
        signer.place = .query(expires: .seconds(60))
        return signer
    }

    /// The target without its signature parameters, and the signature.
    private func parts(of request: TransportRequest) -> (target: String, signature: String) {
        if let field = request.headers[.authorization] {
            return (request.target, String(field.suffix(64)))
        }
        let parts = request.target.split(separator: "X-Amz-Algorithm", maxSplits: 1)
        return (String(parts[0].dropLast()), String(request.target.suffix(64)))
    }

    @Test(arguments: [HTTPRequest.Method.get, .put], [false, true])
    func signaturesMatchBotocore(_ method: HTTPRequest.Method, _ isPresigned: Bool) async throws {
        let store = Store(
            configuration: try ClientConfiguration(
                baseURL: "https://x.amazonaws.com", transport: StubTransport()))
        var signer = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "AKID", secret: "geheim"),
            region: "eu-central-1", service: "s3", clock: .at(1_800_000_000))
        // Only AWS's own fields, which is all that botocore is given.
        signer.signedFields = []
        if isPresigned { signer = presigning(signer) }
        var ours: [(target: String, signature: String)] = []
        var jobs: [(String, [String: Any])] = []
        for key in Self.keys {
            // Each text is a key once, and each plain text also a parameter's name and value.
            let parameter = Self.texts.contains(key) ? key : nil
            let text = method == .put ? key : nil
            var request = try store.request(
                for: Object(
                    method: method, key: key, parameter: parameter, text: text,
                    unescaped: Self.unescaped))
            try await signer.sign(&request)
            ours.append(parts(of: request))
            jobs.append(
                (
                    "s3",
                    [
                        "method": method.rawValue, "origin": "https://x.amazonaws.com", "key": key,
                        "query": parameter.map { [[$0, $0]] } ?? [], "body": text ?? "",
                        "presigned": isPresigned, "secret": "geheim", "time": "20270115T080000Z",
                    ]
                ))
        }
        let theirs = try PythonPeer.run(jobs)
        for (index, key) in Self.keys.enumerated() {
            #expect(theirs[index]["target"] as? String == ours[index].target, "\(key)")
            #expect(theirs[index]["signature"] as? String == ours[index].signature, "\(key)")
        }
    }

    /// Starts moto, and calls it over a session.
    private func withServer(
        _ body: (_ store: Store, _ signer: AWSSigner, _ access: String) async throws -> Void
    ) async throws {
        let script = SigningVectors.folder.appending(path: "s3_server.py").path()
        let server = try PythonServer.started("moto", ["-B", script])
        defer { server.stop() }
        try #require(server.words.count == 3)
        try await CurlSession.withSession { session in
            let signer = AWSSigner(
                credentials: AWSCredentials(
                    accessKeyID: server.words[1], secret: server.words[2]),
                region: "us-east-1", service: "s3")
            let store = Store(
                configuration: try ClientConfiguration(
                    baseURL: server.baseURL, transport: session))
            try await body(store, signer, server.words[1])
        }
    }

    @Test func motoAcceptsEachKeyAndParameter() async throws {
        try await withServer { store, signer, access in
            let signed = store.with { $0.signer = signer }
            let presigned = store.with { $0.signer = presigning(signer) }
            await withTaskGroup { group in
                for key in Self.keys {
                    group.addTask {
                        let get = Object(
                            key: key, parameter: Self.texts.contains(key) ? key : nil,
                            unescaped: Self.unescaped)
                        var put = get
                        put.method = .put
                        put.text = key
                        // An unsigned body requires TLS, so the body of the presigned request is
                        // empty.
                        var empty = put
                        empty.text = nil
                        do {
                            _ = try await signed.send(put)
                            #expect(try await presigned.send(get) == Data(key.utf8), "\(key)")
                            _ = try await presigned.send(empty)
                            #expect(try await signed.send(get) == Data(), "\(key)")
                        } catch {
                            Issue.record(error, "\(key)")
                        }
                    }
                }
            }
            // Proves that the server verifies signatures.
            let wrong = AWSSigner(
                credentials: AWSCredentials(accessKeyID: access, secret: "wrong"),
                region: "us-east-1", service: "s3")
            for signer in [wrong, presigning(wrong)] {
                let error = await #expect(throws: APIError.self) {
                    try await store.with { $0.signer = signer }.send(
                        Object(key: Self.keys[0], unescaped: ""))
                }
                #expect(error?.code == .status(403))
                let text = String(decoding: error?.response?.body ?? Data(), as: UTF8.self)
                #expect(text.contains("<Code>SignatureDoesNotMatch</Code>"), "\(text)")
            }
        }
    }
}
