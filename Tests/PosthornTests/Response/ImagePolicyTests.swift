import Foundation
import PosthornImages
import Posthorn
import Testing

@Suite("Image policy")
struct ImagePolicyTests {
    static let png: [UInt8] =
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 1, 0, 0, 0, 0, 16, 8, 6, 0, 0, 0, 1, 2, 3, 4]
    static let gif: [UInt8] = Array("GIF89a".utf8) + [0x40, 0x01, 0xf0, 0x00, 0, 0, 0, 0x3b]
    /// An application segment of 16 bytes, fill bytes, a table, then a progressive frame.
    static let jpeg: [UInt8] =
        [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array(repeating: 0xff, count: 14)
        + [0xff, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 8, 8, 0x01, 0x02, 0x03, 0x04, 1]
    static func webp(_ chunk: String, _ payload: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0]
            + payload
    }
    static let lossy = webp("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, 0x20, 0x41, 0x10, 0x80])
    static let lossless = webp("VP8L", [0x2f, 0xff, 0xc1, 0x01, 0x00])
    static let extended = webp("VP8X", [0, 0, 0, 0, 0xff, 0x03, 0x00, 0x00, 0x00, 0x01])

    private func send<Value: Decodable & Sendable>(
        _ bytes: [UInt8], _ type: Value.Type, mediaType: String = "image/png"
    ) async throws -> Value {
        let store = Store(responding: .body(Data(bytes), type: mediaType))
        return try await store.with { $0.responsePolicy = .image }.send(Probe(type))
    }

    @Test(
        arguments: [
            (png, .png, 256, 16), (gif, .gif, 320, 240), (jpeg, .jpeg, 0x0304, 0x0102),
            (lossy, .webp, 0x120, 0x10), (lossless, .webp, 512, 8), (extended, .webp, 1024, 65537),
        ] as [([UInt8], ImageFile.Format, Int, Int)])
    func readsFormatAndSize(
        _ bytes: [UInt8], _ format: ImageFile.Format, _ width: Int, _ height: Int
    ) async throws {
        let image = try await send(bytes, ImageFile.self)
        #expect(image.format == format)
        #expect(image.width == width)
        #expect(image.height == height)
        #expect(image.data == Data(bytes))
        #expect(try await send(bytes, Data.self) == Data(bytes))
    }

    @Test(arguments: [png, gif, jpeg, lossy, lossless, extended])
    func truncatedImageIsRefused(_ bytes: [UInt8]) async {
        // The last byte of these is the header's last, or none of it is needed.
        for count in 1..<(bytes.count - 4) {
            #expect(throws: (any Error).self, "\(count) of \(bytes.count)") {
                try ImageFile(Data(bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: [
        Array("<html>".utf8), [0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 2, 3, 4, 5, 6],
        [0xff, 0xd8, 0xff, 0xe0, 0, 0], Array("GIF89a".utf8) + [0, 0, 0, 0, 0, 0, 0],
    ])
    func invalidImageErrorKeepsTheBody(_ bytes: [UInt8]) async {
        let error = await #expect(throws: APIError.self) { try await send(bytes, ImageFile.self) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.response?.body == Data(bytes))
    }

    @Test(arguments: ["", " ", "\r\n"])
    func emptyBodyIsNilOrAnError(_ text: String) async throws {
        #expect(try await send(Array(text.utf8), Data?.self) == nil)
        let error = await #expect(throws: APIError.self) {
            try await send(Array(text.utf8), ImageFile.self)
        }
        #expect(error?.message == "the response has no body")
    }

    @Test func otherMediaTypeIsRefused() async {
        let error = await #expect(throws: APIError.self) {
            try await send(Self.png, ImageFile.self, mediaType: "text/html")
        }
        #expect(error?.code == .unacceptableMediaType)
    }

    @Test func readsDataSlices() throws {
        let slice = Data([1, 2, 3] + Self.png).dropFirst(3)
        #expect(try ImageFile(slice).width == 256)
    }
}
