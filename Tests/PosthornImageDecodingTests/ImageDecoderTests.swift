import Foundation
import Posthorn
import PosthornImageDecoding
import PosthornImages
import TestSupport
import Testing

@Suite("Image decoder", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ImageDecoderTests {
    /// Lossy formats differ by rounding among versions of their libraries; the others are exact.
    @Test(arguments: Fixture.small)
    func decodesPixelsAsPillowDoes(_ fixture: Fixture) throws {
        let file = try fixture.file
        let bitmap = try ImageDecoder().decode(file)
        #expect(bitmap.width == file.width)
        #expect(bitmap.height == file.height)
        let isLossy = file.format == .jpeg || fixture.name.hasPrefix("lossy")
        #expect(try difference(bitmap.pixels, fixture.expected) <= (isLossy ? 4 : 0))
    }

    @Test(arguments: Fixture.oriented)
    func turnsImageAsItsOrientationSays(_ fixture: Fixture) throws {
        let file = try fixture.file
        let bitmap = try ImageDecoder().decode(file)
        #expect(file.orientation.rawValue == fixture.name.compactMap(\.wholeNumberValue).first)
        #expect(bitmap.width == (file.orientation.swapsAxes ? 14 : 21))
        #expect(ImageSize(width: bitmap.width, height: bitmap.height) == file.orientedSize)
        #expect(try difference(bitmap.pixels, fixture.expected) <= (file.format == .jpeg ? 4 : 0))
    }

    @Test func keepsRowsAsStoredIfOrientationIsNotApplied() throws {
        var decoder = ImageDecoder()
        decoder.appliesOrientation = false
        let bitmap = try decoder.decode(Fixture("orientation-6.png").file)
        #expect(bitmap == (try decoder.decode(Fixture("rgba.png").file)))
        #expect(bitmap.description == "21 × 14, 1176 bytes")
    }

    @Test(arguments: Fixture.large)
    func scalesDownByAveraging(_ fixture: Fixture) throws {
        var decoder = ImageDecoder()
        decoder.fitting = ImageSize(width: 40, height: 40)
        let bitmap = try decoder.decode(fixture.file)
        #expect(bitmap.width == 40)
        #expect(bitmap.height == 30)
        let isExact = ["large.png", "large-lossless.webp", "large.gif"].contains(fixture.name)
        let (pixels, expected) = (bitmap.pixels, try fixture.expected)
        #expect(try difference(pixels, expected) <= (isExact ? 2 : 48))
        let sum = zip(pixels, expected).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(sum) / Double(pixels.count) < (isExact ? 0.6 : 2.5))
    }

    @Test(arguments: [
        (200, 200, 160, 120), (160, 120, 160, 120), (80, 1000, 80, 60), (1000, 60, 80, 60),
        (41, 41, 41, 31), (159, 120, 159, 119), (1, 1, 1, 1), (3, 2, 3, 2), (.max, .max, 160, 120),
        (.max, 1, 1, 1),
    ])
    func fitsWithoutEnlarging(_ width: Int, _ height: Int, _ shown: Int, _ rows: Int) throws {
        var decoder = ImageDecoder()
        decoder.fitting = ImageSize(width: width, height: height)
        for fixture in Fixture.large {
            let bitmap = try decoder.decode(fixture.file)
            #expect(bitmap.width == shown, "\(fixture.name)")
            #expect(bitmap.height == rows, "\(fixture.name)")
            #expect(bitmap.byteCount == shown * rows * 4)
        }
    }

    @Test func fitsImageAsShown() throws {
        var decoder = ImageDecoder()
        decoder.fitting = ImageSize(width: 7, height: 100)
        for format in ["png", "jpeg", "webp"] {
            // Stored with 21 × 14 pixels.
            let bitmap = try decoder.decode(Fixture("orientation-6.\(format)").file)
            #expect(bitmap.width == 7)
            #expect(bitmap.height == 11)
        }
    }

    @Test func weightsColorsByTheirAlpha() throws {
        // Two pixels: a white one, and a transparent black one.
        let gif =
            Data("GIF89a".utf8) + Data([2, 0, 1, 0, 0x80, 0, 0])
            + Data([255, 255, 255, 0, 0, 0]) + Data([0x21, 0xf9, 4, 1, 0, 0, 1, 0])
            + Data([0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0a, 0, 0x3b])
        let full = try ImageDecoder().decode(ImageFile(gif))
        #expect(Array(full.pixels) == [255, 255, 255, 255, 0, 0, 0, 0])
        var decoder = ImageDecoder()
        decoder.fitting = ImageSize(width: 1, height: 1)
        let pixel = Array(try decoder.decode(ImageFile(gif)).pixels)
        #expect(pixel[0] >= 254)
        #expect((127...128).contains(pixel[3]))
    }

    /// The sum of all pixels does not fit 32 bits.
    @Test(arguments: ["white.png", "white.webp"])
    func averagesManyPixels(_ name: String) throws {
        var decoder = ImageDecoder()
        for (side, height) in [(1, 1), (3, 3), (40, 40)] {
            decoder.fitting = ImageSize(width: side, height: side)
            let bitmap = try decoder.decode(Fixture(name).file)
            #expect(bitmap.height == height)
            #expect(bitmap.pixels.allSatisfy { $0 >= 254 })
        }
    }

    @Test func decodesSliceOfLargerData() throws {
        for name in ["rgba.png", "rgb.jpeg", "lossless.webp", "palette.gif"] {
            let data = try Fixture(name).data
            let slice = (Data([1, 2, 3]) + data + Data([4])).dropFirst(3).dropLast()
            #expect(
                try ImageDecoder().decode(ImageFile(slice))
                    == ImageDecoder().decode(ImageFile(data)))
        }
    }

    @Test func asynchronousDecodingReturnsTheSamePixels() async throws {
        let fixture = Fixture("rgb.png")
        let decoded = try await ImageDecoder().decode(fixture.file)
        #expect(decoded.pixels == (try fixture.expected))
    }

    @Test(arguments: [(0, 1, 0), (1, 1, 3), (2, 1, 4), (1, -1, 4), (Int.max, 4, 16)])
    func bitmapOfAnotherLengthIsRefused(_ width: Int, _ height: Int, _ count: Int) {
        #expect(Bitmap(width: width, height: height, pixels: Data(count: count)) == nil)
    }

    @Test func bitmapTakesPixels() {
        let bitmap = Bitmap(width: 2, height: 1, pixels: Data(repeating: 9, count: 8))
        #expect(bitmap?.byteCount == 8)
    }

    @Test func decodesOnManyThreadsAtOnce() async throws {
        let files = try Fixture.small.map { try $0.file }
        try await withThrowingTaskGroup(of: [Bitmap].self) { group in
            for _ in 0..<8 {
                group.addTask { try files.map { try ImageDecoder().decode($0) } }
            }
            let first = try await group.next()
            for try await bitmaps in group { #expect(bitmaps == first) }
        }
    }
}
