import CImageDecoders
import FoundationEssentials
import PosthornImages

extension DecodingJob {
    /// Decodes a PNG with libpng's simplified interface, which expands all kinds to 8-bit RGBA.
    ///
    /// It refuses chunks of more than 8 MB and more than 1,000 chunks of text.
    func decodePNG() throws -> PixelBuffer {
        try checkMemory(decoded: file.size)
        return try file.data.withUnsafeBytes { bytes in
            var image = png_image()
            // libpng keeps the address of the structure until it is freed.
            return try withUnsafeMutablePointer(to: &image) { image in
                defer { png_image_free(image) }
                image.pointee.version = posthorn_png_version
                guard
                    png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0
                else { throw damaged(Self.message(image)) }
                try checkSize(
                    ImageSize(
                        width: Int(image.pointee.width), height: Int(image.pointee.height)))
                image.pointee.format = posthorn_png_rgba
                // 16-bit samples are sRGB, as the others are, and not linear.
                image.pointee.flags |= posthorn_png_16bit_srgb
                let pixels = try PixelBuffer(file.size)
                guard
                    png_image_finish_read(image, nil, pixels.base, png_int_32(pixels.rowBytes), nil)
                        != 0
                else { throw damaged(Self.message(image)) }
                return pixels
            }
        }
    }

    private static func message(_ image: UnsafeMutablePointer<png_image>) -> String {
        withUnsafeBytes(of: &image.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
