import FoundationEssentials

/// Reads format and size from the first bytes of an image.
enum ImageHeader {
    static func format(of data: Data) -> ImageFile.Format? {
        if data.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
        if data.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
        if data.starts(with: "GIF87a".utf8) || data.starts(with: "GIF89a".utf8) { return .gif }
        if data.starts(with: "RIFF".utf8), data.dropFirst(8).starts(with: "WEBP".utf8) {
            return .webp
        }
        return nil
    }

    static func size(of data: Data, as format: ImageFile.Format) -> (width: Int, height: Int)? {
        let bytes = ImageBytes(data)
        return switch format {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .gif: gif(bytes)
        case .webp: webp(bytes)
        }
    }

    // PNG, third edition, section 11.2.1: IHDR comes first and has 13 bytes. Section 7.1: at most 2^31 - 1.
    private static func png(_ bytes: ImageBytes) -> (width: Int, height: Int)? {
        guard bytes.big32(8) == 13, bytes.has("IHDR", at: 12), let width = bytes.big32(16),
            let height = bytes.big32(20), bytes.count >= 33, max(width, height) <= Int32.max
        else { return nil }
        return (width, height)
    }

    // ITU-T T.81, annex B: the start of frame comes before the first scan.
    private static func jpeg(_ bytes: ImageBytes) -> (width: Int, height: Int)? {
        for segment in JPEGSegments(bytes) {
            guard !segment.isScan else { return nil }
            guard segment.isFrame else { continue }
            guard segment.count >= 6, let height = bytes.big16(segment.offset + 1),
                let width = bytes.big16(segment.offset + 3)
            else { return nil }
            return (width, height)
        }
        return nil
    }

    // GIF89a, section 18: the logical screen.
    private static func gif(_ bytes: ImageBytes) -> (width: Int, height: Int)? {
        guard bytes.count >= 13, let width = bytes.little(6, 2), let height = bytes.little(8, 2)
        else { return nil }
        return (width, height)
    }

    // RFC 9649, sections 2.5 to 2.7.
    private static func webp(_ bytes: ImageBytes) -> (width: Int, height: Int)? {
        if bytes.has("VP8X", at: 12), let width = bytes.little(24, 3),
            let height = bytes.little(27, 3)
        {
            return (width + 1, height + 1)
        }
        if bytes.has("VP8L", at: 12), bytes[20] == 0x2f, let bits = bytes.little(21, 4) {
            return ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
        }
        if bytes.has("VP8 ", at: 12), bytes.little(23, 3) == 0x2a019d,
            let width = bytes.little(26, 2), let height = bytes.little(28, 2)
        {
            return (width & 0x3fff, height & 0x3fff)
        }
        return nil
    }
}
