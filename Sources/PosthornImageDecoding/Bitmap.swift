public import FoundationEssentials
public import Posthorn

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

    /// The number of bytes of the pixels, the cost of the bitmap in a cache.
    public var byteCount: Int { pixels.count }
}

extension Bitmap: RedactedStringConvertible {
    /// The size in pixels and the number of bytes, such as `32 × 16, 2048 bytes`.
    public var description: String { "\(width) × \(height), \(byteCount) bytes" }
}
