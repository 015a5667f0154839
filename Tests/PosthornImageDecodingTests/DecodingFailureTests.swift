import Foundation
import ImageFuzz
import Posthorn
import PosthornImageDecoding
import PosthornImages
import TestSupport
import Testing

@Suite("Images that are not decoded", .timeLimit(.minutes(5 * slowness)), .oneIssueAtLimit)
struct DecodingFailureTests {
    /// The header of a PNG with 8-bit RGBA, and no pixels.
    private static func header(width: UInt32, height: UInt32) -> Data {
        var data = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
        data += Data("IHDR".utf8)
        for side in [width, height] {
            data += withUnsafeBytes(of: side.bigEndian) { Data($0) }
        }
        return data + Data([8, 6, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test(
        arguments: [
            (30_000, 30_000, "the png has 30000 × 30000 pixels and takes 3.4 GiB to decode"),
            (8_193, 8_192, "the png has 8193 × 8192 pixels and takes 256.1 MiB to decode"),
            (
                0x7fff_ffff, 0x7fff_ffff,
                "the png has 2147483647 × 2147483647 pixels and takes 8 EiB to decode"
            ),
        ] as [(UInt32, UInt32, String)])
    func refusesLargeImageByItsHeader(_ width: UInt32, _ height: UInt32, _ text: String) throws {
        let file = try ImageFile(Self.header(width: width, height: height))
        #expect(
            message { _ = try ImageDecoder().decode(file) }
                == "decodingFailed: \(text); the limit is 256 MiB; "
                + "raise `maximumBytes`, or ask the server for a smaller image")
    }

    @Test func refusesSizesThatPNGDoesNotAllow() {
        #expect(throws: APIError.Cause.self) {
            try ImageFile(Self.header(width: 0x8000_0000, height: 1))
        }
    }

    /// 160 × 120 pixels take 76,800 bytes; the coefficients of the progressive ones 57,600.
    @Test(arguments: [
        ("large.png", 76_800, 81_600), ("large.gif", 76_800, 81_600),
        ("large.jpeg", 76_800, 4_800), ("large.webp", 76_800, 4_800),
        ("large-progressive.jpeg", 138_240, 66_240), ("large-lossless.webp", 153_600, 81_600),
    ])
    func countsWhatIsAllocated(_ name: String, _ full: Int, _ scaled: Int) throws {
        let file = try Fixture(name).file
        var decoder = ImageDecoder()
        for (side, bytes) in [(160, full), (40, scaled)] {
            decoder.fitting = ImageSize(width: side, height: side)
            decoder.maximumBytes = bytes
            #expect(throws: Never.self) { try decoder.decode(file) }
            decoder.maximumBytes = bytes - 1
            #expect(throws: APIError.Cause.self) { try decoder.decode(file) }
        }
    }

    @Test func countsSecondCopyOfTurnedImage() throws {
        var decoder = ImageDecoder()
        decoder.maximumBytes = 1_176 * 2 - 1
        #expect(throws: APIError.Cause.self) {
            try decoder.decode(Fixture("orientation-6.jpeg").file)
        }
        #expect(throws: Never.self) { try decoder.decode(Fixture("orientation-3.jpeg").file) }
    }

    @Test func advisesToFitJPEG() throws {
        var decoder = ImageDecoder()
        decoder.maximumBytes = 40_000
        let file = try Fixture("large.jpeg").file
        #expect(
            message { _ = try decoder.decode(file) }
                == "decodingFailed: the jpeg has 160 × 120 pixels and takes 75 KiB to decode; "
                + "the limit is 39.1 KiB; set `fitting` to decode a smaller image, or raise `maximumBytes`"
        )
    }

    @Test func refusesEmptyBox() throws {
        var decoder = ImageDecoder()
        decoder.fitting = ImageSize(width: 0, height: 10)
        let file = try Fixture("rgb.png").file
        #expect(
            message { _ = try decoder.decode(file) }
                == "invalidParameter: an image can't be scaled to fit 0 × 10 pixels; "
                + "set `fitting` to at least 1 × 1, or to nil to keep the size")
    }

    @Test(arguments: [
        ("rgb.png", "the png is damaged or truncated: read beyond end of data"),
        ("rgb.jpeg", "the jpeg is damaged or truncated: Premature end of JPEG file"),
        ("lossy.webp", "the webp is damaged or truncated: a chunk is missing or cut off"),
        ("palette.gif", "the gif is damaged or truncated: Failed to read from given file"),
    ])
    func namesReasonAndFixOfTruncatedImage(_ name: String, _ text: String) throws {
        let data = try Fixture(name).data
        let file = try ImageFile(data.dropLast(30))
        #expect(
            message { _ = try ImageDecoder().decode(file) }
                == "decodingFailed: \(text); "
                + "download it again; if it fails again, the server's file is damaged")
    }

    @Test(arguments: Fixture.small + Fixture.oriented)
    func truncatedImageIsErrorOrComplete(_ fixture: Fixture) throws {
        let data = try fixture.data
        let complete = try ImageDecoder().decode(ImageFile(data))
        // The last chunk of a PNG, the last byte of a GIF and the frames of an animation can be missing.
        let optional = ["png": 12, "gif": 1][fixture.name.suffix(3)] ?? 0
        for count in 0..<data.count {
            guard let file = try? ImageFile(data.prefix(count)),
                let bitmap = try? ImageDecoder().decode(file)
            else { continue }
            #expect(bitmap == complete, "\(count) of \(data.count) bytes")
            #expect(count >= data.count - optional || fixture.name.hasPrefix("animated"))
        }
    }

    @Test(arguments: Fixture.small)
    func decodesMutatedImageOrRefusesIt(_ fixture: Fixture) throws {
        var random = Random(state: 20_261_126)
        let data = Array(try fixture.data)
        for _ in 0..<2_000 {
            var bytes = data
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
                default: bytes.removeSubrange(place..<min(place + 3, bytes.count - 1))
                }
            }
            ImageFuzz.run(bytes)
        }
    }

    /// A progressive JPEG of 8 × 8 pixels in mid grey, whose scans refine coefficients that are 0.
    private static func progressive(scans: Int) -> Data {
        var data = Data([0xff, 0xd8, 0xff, 0xdb, 0, 67, 0]) + Data(repeating: 1, count: 64)
        data += Data([0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        // Tables with one code of one bit, 0: no difference, and the end of the block.
        for table: UInt8 in [0x00, 0x10] {
            data += Data([0xff, 0xc4, 0, 20, table, 1]) + Data(repeating: 0, count: 16)
        }
        func scan(_ coefficient: UInt8, _ bits: UInt8) -> Data {
            Data([0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, bits, 0x7f])
        }
        data += scan(0, 0)
        for index in 0..<scans - 1 {
            let low = UInt8(13 - index % 14)
            data += scan(UInt8(1 + index / 14), (low == 13 ? 0 : (low + 1) << 4) | low)
        }
        return data + Data([0xff, 0xd9])
    }

    @Test func refusesMoreThan500Scans() throws {
        let bitmap = try ImageDecoder().decode(ImageFile(Self.progressive(scans: 500)))
        #expect(Array(bitmap.pixels.prefix(4)) == [128, 128, 128, 255])
        let text = message {
            _ = try ImageDecoder().decode(ImageFile(Self.progressive(scans: 502)))
        }
        #expect(text.contains("Progressive JPEG image has more than 500 scans"))
    }

    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var value = state
            value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
            return value ^ (value >> 31)
        }
    }
}
