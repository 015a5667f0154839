/// A width and a height in pixels.
public struct ImageSize: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension ImageSize: CustomStringConvertible {
    /// Width and height, such as `4000 × 3000`.
    public var description: String { "\(width) × \(height)" }
}
