import Foundation
import Posthorn
import TestSupport
import Testing

@Suite("Multipart bodies", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct MultipartTests {
    /// Creates a file that is removed after the test.
    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private func boundary(of request: TransportRequest) throws -> String {
        let type = try #require(request.headers[.contentType])
        let match = try #require(
            type.wholeMatch(of: /multipart\/form-data; boundary=(posthorn-[0-9a-f]{32})/))
        return String(match.1)
    }

    @Test func filePartStaysOnDiskAndLengthIsExact() throws {
        try withFile("hello") { path in
            let request = try built(.post) {
                $0.part("a", 1)
                $0.part("file", FormPart(file: URL(filePath: path), filename: "h.txt"))
                $0.part("z", "end")
            }
            let body = try #require(request.body)
            #expect(body.pieces.count == 3)
            let file = HTTPBody.file(URL(filePath: path))
            #expect(body.pieces[1] == file.pieces[0])
            let boundary = try boundary(of: request)
            let whole =
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
                + "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; "
                + "filename=\"h.txt\"\r\nContent-Type: text/plain\r\n\r\nhello\r\n"
                + "--\(boundary)\r\nContent-Disposition: form-data; name=\"z\"\r\n\r\nend\r\n"
                + "--\(boundary)--\r\n"
            #expect(body.count == whole.utf8.count)
        }
    }

    /// Quadratic time would exceed the suite's limit of one minute.
    @Test func buildTimeIsLinearInNumberOfParts() throws {
        let request = try built(.post) { request in
            for number in 0..<100_000 { request.part("p", number) }
        }
        #expect(request.body?.count ?? 0 > 100_000)
    }

    @Test(arguments: [
        (QueryStyle(), ["ids=1", "ids=2"]), (.brackets, ["ids[]=1", "ids[]=2"]),
        (.indexed, ["ids[0]=1", "ids[1]=2"]), (.form(explode: false), ["ids=1,2"]),
        (.pipeDelimited, ["ids=1|2"]),
    ])
    func arraysUseQueryStyleOfTheCall(_ style: QueryStyle, _ expected: [String]) throws {
        for isCommon in [false, true] {
            let store = Store().with {
                $0.queryStyle = style
                if isCommon { $0.body("ids", [1, 2]) }
            }
            let request = try store.request(
                for: Ping { request in
                    request.part("a", "x")
                    if !isCommon { request.part("ids", [1, 2]) }
                })
            let parts = try text(of: request).components(separatedBy: "--B\r\n").dropFirst()
                .filter { $0.contains("name=\"ids") }
                .map { part in
                    part.replacing("Content-Disposition: form-data; name=\"", with: "")
                        .replacing("\"\r\n\r\n", with: "=")
                        .components(separatedBy: "\r\n")[0]
                }
            #expect(Array(parts) == expected, "\(isCommon)")
        }
    }

    @Test(arguments: [false, true])
    func commaInsideElementIsRefusedInCommaStyle(_ isCommon: Bool) {
        let store = Store().with {
            $0.queryStyle = .form(explode: false)
            if isCommon { $0.body("ids", ["a,b", "c"]) }
        }
        let error = #expect(throws: APIError.self) {
            try store.request(
                for: Ping { request in
                    request.part("a", "x,y")
                    if !isCommon { request.part("ids", ["a,b", "c"]) }
                })
        }
        #expect(
            error?.message == "the parameter ids holds a text with the character that separates "
                + "texts, which its QueryStyle can't represent")
    }

    @Test func scalarsUseQueryStyleOfTheCall() throws {
        let store = Store().with { $0.queryStyle = .afNetworking }
        let request = try store.request(
            for: Ping { request in
                request.queryStyle?.dates = .unix
                request.part("a", true)
                request.part("b", [true])
            })
        let lines = try text(of: request).components(separatedBy: "\r\n")
        #expect(lines.filter { $0.count == 1 } == ["1", "1"])
    }

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("grüße ☕.txt", "grüße ☕.txt"),
        ("a\\b", "a\\b"), ("a\\", "a%5C"), ("a\\\\", "a\\%5C"), ("a%22b", "a%22b"), ("\0", "%00"),
        ("a\rb", "a%0Db"), ("a\nb", "a%0Ab"),
    ])
    func escapesNamesAndFilenames(_ name: String, _ written: String) throws {
        let request = try built(.post) {
            $0.part(name, FormPart(Data(), filename: name))
        }
        let text = try #require(request.bodyText)
        #expect(text.contains("name=\"\(written)\"; filename=\"\(written)\"\r\n"))
    }

    /// The text of a body with its boundary written as `B`.
    private func text(of request: TransportRequest) throws -> String {
        try #require(request.bodyText).replacingOccurrences(of: boundary(of: request), with: "B")
    }

    /// RFC 7578, section 4.2: a form-data part and a file.
    @Test func writesFieldAndFileAsRFC7578() throws {
        let request = try built(.post) {
            $0.part("user", "Joe Blow")
            $0.part("pics", FormPart(Data("... contents ...".utf8), filename: "file1.txt"))
        }
        #expect(
            try text(of: request) == "--B\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\n"
                + "Joe Blow\r\n--B\r\nContent-Disposition: form-data; name=\"pics\"; "
                + "filename=\"file1.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + "... contents ...\r\n--B--\r\n")
    }

    /// RFC 7578, section 4.3: several files are parts of one name, and no multipart/mixed.
    @Test func severalFilesAreSeparatePartsWithSameName() throws {
        let request = try built(.post) {
            $0.part(
                "pics", [FormPart(Data(), filename: "a.png"), FormPart(Data(), filename: "b.gif")])
            $0.part("ly[]", ["one", "two"])
        }
        let names = try text(of: request).split(separator: "\r\n")
            .filter { $0.hasPrefix("Content-Disposition") }.map { $0.dropFirst(32) }
        #expect(
            names == [
                "name=\"pics\"; filename=\"a.png\"", "name=\"pics\"; filename=\"b.gif\"",
                "name=\"ly[]\"", "name=\"ly[]\"",
            ])
    }

    /// RFC 7578, sections 4.5 and 4.6: a part with a charset and a transfer encoding of its own, and
    /// the part that names the charset of the others.
    @Test func writesCharsetAndTransferEncodingAsRFC7578() throws {
        let charset = try #require(HTTPField.Name("content-transfer-encoding"))
        let request = try built(.post) {
            $0.part("_charset_", "iso-8859-1")
            $0.part(
                headers: [
                    .contentDisposition: "form-data; name=\"field1\"",
                    .contentType: "text/plain;charset=UTF-8", charset: "quoted-printable",
                ], HTTPBody(Data("Joe owes =E2=82=AC100.".utf8)))
        }
        #expect(
            try text(of: request)
                == "--B\r\nContent-Disposition: form-data; name=\"_charset_\"\r\n\r\n"
                + "iso-8859-1\r\n--B\r\nContent-Disposition: form-data; name=\"field1\"\r\n"
                + "Content-Type: text/plain;charset=UTF-8\r\n"
                + "content-transfer-encoding: quoted-printable\r\n\r\n"
                + "Joe owes =E2=82=AC100.\r\n--B--\r\n")
    }

    /// The file extension would give another type.
    @Test func explicitMediaTypeOverridesFileExtension() throws {
        try withFile("x") { path in
            let bytes = BodyStream(length: 1, replay: { AsyncStream<Data> { $0.finish() } })
            let request = try built(.post) {
                $0.part("a", FormPart(Data("x".utf8), filename: "a.bin", mediaType: "image/webp"))
                $0.part(
                    "b",
                    FormPart(file: URL(filePath: path), filename: "b.txt", mediaType: "image/avif"))
                $0.part("c", FormPart(bytes, filename: "c.png", mediaType: "image/heic"))
            }
            let types = try #require(request.body).pieces.compactMap { piece -> String? in
                guard case .data(let data) = piece else { return nil }
                return String(decoding: data, as: UTF8.self)
            }.joined().matches(of: /name="(.*)"; filename="(.*)"\r\nContent-Type: (.*)\r\n\r\n/)
            #expect(
                types.map { "\($0.1) \($0.2) \($0.3)" }
                    == ["a a.bin image/webp", "b b.txt image/avif", "c c.png image/heic"])
        }
    }

    @Test func filePartCanHaveAdditionalHeaderFields() throws {
        var file = FormPart(Data("x".utf8), filename: "a.txt")
        file.headers[.contentLanguage] = "de"
        file.filename = nil
        let part = file
        let request = try built(.post) { $0.part("f", part) }
        #expect(
            try text(of: request) == "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n"
                + "Content-Type: text/plain\r\nContent-Language: de\r\n\r\nx\r\n--B--\r\n")
        for name in [HTTPField.Name.contentType, .contentDisposition, .contentLength] {
            var twice = file
            twice.headers[name] = "1"
            let part = twice
            #expect(throws: APIError.self) { try built(.post) { $0.part("f", part) } }
        }
    }

    @Test func largeDataIsNotCopied() throws {
        let data = Data(repeating: 0x61, count: 1 << 20)
        let request = try built(.post) {
            $0.part("a", 1)
            $0.part("f", FormPart(data, filename: "f"))
            $0.part("g", FormPart(data, filename: "g"))
        }
        let body = try #require(request.body)
        let address = data.withUnsafeBytes { $0.baseAddress }
        let pieces = body.pieces.compactMap { piece -> Data? in
            if case .data(let data) = piece, data.count > 4096 { data } else { nil }
        }
        #expect(pieces.map { $0.withUnsafeBytes { $0.baseAddress } } == [address, address])
        #expect(body.data?.count == body.count)
    }

    @Test func streamPartMayHaveUnknownLength() throws {
        let known = BodyStream(length: 3, replay: { AsyncStream { $0.finish() } })
        let request = try built(.post) {
            $0.part("f", FormPart(known, filename: "a.csv"))
        }
        let body = try #require(request.body)
        #expect(body.pieces.dropFirst().first == .stream(known))
        let around = body.pieces.compactMap { piece -> Int? in
            if case .data(let data) = piece { data.count } else { nil }
        }
        #expect(body.count == around.reduce(3, +))
        #expect(body.isReplayable)
        let once = BodyStream(AsyncStream<Data> { $0.finish() })
        let other = try built(.post) { $0.part("f", FormPart(once, filename: "a.csv")) }
        #expect(other.body?.count == nil)
        #expect(other.body?.isReplayable == false)
        #expect(
            "\(HTTPBody(known)), \(HTTPBody(once))"
                == "3 bytes, a body of unknown length")
    }

    @Test func writesNonReplayableBodyToFile() async throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(component: "posthorn-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let once = BodyStream(
            AsyncStream { source in
                source.yield(Data("he".utf8))
                source.yield(Data("llo".utf8))
                source.finish()
            })
        let request = try built(.post) { $0.part("f", FormPart(once, filename: "a.txt")) }
        let body = try #require(request.body)
        let spooled = try await body.written(to: URL(filePath: path))
        #expect(spooled.isReplayable)
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(spooled.count == bytes.count)
        #expect(String(decoding: bytes, as: UTF8.self).contains("\r\n\r\nhello\r\n--posthorn-"))
        let again = await #expect(throws: TransportError.self) {
            try await body.written(to: URL(filePath: path))
        }
        #expect(again?.code == .bodyNotReplayable)
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
        let file = try await HTTPBody.file(URL(filePath: path)).written(
            to: URL(filePath: path + "2"))
        #expect(try Data(contentsOf: URL(filePath: path + "2")) == bytes)
        #expect(file.count == bytes.count)
        try FileManager.default.removeItem(atPath: path + "2")
        let short = BodyStream(length: 4, replay: { AsyncStream<Data> { $0.finish() } })
        let error = await #expect(throws: TransportError.self) {
            try await HTTPBody(short).written(to: URL(filePath: path + "3"))
        }
        #expect(error?.message == "a stream of the body produced 0 bytes instead of 4")
    }

    @Test func mediaTypeWithLineBreakIsRefused() {
        let error = #expect(throws: APIError.self) {
            try built(.post) {
                $0.part("f", FormPart(Data(), filename: "x", mediaType: "a/b\r\nX: y"))
            }
        }
        #expect(error?.code == .invalidParameter)
    }

    @Test func missingFileFailsBeforeSending() {
        let error = #expect(throws: APIError.self) {
            try built(.post) { $0.part("f", FormPart(file: URL(filePath: "/nonexistent/file"))) }
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.stage == .building)
    }

    @Test func eachBodyHasUniqueBoundary() throws {
        let one = try boundary(of: built(.post) { $0.part("a", 1) })
        let other = try boundary(of: built(.post) { $0.part("a", 1) })
        #expect(one != other)
    }

    @Test func bodyWithoutPartsIsValidMultipart() throws {
        let request = try built(.post) { $0.part("a", String?.none) }
        #expect(request.bodyText == "--\(try boundary(of: request))--\r\n")
    }

    @Test(arguments: [
        ("a.PNG", "image/png"), ("b.tar.gz", "application/gzip"), ("c", "application/octet-stream"),
        ("d.unknown", "application/octet-stream"), ("e.jpeg", "image/jpeg"),
    ])
    func mediaTypeFollowsFileExtension(_ name: String, _ mediaType: String) {
        #expect(FormPart(file: URL(filePath: "/tmp/\(name)")).mediaType == mediaType)
        #expect(FormPart(file: URL(filePath: "/tmp/\(name)")).filename == name)
        #expect(FormPart(Data(), filename: name).mediaType == mediaType)
    }

    @Test func descriptionHidesBodyBytes() {
        #expect("\(HTTPBody(Data("canary".utf8)))" == "6 bytes")
        #expect("\(HTTPBody.file(URL(filePath: "/canary")))" == "0 bytes")
    }
}
