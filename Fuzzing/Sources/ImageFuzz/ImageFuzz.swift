internal import FoundationEssentials
internal import PosthornImageDecoding
internal import PosthornImages

/// Reads an input as an image, in full and scaled down.
public enum ImageFuzz {
    /// Traps if a decoded image has not the size that its header promises; returns whether it is decoded.
    @discardableResult
    public static func run(_ input: [UInt8]) -> Bool {
        guard let file = try? ImageFile(Data(input)) else { return false }
        var decoder = ImageDecoder()
        decoder.maximumBytes = 1 << 20
        let bitmap = try? decoder.decode(file)
        if let bitmap {
            check(bitmap)
            precondition(
                bitmap.width == file.orientedSize.width
                    && bitmap.height == file.orientedSize.height,
                "the bitmap has another size than the header")
        }

        decoder.fitting = ImageSize(width: 7, height: 5)
        if let small = try? decoder.decode(file) {
            check(small)
            precondition(small.width <= 7 && small.height <= 5, "the bitmap does not fit")
        }
        return bitmap != nil
    }

    private static func check(_ bitmap: Bitmap) {
        precondition(
            bitmap.byteCount == bitmap.width * bitmap.height * 4, "the bitmap has missing pixels")
        // Reads each byte, so that a sanitizer notices memory that no decoder wrote.
        _ = bitmap.pixels.reduce(UInt8(0), ^)
    }
}
