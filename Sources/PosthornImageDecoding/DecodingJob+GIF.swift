import CImageDecoders
import FoundationEssentials
import PosthornImages

extension DecodingJob {
    private typealias File = UnsafeMutablePointer<GifFileType>

    /// Decodes the first frame of a GIF with giflib, on a transparent image of the size of the logical screen.
    ///
    /// Pixels of the frame outside the screen are not shown.
    func decodeGIF() throws -> PixelBuffer {
        try checkMemory(decoded: file.size)
        return try file.data.withUnsafeBytes { bytes in
            var source = Source(bytes: bytes)
            return try withUnsafeMutablePointer(to: &source) { source in
                var code: Int32 = 0
                guard let gif = DGifOpen(source, Source.read, &code) else { throw failure(code) }
                defer { DGifCloseFile(gif, nil) }
                try checkSize(
                    ImageSize(width: Int(gif.pointee.SWidth), height: Int(gif.pointee.SHeight)))
                let transparent = try readUpToFrame(gif)
                return try decodeFrame(gif, transparent: transparent)
            }
        }
    }

    /// Reads the blocks before the first frame, and returns the index of the transparent color, or `nil`.
    private func readUpToFrame(_ gif: File) throws -> UInt8? {
        var transparent: UInt8?
        while true {
            var type = UNDEFINED_RECORD_TYPE
            try check(DGifGetRecordType(gif, &type), gif)
            switch type {
            case IMAGE_DESC_RECORD_TYPE:
                try check(DGifGetImageDesc(gif), gif)
                return transparent
            case EXTENSION_RECORD_TYPE:
                var (kind, block) = (Int32(0), UnsafeMutablePointer<GifByteType>?.none)
                try check(DGifGetExtension(gif, &kind, &block), gif)
                while let bytes = block {
                    // The first byte is the length; a graphic control has 4, with the flags first.
                    if kind == GRAPHICS_EXT_FUNC_CODE, bytes[0] == 4 {
                        transparent = bytes[1] & 1 == 1 ? bytes[4] : nil
                    }
                    try check(DGifGetExtensionNext(gif, &block), gif)
                }
            default: throw damaged("it has no frame")
            }
        }
    }

    private func decodeFrame(_ gif: File, transparent: UInt8?) throws -> PixelBuffer {
        let frame = gif.pointee.Image
        guard frame.Width > 0, frame.Height > 0 else { throw damaged("the first frame is empty") }
        guard let map = frame.ColorMap ?? gif.pointee.SColorMap, let colors = map.pointee.Colors
        else {
            throw damaged("it has no colors")
        }
        let palette = UnsafeBufferPointer(start: colors, count: Int(map.pointee.ColorCount))
        // Each row of the frame is decoded, also outside the screen.
        let frameSize = ImageSize(width: Int(frame.Width), height: Int(frame.Height))
        try checkMemory(
            decoded: file.size, working: max(0, frameSize.byteCount - file.size.byteCount))
        let pixels = try PixelBuffer(file.size, transparent: true)
        let left = Int(frame.Left)
        var line = [GifPixelType](repeating: 0, count: frameSize.width)
        for row in Self.rows(of: frameSize.height, interlaced: frame.Interlace) {
            try check(DGifGetLine(gif, &line, Int32(line.count)), gif)
            let y = Int(frame.Top) + row
            guard y < file.height else { continue }
            for (x, index) in zip(left..<max(left, file.width), line) where index != transparent {
                guard index < palette.count else { throw damaged("a color is not in the palette") }
                let pixel = pixels.base + (y * file.width + x) * 4
                let color = palette[Int(index)]
                (pixel[0], pixel[1], pixel[2], pixel[3]) = (color.Red, color.Green, color.Blue, 255)
            }
        }
        return pixels
    }

    /// Returns the rows in the order of the file (GIF89a, appendix E).
    private static func rows(of height: Int, interlaced: Bool) -> [Int] {
        guard interlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(stride(from: start, to: height, by: step))
        }
    }

    private func check(_ result: Int32, _ gif: File) throws {
        guard result == GIF_OK else { throw failure(gif.pointee.Error) }
    }

    private func failure(_ code: Int32) -> any Error {
        damaged(GifErrorString(code).map { String(cString: $0) } ?? "unknown error")
    }
}

/// The bytes that giflib has not read yet.
private struct Source {
    var bytes: UnsafeRawBufferPointer

    static let read: InputFunc = { gif, buffer, count in
        guard let source = gif?.pointee.UserData?.assumingMemoryBound(to: Source.self), let buffer,
            count > 0
        else { return 0 }
        let part = source.pointee.bytes.prefix(Int(count))
        UnsafeMutableRawBufferPointer(start: buffer, count: part.count).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: part))
        source.pointee.bytes = UnsafeRawBufferPointer(
            rebasing: source.pointee.bytes.dropFirst(part.count))
        return Int32(part.count)
    }
}
