import Foundation
import Posthorn
import PosthornCrypto
import Testing

@Suite("AWS Signature Version 4")
struct AWSSignerTests {
    /// A case of the suite of aws-c-auth: files by name.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var files: [String: String]
        var testDescription: String { name }

        static let all: [Case] = {
            guard let data = try? SigningVectors.data("aws-sigv4.json"),
                let cases = try? JSONDecoder().decode([String: [String: String]].self, from: data)
            else { return [] }
            return cases.map { Case(name: $0.key, files: $0.value) }.sorted { $0.name < $1.name }
        }()

        func file(_ name: String) throws -> String { try #require(files[name]) }
    }

    struct Context: Decodable {
        struct Credentials: Decodable {
            var accessKeyId: String
            var secretAccessKey: String
            var token: String?
        }
        var credentials: Credentials
        var expirationInSeconds: Int
        var normalize: Bool
        var region: String
        var service: String
        var signBody: Bool
        var timestamp: Date
        var omitSessionToken: Bool?
    }

    private func signer(_ vector: Case) throws -> (AWSSigner, Context) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let context = try decoder.decode(
            Context.self, from: Data(try vector.file("context.json").utf8))
        let time = context.timestamp
        var signer = AWSSigner(
            credentials: AWSCredentials(
                accessKeyID: context.credentials.accessKeyId,
                secret: context.credentials.secretAccessKey,
                sessionToken: context.credentials.token),
            region: context.region, service: context.service, clock: SigningClock { time })
        signer.path = context.normalize ? .standard : .unnormalized
        signer.sendsContentHash = context.signBody
        signer.signsSessionToken = !(context.omitSessionToken ?? false)
        return (signer, context)
    }

    @Test func matchesAll38CasesInHeaderAndQuery() async throws {
        var tally = SigningTally("AWS Signature Version 4, header and query")
        #expect(Case.all.count == 38)
        for vector in Case.all {
            let (header, context) = try signer(vector)
            var request = try TransportRequest(message: vector.file("request.txt"))
            try await header.sign(&request)
            let expected = try TransportRequest(message: vector.file("header-signed-request.txt"))
            #expect(try wire(request) == wire(expected), "\(vector.name)")

            var query = header
            query.place = .query(expires: .seconds(context.expirationInSeconds))
            query.sendsContentHash = false
            // The cases sign all fields.
            query.signedFields = try TransportRequest(message: vector.file("request.txt")).headers
                .map(\.name)
            var url = try TransportRequest(message: vector.file("request.txt"))
            try await query.sign(&url)
            let presigned = try TransportRequest(message: vector.file("query-signed-request.txt"))
            #expect(try wire(url) == wire(presigned), "\(vector.name)")
            if try wire(request) == wire(expected), try wire(url) == wire(presigned) {
                tally.passed += 1
            } else {
                tally.refuse("wrong")
            }
        }
        tally.print()
        #expect(tally.passed == 38)
    }

    private func wire(_ request: TransportRequest) throws -> [String] {
        // One case has a query with a character that no URL can contain: it is sent encoded.
        let target = request.target.replacing("?ሴ=", with: "?%E1%88%B4=")
        return [request.method.rawValue, target] + request.sortedLines
    }

    /// The example of AWS's documentation of chunked uploads: 65 KiB of the letter a.
    static let example = AWSCredentials(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")

    private func exampleSigner() -> AWSSigner {
        AWSSigner(
            credentials: Self.example, region: "us-east-1", service: "s3",
            clock: .at(1_369_353_600))
    }

    private func put(_ body: HTTPBody, length: Int = 66_824) throws -> TransportRequest {
        var request = TransportRequest(
            endpoint: "put", method: .put, origin: "https://s3.amazonaws.com", route: "/",
            target: "/examplebucket/chunkObject.txt")
        request.headers[try #require(HTTPField.Name("x-amz-storage-class"))] = "REDUCED_REDUNDANCY"
        request.headers[.contentLength] = String(length)
        request.body = body
        return request
    }

    @Test func signsStreamedBodyByChunk() async throws {
        var signer = exampleSigner()
        signer.payload = .streaming(chunk: 65_536)
        // The pieces differ from the chunks that are signed.
        let source = BodyStream(length: 66_560) {
            AsyncStream { stream in
                for count in [1, 65_534, 1000, 25] {
                    stream.yield(Data(repeating: 97, count: count))
                }
                stream.finish()
            }
        }
        var request = try put(HTTPBody(source))
        try await signer.sign(&request)
        #expect(
            request.headers[.authorization]?.hasSuffix(
                "Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9")
                == true)
        #expect(request.headers[.contentEncoding] == "aws-chunked")
        let body = try #require(request.body)
        #expect(body.count == 66_824)
        #expect(body.isReplayable)
        for _ in 0..<2 {
            var sent = Data()
            try await body.read { sent.append($0) }
            let letters = String(repeating: "a", count: 65_536)
            #expect(
                String(decoding: sent, as: UTF8.self)
                    == "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a"
                    + "65485a288648\r\n\(letters)\r\n"
                    + "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a"
                    + "503ef5497\r\n\(letters.prefix(1024))\r\n"
                    + "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279"
                    + "d449df9\r\n\r\n")
        }
    }

    @Test func hashesFileBodiesLikeBodiesInMemory() async throws {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "aws-\(UUID().uuidString)")
        try Data(repeating: 97, count: 600_000).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        var inFile = try put(HTTPBody.file(URL(filePath: path.path())))
        var inMemory = try put(HTTPBody(Data(repeating: 97, count: 600_000)))
        try await exampleSigner().sign(&inFile)
        try await exampleSigner().sign(&inMemory)
        #expect(inFile.headers == inMemory.headers)
        #expect(inFile.headers[.amzContentHash]?.count == 64)
    }

    @Test func rejectsBodiesThatCannotBeSigned() async throws {
        let once = HTTPBody(BodyStream(AsyncStream { $0.finish() }, length: 66_560))
        let unknown = HTTPBody(BodyStream { AsyncStream { $0.finish() } })
        var streaming = exampleSigner()
        streaming.payload = .streaming(chunk: 65_536)
        var small = streaming
        small.payload = .streaming(chunk: 8191)
        var query = streaming
        query.place = .query(expires: .seconds(60))
        var forever = exampleSigner()
        forever.place = .query(expires: .seconds(604_801))
        let cases: [(AWSSigner, HTTPBody, String)] = [
            (exampleSigner(), once, "this one can be read once"),
            (streaming, unknown, "the length of the body is not known before it is sent"),
            (small, once, "a piece of a streamed body has 8192 bytes at least"),
            (query, once, "a presigned URL can't sign a body piece by piece"),
            (forever, once, "a presigned URL is valid for a second to seven days"),
        ]
        for (signer, body, message) in cases {
            let fault = await #expect(throws: APIError.Cause.self) {
                var request = try put(body)
                try await signer.sign(&request)
            }
            #expect(fault?.code == .sealingFailed)
            #expect(fault?.message.hasSuffix(message) == true, "\(fault?.message ?? "")")
        }
    }

    @Test func unsignedBodyRequiresTLS() async throws {
        var signer = exampleSigner()
        signer.payload = .unsigned
        var safe = try put(HTTPBody(Data("a".utf8)))
        try await signer.sign(&safe)
        #expect(safe.headers[.amzContentHash] == "UNSIGNED-PAYLOAD")
        let fault = await #expect(throws: APIError.Cause.self) {
            var request = TransportRequest(
                endpoint: "put", method: .put, origin: "http://s3.test", route: "/", target: "/a",
                body: Data("a".utf8))
            try await signer.sign(&request)
        }
        #expect(fault?.message == "the body would be sent over http without a signature")
    }

    /// S3 object keys may contain what other services normalize, and are signed as sent.
    @Test func signsS3PathsAsSent() async throws {
        func signature(_ service: String, _ target: String) async throws -> String {
            var request = TransportRequest(
                endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: target)
            try await AWSSigner(
                credentials: Self.example, region: "r", service: service, clock: .at(0)
            ).sign(&request)
            return try #require(request.headers[.authorization])
        }
        #expect(try await signature("s3", "/a//b") != signature("s3", "/a/b"))
        #expect(try await signature("s3", "/a/./b") != signature("s3", "/a/b"))
        #expect(try await signature("s3", "/a%7Eb") == signature("s3", "/a~b"))
        #expect(try await signature("s3", "/a%2Fb") != signature("s3", "/a/b"))
        #expect(try await signature("sqs", "/a//./b") == signature("sqs", "/a/b"))
        #expect(try await signature("sqs", "/a%7Eb") != signature("sqs", "/a~b"))
    }

    @Test func signsEachPartOfTheRequest() async throws {
        func signature(_ change: (inout TransportRequest) -> Void) async throws -> String {
            var request = try put(HTTPBody(Data("abc".utf8)), length: 3)
            request.headers[.userAgent] = "a"
            change(&request)
            try await exampleSigner().sign(&request)
            return try #require(request.headers[.authorization]?.suffix(64).description)
        }
        let plain = try await signature { _ in }
        #expect(try await signature { $0.target += "x" } != plain)
        #expect(try await signature { $0.target += "?a" } != plain)
        #expect(try await signature { $0.headers[.contentType] = "text/plain" } != plain)
        #expect(try await signature { $0.body = HTTPBody(Data("abd".utf8)) } != plain)
        #expect(try await signature { $0.headers[.userAgent] = "b" } == plain)
        #expect(try await signature { $0.headers[.cookie] = "b=1" } == plain)
    }

    @Test func adoptsServerTimeAfterClockSkewRefusal() async throws {
        let clock = SigningClock.at(1_369_353_600)
        let signer = AWSSigner(
            credentials: Self.example, region: "us-east-1", service: "s3", clock: clock)
        var request = try put(HTTPBody(Data("abc".utf8)), length: 3)
        try await signer.sign(&request)
        #expect(request.headers[.amzTime] == "20130524T000000Z")
        let response = TransportResponse(
            status: .forbidden, headers: [.date: "Fri, 24 May 2013 00:10:00 GMT"])
        let fault = #expect(throws: APIError.Cause.self) {
            try signer.verify(response, to: request)
        }
        #expect(fault?.code == .clockSkewed)
        #expect(
            fault?.message
                == "this machine's clock is 600 s behind the server's, and the signature has the "
                + "time in it")
        #expect(clock.skew == .seconds(600))
        try await signer.sign(&request)
        #expect(request.headers[.amzTime] == "20130524T001000Z")
        // The clock is corrected now, so the same response is an ordinary refusal.
        try signer.verify(response, to: request)
    }

    @Test(arguments: [
        (200, "Fri, 24 May 2013 00:10:00 GMT"), (403, "Fri, 24 May 2013 00:03:59 GMT"),
        (403, "no date"),
    ])
    func refusalWithinAllowedSkewLeavesClockUnchanged(_ status: Int, _ date: String) throws {
        let clock = SigningClock.at(1_369_353_600)
        let signer = AWSSigner(
            credentials: Self.example, region: "us-east-1", service: "s3", clock: clock)
        let response = TransportResponse(status: .init(code: status), headers: [.date: date])
        try signer.verify(response, to: .sample())
        #expect(clock.skew == .zero)
    }

    private func presigning(_ service: String = "s3") -> AWSSigner {
        var signer = AWSSigner(
            credentials: Self.example, region: "r", service: service, clock: .at(0))
        signer.place = .query(expires: .seconds(60))
        return signer
    }

    /// A client that opens the presigned URL sends other header fields.
    @Test func presignedURLSignsHostAndChosenFields() async throws {
        var request = TransportRequest(
            endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: "/a",
            headers: [.accept: "*/*", .acceptLanguage: "de", .contentType: "text/plain"])
        var url = request
        try await presigning().sign(&url)
        #expect(url.target.contains("&X-Amz-SignedHeaders=host&"))
        var bare = TransportRequest(
            endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: "/a")
        try await presigning().sign(&bare)
        #expect(bare.target == url.target)
        let acl = try #require(HTTPField.Name("X-Amz-Acl"))
        request.headers[acl] = "private"
        url = request
        try await presigning().sign(&url)
        #expect(url.target.contains("&X-Amz-SignedHeaders=host%3Bx-amz-acl&"))
        var signer = presigning()
        signer.signedFields = [.contentType]
        url = request
        try await signer.sign(&url)
        #expect(url.target.contains("&X-Amz-SignedHeaders=content-type%3Bhost&"))
        #expect(url.target != bare.target)
    }

    /// AWS rejects a request in which such a field is not signed.
    @Test func headerSignatureAlwaysCoversAmzFields() async throws {
        var request = TransportRequest(
            endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: "/a",
            headers: [.accept: "*/*", .contentType: "text/plain"])
        request.headers[try #require(HTTPField.Name("X-Amz-Acl"))] = "private"
        request.headers[try #require(HTTPField.Name("X-Amzn-Trace-Id"))] = "1"
        var signer = AWSSigner(
            credentials: AWSCredentials(accessKeyID: "A", secret: "s", sessionToken: "t"),
            region: "r", service: "s3", clock: .at(0))
        signer.signedFields = [.contentType]
        try await signer.sign(&request)
        #expect(
            request.headers[.authorization]?.contains(
                "SignedHeaders=content-type;host;x-amz-acl;x-amz-content-sha256;x-amz-date;"
                    + "x-amz-security-token,") == true)
    }

    @Test func presignedS3URLHasNoBodyHash() async throws {
        func target(_ signer: AWSSigner, _ body: String) async throws -> String {
            var request = TransportRequest(
                endpoint: "put", method: .put, origin: "https://x.test", route: "/", target: "/a",
                body: Data(body.utf8))
            try await signer.sign(&request)
            return request.target
        }
        #expect(try await target(presigning(), "a") == target(presigning(), "b"))
        let others = presigning("execute-api")
        #expect(try await target(others, "a") != target(others, "b"))
        var unsigned = presigning("s3express")
        let implied = try await target(unsigned, "a")
        unsigned.payload = .unsigned
        #expect(try await target(unsigned, "a") == implied)
    }

    @Test func presignedURLRejectsOtherAuthorization() async throws {
        let request = TransportRequest(
            endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: "/a",
            headers: [.authorization: "Bearer t"])
        let fault = await #expect(throws: APIError.Cause.self) {
            var request = request
            try await presigning().sign(&request)
        }
        #expect(fault?.code == .sealingFailed)
        #expect(fault?.message.contains("Bearer") == false)
    }

    /// AWS reads a plus as a space, and signs the space as `%20`.
    @Test func plusInQueryIsSentAsPercent20() async throws {
        func sealed(_ target: String) async throws -> TransportRequest {
            var request = TransportRequest(
                endpoint: "get", method: .get, origin: "https://x.test", route: "/", target: target)
            try await AWSSigner(
                credentials: Self.example, region: "r", service: "sqs", clock: .at(0)
            ).sign(&request)
            return request
        }
        let plus = try await sealed("/a+b?q=x+y&r=+")
        #expect(plus.target == "/a+b?q=x%20y&r=%20")
        #expect(
            try await plus.headers[.authorization]
                == sealed("/a+b?q=x%20y&r=%20").headers[.authorization])
    }

    @Test(arguments: ["s3express", "s3-outposts", "s3-object-lambda"])
    func otherS3ServicesAreSignedLikeS3(_ service: String) {
        let signer = AWSSigner(credentials: Self.example, region: "r", service: service)
        #expect(signer.path == .s3 && signer.sendsContentHash)
    }

    /// Responses of JSON services to a signature outside the time window.
    @Test(arguments: [
        #"{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"expired"}"#,
        #"{"__type":"RequestExpired"}"#,
    ])
    func status400RefusalAdjustsClock(_ body: String) throws {
        let clock = SigningClock.at(1_369_353_600)
        let signer = AWSSigner(
            credentials: Self.example, region: "r", service: "dynamodb", clock: clock)
        func response(_ body: String) -> TransportResponse {
            TransportResponse(
                status: .badRequest, headers: [.date: "Fri, 24 May 2013 00:10:00 GMT"],
                body: Data(body.utf8))
        }
        let fault = #expect(throws: APIError.Cause.self) {
            try signer.verify(response(body), to: .sample())
        }
        #expect(fault?.code == .clockSkewed)
        let other = response(#"{"__type":"ValidationException"}"#)
        try signer.verify(other, to: .sample())
    }

    @Test func secretsAreNeverPrinted() async throws {
        let credentials = AWSCredentials(
            accessKeyID: "AKID", secret: "geheim-geheim", sessionToken: "token-geheim")
        let signer = AWSSigner(credentials: credentials, region: "r", service: "s")
        for value in [credentials, signer, signer.clock] as [Any] {
            var text = "\(value) \(String(reflecting: value))"
            dump(value, to: &text)
            #expect(!text.contains("geheim"))
        }
        #expect("\(credentials)" == #"AWSCredentials(id: "AKID")"#)
        #expect("\(signer)" == "AWS4-HMAC-SHA256")
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    static let amzContentHash = HTTPField.Name("X-Amz-Content-Sha256")!
    // swift-format-ignore: NeverForceUnwrap
    static let amzTime = HTTPField.Name("X-Amz-Date")!
}
