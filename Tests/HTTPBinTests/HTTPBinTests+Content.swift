import Foundation
import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test func gzipIsDecoded() async throws {
        let echo = try await client.gzip()
        #expect(echo.gzipped)
        #expect(echo.headers["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func deflateIsDecoded() async throws {
        #expect(try await client.deflate().deflated)
    }

    @Test func brotliIsDecoded() async throws {
        #expect(try await client.brotli().brotli)
    }

    @Test func nestedDocumentDecodes() async throws {
        let show = try await client.json().slideshow
        #expect(show.author == "Yours Truly")
        #expect(show.slides.map(\.type) == [.all, .all])
        #expect(show.slides.map { $0.items?.count } == [nil, 2])
    }

    @Test func uuidDecodes() async throws {
        let (first, second) = (try await client.uuid().uuid, try await client.uuid().uuid)
        #expect(first != second)
    }

    @Test func rawTextIsReturnedUnchanged() async throws {
        #expect(try await client.html().contains("Herman Melville"))
        #expect(try await client.unicode().contains("ἐρύσσαντι") == false)
        #expect(try await client.unicode().contains("∮ E⋅da = Q"))
    }

    @Test func unexpectedMediaTypeErrorKeepsTheBody() async throws {
        let error = await #expect(throws: APIError.self) { try await client.misreadHTML() }
        #expect(error?.code == .unacceptableMediaType)
        #expect(error?.message.contains("text/html") == true)
        let body = try #require(error?.response?.body)
        #expect(String(decoding: body, as: UTF8.self).contains("Herman Melville"))
    }

    @Test(arguments: [0, 1, 1024, 102_400])
    func bytesArriveInFull(_ count: Int) async throws {
        let response = try await client.response(to: HTTPBinAPI.BytesCall(n: count))
        #expect(response.value.count == count)
        #expect(response.bodyIntegrity == .length)
    }

    @Test func chunkedBodyArrivesInFull() async throws {
        let response = try await client.response(
            to: HTTPBinAPI.StreamBytes(n: 50_000, seed: 7, chunkSize: 999))
        #expect(response.value.count == 50_000)
        #expect(response.bodyIntegrity == .chunked)
    }

    @Test func imageIsReturnedUnchanged() async throws {
        let picture = try await client.image()
        #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    }

    @Test func partialContentIsASuccess() async throws {
        let response = try await client.response(
            to: HTTPBinAPI.Range(n: 26, range: "bytes=2-5"))
        #expect(response.status == .partialContent)
        #expect(response.value == "cdef")
    }
}
