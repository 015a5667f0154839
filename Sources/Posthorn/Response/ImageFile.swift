public import FoundationEssentials

/// The bytes of a picture with what its header says of it; the pixels are not decoded.
public struct ImageFile: Sendable, Hashable {
    /// The formats that are known, by their first bytes.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Portable Network Graphics.
        case png
        /// JPEG, baseline and progressive.
        case jpeg
        /// GIF, 87a and 89a.
        case gif
        /// WebP, lossy, lossless and extended.
        case webp

        /// The media type, such as `image/png`.
        public var mediaType: String { "image/\(rawValue)" }
    }

    /// The bytes as they came.
    public let data: Data
    /// The format, told by the bytes and not by the media type.
    public let format: Format
    /// The width in pixels, more than 0.
    public let width: Int
    /// The height in pixels, more than 0.
    public let height: Int

    /// Looks at the header of a picture.
    /// - Throws: an ``APIError/Cause`` if the bytes are none of a known format, or end inside the header.
    public init(_ data: Data) throws {
        guard let format = ImageHeader.format(of: data) else {
            throw APIError.Cause(
                .decodingFailed, "the bytes are no PNG, JPEG, GIF or WebP",
                advice: "let the endpoint return Data with the policy raw for other formats")
        }
        guard let size = ImageHeader.size(of: data, as: format), size.width > 0, size.height > 0
        else {
            throw APIError.Cause(
                .decodingFailed, "the header of the \(format.rawValue) is damaged or cut off",
                advice: "ask the server for the whole picture")
        }
        self.data = data
        self.format = format
        width = size.width
        height = size.height
    }
}

extension ImageFile: Codable {
    /// Reads the bytes and looks at their header.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Data.self))
    }

    /// Writes the bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

extension ImageFile: RedactedStringConvertible {
    /// Format, size in pixels and length, such as `png, 32 × 16, 210 bytes`.
    public var description: String {
        "\(format.rawValue), \(width) × \(height), \(data.count) bytes"
    }
}
