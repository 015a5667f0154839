import CImageDecoders
import FoundationEssentials
import PosthornImages

extension DecodingJob {
    /// Decodes a JPEG with TurboJPEG, at the smallest of its scales that is not smaller than the target.
    ///
    /// A warning is an error, because TurboJPEG only warns of missing data. It refuses more than 500 scans.
    func decodeJPEG() throws -> PixelBuffer {
        guard let frame = JPEGFrame(file.data) else { throw damaged("the first scan is missing") }
        let size = scaledSize()
        try checkMemory(
            decoded: size, working: frame.hasSeveralScans ? frame.coefficientBytes : 0,
            canShrink: true)
        guard let decoder = tjInitDecompress() else { throw outOfMemory(size) }
        defer { tjDestroy(decoder) }
        return try file.data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            let isCMYK = try readHeader(decoder, start, bytes.count)
            let pixels = try PixelBuffer(size)
            let format = isCMYK ? TJPF_CMYK : TJPF_RGBA
            guard
                tjDecompress2(
                    decoder, start, UInt(bytes.count), pixels.base, Int32(size.width),
                    Int32(pixels.rowBytes), Int32(size.height), Int32(format.rawValue),
                    posthorn_jpeg_flags) == 0
            else { throw damaged(Self.message(decoder)) }
            if isCMYK { pixels.convertInvertedCMYK() }
            return pixels
        }
    }

    /// Checks the size, and returns whether the image has the four inks of print.
    private func readHeader(
        _ decoder: tjhandle, _ start: UnsafePointer<UInt8>?, _ count: Int
    ) throws -> Bool {
        var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(-1), Int32(-1))
        let result = tjDecompressHeader3(
            decoder, start, UInt(count), &width, &height, &sampling, &colors)
        // The function also fails for unusual sampling, which the decoder supports.
        guard result == 0 || colors >= 0 else { throw damaged(Self.message(decoder)) }
        try checkSize(ImageSize(width: Int(width), height: Int(height)))
        return colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue)
    }

    /// Returns the smallest size at which TurboJPEG decodes the image and that is not smaller than the target.
    private func scaledSize() -> ImageSize {
        var count: Int32 = 0
        guard target != file.size, let factors = tjGetScalingFactors(&count) else {
            return file.size
        }
        func scaled(_ side: Int, _ factor: tjscalingfactor) -> Int {
            (side * Int(factor.num) + Int(factor.denom) - 1) / Int(factor.denom)
        }
        var best = file.size
        for factor in UnsafeBufferPointer(start: factors, count: Int(count)) {
            let size = ImageSize(
                width: scaled(file.width, factor), height: scaled(file.height, factor))
            if size.width >= target.width, size.height >= target.height,
                size.byteCount < best.byteCount
            {
                best = size
            }
        }
        return best
    }

    private static func message(_ decoder: tjhandle) -> String {
        tjGetErrorStr2(decoder).map { String(cString: $0) } ?? "unknown error"
    }
}

extension PixelBuffer {
    /// Converts cyan, magenta, yellow and black to RGBA in place.
    ///
    /// The values are inverted, 255 for no ink, as Adobe's programs write them. Other programs do the same,
    /// and browsers read all such images like this.
    fileprivate func convertInvertedCMYK() {
        func product(_ ink: UInt8, _ black: UInt8) -> UInt8 {
            UInt8((UInt32(ink) &* UInt32(black) &+ 127) / 255)
        }
        for pixel in 0..<size.width * size.height {
            let inks = base + pixel * 4
            let black = inks[3]
            for index in 0..<3 { inks[index] = product(inks[index], black) }
            inks[3] = 255
        }
    }
}
