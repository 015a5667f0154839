import Foundation
import Posthorn
import PosthornCache
import Testing

/// Locations in the file system are file URLs; any other URL is refused with advice.
@Suite struct FileURLTests {
    private static let advice = "create the URL with `URL(filePath:)`"

    /// A URL without a scheme is a common mistake: `URL(string:)` does not make a file URL of a path.
    private func webURL() throws -> URL { try #require(URL(string: "/tmp/a")) }

    private func complaint(
        _ work: () async throws(TransportError) -> Void
    ) async -> String? {
        do throws(TransportError) {
            try await work()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func refusesOtherURLs() async throws {
        let url = try webURL()
        #expect(
            await complaint { () throws(TransportError) in _ = try HTTPCache(directory: url) }
                == "fileFailed: the directory of the cache is not a file URL; \(Self.advice)")
        #expect(
            await complaint { () throws(TransportError) in _ = try CookieStore(file: url) }
                == "resource: the location of the cookies is not a file URL; \(Self.advice)")
        #expect(
            await complaint { () throws(TransportError) in try CookieStore().save(to: url) }
                == "resource: the location for the cookies is not a file URL; \(Self.advice)")
        #expect(
            await complaint { () async throws(TransportError) in
                _ = try await HTTPBody(Data()).written(to: url)
            }
                == "fileFailed: the location for the body is not a file URL; \(Self.advice)")
        #expect(
            await complaint { () async throws(TransportError) in
                _ = try await HTTPBody.file(url).written(to: URL(filePath: "/tmp/a"))
            }
                == "invalidRequest: the URL of a file to send is not a file URL; \(Self.advice)")
    }

    @Test func keepsTheLocationOfAFile() throws {
        let url = URL(filePath: "/tmp/a b%41/ä.png")
        guard case .file(let file) = HTTPBody.file(url).pieces[0] else {
            Issue.record("the piece is no file")
            return
        }
        #expect(file.url == url)
        #expect(FormPart(file: url).filename == "ä.png")
    }

    @Test func comparesAndNamesHTTPVersions() {
        let versions: [HTTPVersion] = [.http10, .http11, .http2, .http3]
        #expect(versions.map(\.description) == ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"])
        #expect(versions.sorted() == versions)
    }
}
