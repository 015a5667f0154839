import CImageDecoders
import PosthornCore
import PosthornImages

/// Scales down by averaging areas, with libwebp, in as many steps as its 32-bit sums need.
enum Rescaling {
    /// Returns the size after one step.
    ///
    /// libwebp sums the weighted bytes of a row of the result in 32 bits: 255 × width × (rows that become one, and
    /// the two at their edges). A step reduces the height only so far that the sum fits.
    static func next(from size: ImageSize, to target: ImageSize) -> ImageSize {
        let rows = max(2, (1 << 24) / max(1, size.width) - 2)
        return ImageSize(
            width: target.width, height: max(target.height, (size.height + rows - 1) / rows))
    }

    /// Whether libwebp's offsets and areas fit their 32 bits.
    static func supports(_ size: ImageSize) -> Bool {
        size.byteCount <= Int(Int32.max) && size.width < 1 << 22
    }
}

extension DecodingJob {
    func scale(_ pixels: PixelBuffer) throws {
        guard pixels.size != target else { return }
        guard Rescaling.supports(pixels.size) else {
            throw APIError.Cause(
                .decodingFailed, "an image of \(pixels.size) pixels is too large to scale",
                advice: "set `fitting` to nil, or ask the server for a smaller image")
        }
        while pixels.size != target {
            try Self.rescale(pixels, to: Rescaling.next(from: pixels.size, to: target))
        }
    }

    private static func rescale(_ pixels: PixelBuffer, to size: ImageSize) throws {
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw APIError.Cause.outOfMemory(0) }
        picture.use_argb = 1
        picture.width = Int32(pixels.size.width)
        picture.height = Int32(pixels.size.height)
        // A view of the pixels. libwebp multiplies them by their alpha in place, and allocates only the result.
        picture.argb = pixels.words
        picture.argb_stride = Int32(pixels.size.width)
        defer { WebPPictureFree(&picture) }
        guard WebPPictureRescale(&picture, Int32(size.width), Int32(size.height)) != 0,
            let result = picture.argb
        else { throw APIError.Cause.outOfMemory(size.byteCount) }
        for row in 0..<size.height {
            (pixels.words + row * size.width).update(
                from: result + row * Int(picture.argb_stride), count: size.width)
        }
        pixels.shrink(to: size)
    }
}
