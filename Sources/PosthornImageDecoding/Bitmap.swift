public import FoundationEssentials
public import PosthornCore

/// The pixels of a decoded image: 8-bit sRGB with straight alpha.
///
/// A pixel is four bytes, in the order red, green, blue, alpha. The color is not multiplied by the alpha.
public struct Bitmap: Sendable, Hashable {
    /// The width in pixels, greater than 0.
    public let width: Int
    /// The height in pixels, greater than 0.
    public let height: Int
    /// The rows from top to bottom, without padding: ``width`` × ``height`` × 4 bytes.
    ///
    /// The rows start at `pixels.startIndex`.
    public let pixels: Data

    /// Creates a bitmap, for example a placeholder.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - pixels: The rows from top to bottom, 4 bytes for each pixel.
    /// - Returns: `nil` if a side is less than 1, or if the number of bytes is not `width` × `height` × 4.
    public init?(width: Int, height: Int, pixels: Data) {
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !isTooLarge, pixels.count.isMultiple(of: 4),
            pixels.count / 4 == count
        else { return nil }
        self.init(width, height, pixels)
    }

    init(_ width: Int, _ height: Int, _ pixels: Data) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The number of bytes of the pixels, the cost of the bitmap in a cache.
    public var byteCount: Int { pixels.count }
}

extension Bitmap: RedactedStringConvertible {
    /// The size in pixels and the number of bytes, such as `32 × 16, 2048 bytes`.
    public var description: String { "\(width) × \(height), \(byteCount) bytes" }
}
