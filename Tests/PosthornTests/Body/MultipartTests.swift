import Foundation
import Posthorn
import Testing

@Suite("Multipart bodies")
struct MultipartTests {
    /// A file of its own that ends with the test.
    private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    private func boundary(of request: BuiltRequest) throws -> String {
        let type = try #require(request.headers[.contentType])
        let match = try #require(
            type.wholeMatch(of: /multipart\/form-data; boundary=(posthorn-[0-9a-f]{32})/))
        return String(match.1)
    }

    @Test func aFileStaysOnDiskAndTheLengthIsExact() throws {
        try withFile("hello") { path in
            let request = try built(.post) {
                try $0.part("a", 1)
                try $0.part("file", FilePart(path: path, filename: "h.txt"))
                try $0.part("z", "end")
            }
            let body = try #require(request.body)
            #expect(body.pieces.count == 3)
            #expect(body.pieces[1] == .file(path: path, count: 5))
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

    @Test(arguments: [
        ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("grüße ☕.txt", "grüße ☕.txt"),
        ("a\\b", "a\\b"), ("a%22b", "a%22b"), ("\0", "%00"),
    ])
    func aNameCantLeaveItsQuotes(_ name: String, _ written: String) throws {
        let request = try built(.post) {
            try $0.part(name, FilePart(Data(), filename: name))
        }
        let text = try #require(request.bodyText)
        #expect(text.contains("name=\"\(written)\"; filename=\"\(written)\"\r\n"))
    }

    @Test func aMediaTypeWithALineBreakIsRefused() {
        let error = #expect(throws: APIError.self) {
            try built(.post) {
                try $0.part("f", FilePart(Data(), filename: "x", mediaType: "a/b\r\nX: y"))
            }
        }
        #expect(error?.code == .invalidParameter)
    }

    @Test func aMissingFileFailsBeforeAnythingIsSent() {
        let error = #expect(throws: APIError.self) {
            try built(.post) { try $0.part("f", FilePart(path: "/nonexistent/file")) }
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.stage == .building)
    }

    @Test func eachBodyHasItsOwnBoundary() throws {
        let one = try boundary(of: built(.post) { try $0.part("a", 1) })
        let other = try boundary(of: built(.post) { try $0.part("a", 1) })
        #expect(one != other)
    }

    @Test func aBodyWithoutPartsIsStillMultipart() throws {
        let request = try built(.post) { try $0.part("a", String?.none) }
        #expect(request.bodyText == "--\(try boundary(of: request))--\r\n")
    }

    @Test(arguments: [
        ("a.PNG", "image/png"), ("b.tar.gz", "application/gzip"), ("c", "application/octet-stream"),
        ("d.unknown", "application/octet-stream"), ("e.jpeg", "image/jpeg"),
    ])
    func theMediaTypeGoesByTheExtension(_ name: String, _ mediaType: String) {
        #expect(FilePart(path: "/tmp/\(name)").mediaType == mediaType)
        #expect(FilePart(path: "/tmp/\(name)").filename == name)
        #expect(FilePart(Data(), filename: name).mediaType == mediaType)
    }

    @Test func aDescriptionHidesTheBytes() {
        #expect("\(UploadBody.data(Data("canary".utf8)))" == "6 bytes")
        #expect("\(UploadBody.file(path: "/canary"))" == "a file")
    }
}
