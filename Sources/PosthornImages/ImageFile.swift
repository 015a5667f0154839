public import FoundationEssentials
public import PosthornCore

/// The bytes of an image with the format, size and orientation from its header; the pixels are not decoded.
///
/// The package trait `ImageDecoding` adds `ImageDecoder`, which decodes the pixels.
public struct ImageFile: Sendable, Hashable {
    /// The supported formats, recognized by their first bytes.
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

    /// The bytes of the file, unchanged.
    public let data: Data
    /// The format, detected from the bytes and not from the media type.
    public let format: Format
    /// The width in pixels as stored, greater than 0.
    ///
    /// ``orientedSize`` is the size as shown.
    public let width: Int
    /// The height in pixels as stored, greater than 0.
    ///
    /// ``orientedSize`` is the size as shown.
    public let height: Int
    /// The orientation in the EXIF metadata of a PNG, JPEG or WebP.
    ///
    /// `up` if there is none, or if the metadata is damaged. A GIF has no metadata.
    public let orientation: Orientation

    /// Reads the header of an image.
    /// - Throws: an `APIError.Cause` if the format is not supported, or if the header is damaged or
    ///   truncated.
    public init(_ data: Data) throws {
        guard let format = ImageHeader.format(of: data) else {
            throw APIError.Cause(
                .decodingFailed,
                data.isEmpty
                    ? "there are no bytes of an image"
                    : "the bytes are not a PNG, JPEG, GIF or WebP image",
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
        orientation = ImageMetadata.orientation(of: data, as: format)
    }
}

extension ImageFile: Codable {
    /// Decodes the bytes and reads their header.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(Data.self))
    }

    /// Encodes the bytes.
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
