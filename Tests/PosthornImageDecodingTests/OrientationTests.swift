import Foundation
import PosthornImages
import Testing

@Suite("Orientation of an image file")
struct OrientationTests {
    /// A directory of EXIF with two entries, of which the second is the orientation.
    private static func exif(
        little: Bool, value: UInt16 = 6, type: UInt16 = 3, count: UInt32 = 1, offset: UInt32 = 8
    ) -> Data {
        func short(_ number: UInt16) -> Data {
            withUnsafeBytes(of: little ? number.littleEndian : number.bigEndian) { Data($0) }
        }
        func long(_ number: UInt32) -> Data {
            withUnsafeBytes(of: little ? number.littleEndian : number.bigEndian) { Data($0) }
        }
        return Data((little ? "II" : "MM").utf8) + short(42) + long(offset) + short(2)
            + short(0x0100) + short(3) + long(1) + short(99) + short(0)
            + short(0x0112) + short(type) + long(count) + short(value) + short(0)
    }

    /// A JPEG's segments: EXIF, then a frame of 21 × 14 pixels.
    private static func jpeg(_ exif: Data) -> Data {
        let payload = Data("Exif\0\0".utf8) + exif
        return Data([0xff, 0xd8, 0xff, 0xe1, 0, UInt8(payload.count + 2)]) + payload
            + Data([0xff, 0xc0, 0, 11, 8, 0, 14, 0, 21, 1, 1, 0x11, 0])
    }

    @Test(arguments: [true, false], 0...9)
    func readsValuesOfBothByteOrders(_ little: Bool, _ value: Int) throws {
        let file = try ImageFile(Self.jpeg(Self.exif(little: little, value: UInt16(value))))
        #expect(file.orientation == (ImageFile.Orientation(rawValue: value) ?? .up))
        #expect(file.width == 21)
        #expect(file.orientedSize.width == ((5...8).contains(value) ? 14 : 21))
        #expect(file.size == ImageSize(width: 21, height: 14))
    }

    @Test(arguments: [
        exif(little: true, type: 4), exif(little: true, count: 2),
        exif(little: true, offset: 0xffff_ffff), exif(little: false, offset: 9),
        Data("II".utf8), Data(),
    ])
    func ignoresDamagedMetadata(_ exif: Data) throws {
        #expect(try ImageFile(Self.jpeg(exif)).orientation == .up)
    }

    @Test func ignoresEachTruncationOfMetadata() throws {
        let exif = Self.exif(little: true)
        for count in 0..<exif.count - 2 {
            let file = try ImageFile(Self.jpeg(exif.prefix(count)))
            #expect(file.orientation == .up || count >= exif.count - 2)
        }
    }

    @Test func readsChunksOfPNGAndWebP() throws {
        for format in ["png", "webp"] {
            for (value, name) in [(5, "leftMirrored"), (6, "right")] {
                let file = try Fixture("orientation-\(value).\(format)").file
                #expect("\(file.orientation)" == name)
            }
        }
        #expect(try Fixture("rgba.png").file.orientation == .up)
        #expect(try Fixture("palette.gif").file.orientation == .up)
    }
}
