import Posthorn
@testable import PosthornCurl
import Testing

/// A known response head is not parsed again, with the same result.
struct CachedHeadTests {
    /// The parsed values of a head.
    struct Reading: Equatable {
        var status = ""
        var fields: [String] = []
        var length: Int?
        var version: HTTPVersion?
        var bytes = 0
        var defect: [String]?
    }

    static let head = """
        HTTP/1.1 200 OK
        Server: small
        Date: Sat, 01 Aug 2026 10:00:00 GMT
        Content-Type: text/plain
        Content-Length: 5


        """

    func read(_ head: String, after known: CachedHead?) -> (Reading, CachedHead?) {
        let limits = ResponseHead.Limits(bytes: 400, lines: 20, lineBytes: 200)
        var reader = ResponseHead(limits, known: known, isKept: true)
        var reading = Reading()
        for line in head.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            Array("\(line)\r\n".utf8).withUnsafeBytes { bytes in
                do throws(TransportError) {
                    if reading.defect == nil { _ = try reader.take(bytes) }
                } catch {
                    reading.defect = [error.code.rawValue, error.message, error.advice ?? ""]
                }
            }
        }
        reading.status = "\(reader.status.code) \(reader.status.reasonPhrase) \(reader.isComplete)"
        reading.fields = reader.headers.map { "\($0.name.rawName): \($0.value)" }
        reading.length = reader.contentLength
        reading.version = reader.httpVersion
        reading.bytes = reader.byteCount
        return (reading, reader.takeCacheable())
    }

    func known() throws -> CachedHead {
        try #require(read(Self.head, after: nil).1)
    }

    static let heads: [(name: String, head: String)] = [
        ("the same", head),
        ("another date", head.replacing("10:00:00", with: "10:00:01")),
        ("another status", head.replacing("200 OK", with: "404 Not Found")),
        ("another length", head.replacing("Length: 5", with: "Length: 55")),
        ("one line more", head.replacing("Length: 5\n", with: "Length: 5\nETag: \"x\"\n")),
        ("one line less", head.replacing("Server: small\n", with: "")),
        ("two lengths", head.replacing("Length: 5\n", with: "Length: 5\nContent-Length: 6\n")),
        ("an older version", head.replacing("HTTP/1.1", with: "HTTP/1.0")),
        ("trailers", head + "ETag: \"x\"\n"),
        ("an interim head", "HTTP/1.1 103 Early Hints\nLink: x\n\n" + head),
        ("too many bytes", head + String(repeating: "ETag: \"x\"\n", count: 40)),
        ("nothing", ""),
    ]

    @Test(arguments: heads)
    func cachedHeadDoesNotChangeParsing(_ name: String, _ head: String) throws {
        #expect(read(head, after: try known()).0 == read(head, after: nil).0)
    }

    @Test func identicalHeadIsTakenFromCache() throws {
        let (reading, again) = read(Self.head, after: try known())
        #expect(reading.fields.count == 4)
        #expect(reading.length == 5)
        // The head was not parsed, so there is nothing new to cache.
        #expect(again == nil)
    }

    @Test func truncatedHeadIsIncomplete() throws {
        let (reading, _) = read(String(Self.head.prefix(60)), after: try known())
        #expect(reading.status.hasSuffix("false"))
        #expect(reading.bytes > 0)
    }

    @Test(arguments: ["Set-Cookie: id=1", "X-Session-Token: 1", "Content-Digest: x"])
    func headsWithOtherFieldsAreNotCached(_ line: String) {
        let head = Self.head.replacing("Server: small", with: line)
        #expect(read(head, after: nil).1 == nil)
    }
}
