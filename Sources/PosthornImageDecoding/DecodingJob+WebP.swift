import CImageDecoders
import FoundationEssentials
import PosthornImages

extension DecodingJob {
    /// Decodes the first frame of a WebP with libwebp, scaled while it is decoded if it fills the image.
    ///
    /// A frame of an animation can be smaller than the image. The pixels around it are transparent.
    func decodeWebP() throws -> PixelBuffer {
        try file.data.withUnsafeBytes { bytes in
            var data = WebPData(
                bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
            // It accepts complete files only.
            guard let chunks = WebPDemux(&data) else {
                throw damaged("a chunk is missing or cut off")
            }
            defer { WebPDemuxDelete(chunks) }
            try checkSize(
                ImageSize(
                    width: Int(WebPDemuxGetI(chunks, WEBP_FF_CANVAS_WIDTH)),
                    height: Int(WebPDemuxGetI(chunks, WEBP_FF_CANVAS_HEIGHT))))
            var frame = WebPIterator()
            guard WebPDemuxGetFrame(chunks, 1, &frame) != 0 else {
                throw damaged("it has no frame")
            }
            defer { WebPDemuxReleaseIterator(&frame) }
            return try decode(frame)
        }
    }

    private func decode(_ frame: WebPIterator) throws -> PixelBuffer {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0,
            WebPGetFeatures(frame.fragment.bytes, frame.fragment.size, &config.input)
                == VP8_STATUS_OK,
            config.input.width == frame.width, config.input.height == frame.height
        else { throw damaged("the header of the first frame") }

        let frameSize = ImageSize(width: Int(frame.width), height: Int(frame.height))
        let fillsImage = frameSize == file.size
        let size =
            fillsImage && target != file.size
            ? Rescaling.next(from: file.size, to: target) : file.size
        try checkMemory(
            decoded: size, working: Self.working(config.input, frameSize), canShrink: fillsImage)
        let pixels = try PixelBuffer(size, transparent: !fillsImage)
        if size != frameSize, fillsImage {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(size.width)
            config.options.scaled_height = Int32(size.height)
        }
        let offset = (Int(frame.y_offset) * size.width + Int(frame.x_offset)) * 4
        config.output.colorspace = MODE_RGBA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba = pixels.base + offset
        config.output.u.RGBA.stride = Int32(pixels.rowBytes)
        config.output.u.RGBA.size = pixels.byteCount - offset
        let status = WebPDecode(frame.fragment.bytes, frame.fragment.size, &config)
        WebPFreeDecBuffer(&config.output)
        guard status == VP8_STATUS_OK else { throw failure(status, size) }
        return pixels
    }

    /// Returns the bytes that libwebp allocates: the pixels of a lossless frame in words, and of a lossy one the
    /// alpha, first in words and then in bytes.
    private static func working(_ features: WebPBitstreamFeatures, _ size: ImageSize) -> Int {
        if features.format == 2 { return size.byteCount }
        return features.has_alpha != 0 ? size.byteCount / 4 * 5 : 0
    }

    private func failure(_ status: VP8StatusCode, _ size: ImageSize) -> any Error {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: outOfMemory(size)
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            damaged("it uses a feature that libwebp does not support")
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: damaged("the data ends early")
        default: damaged("the compressed data is not valid")
        }
    }
}
