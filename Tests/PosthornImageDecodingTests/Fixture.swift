import Foundation
import Posthorn
import PosthornImageDecoding
import PosthornImages
import Testing

/// An image of the folder Images, with its pixels as Pillow decodes them.
struct Fixture: CustomTestStringConvertible {
    let name: String
    var testDescription: String { name }

    init(_ name: String) { self.name = name }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Images")

    var data: Data {
        get throws { try Data(contentsOf: Self.folder.appending(path: name)) }
    }
    var file: ImageFile {
        get throws { try ImageFile(data) }
    }
    var expected: Data {
        get throws { try Data(contentsOf: Self.folder.appending(path: name + ".rgba")) }
    }

    /// A small image of each format and kind.
    static let small = names([
        "rgb.png", "rgba.png", "grey.png", "grey-alpha.png", "palette.png",
        "palette-transparent.png", "bits.png", "rgb-16.png", "rgba-16.png", "grey-16.png",
        "interlaced.png", "animated.png",
        "rgb.jpeg", "full-color.jpeg", "wide-color.jpeg", "grey.jpeg", "progressive.jpeg",
        "cmyk.jpeg", "ycck.jpeg",
        "lossy.webp", "lossy-alpha.webp", "lossless.webp", "animated.webp", "offset.webp",
        "palette.gif", "interlaced.gif", "transparent.gif", "animated.gif", "offset.gif",
        "clipped.gif",
    ])
    /// An image of 160 × 120 pixels in each format, with its pixels averaged to 40 × 30.
    static let large = names([
        "large.png", "large.jpeg", "large-progressive.jpeg", "large.webp", "large-lossless.webp",
        "large.gif",
    ])
    static let oriented =
        names((1...8).map { "orientation-\($0).jpeg" })
        + names([5, 6].flatMap { ["orientation-\($0).png", "orientation-\($0).webp"] })

    private static func names(_ names: [String]) -> [Fixture] { names.map { Fixture($0) } }
}

/// Returns the largest difference of a channel; pixels that are transparent in both are equal.
func difference(_ left: Data, _ right: Data) throws -> Int {
    try #require(left.count == right.count)
    let (left, right) = (Array(left), Array(right))
    return stride(from: 0, to: left.count, by: 4).map { pixel in
        guard left[pixel + 3] != 0 || right[pixel + 3] != 0 else { return 0 }
        return (pixel..<pixel + 4).map { abs(Int(left[$0]) - Int(right[$0])) }.max() ?? 0
    }.max() ?? 0
}

/// Returns the error of decoding, as one line.
func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "no error"
}
