import FoundationEssentials
import Posthorn

/// Reads format and size from the first bytes of an image.
enum ImageHeader {
    /// Returns the format by its signature.
    static func format(of data: Data) -> ImageFile.Format? {
        if data.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
        if data.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
        if data.starts(with: "GIF87a".utf8) || data.starts(with: "GIF89a".utf8) { return .gif }
        if data.starts(with: "RIFF".utf8), data.dropFirst(8).starts(with: "WEBP".utf8) {
            return .webp
        }
        return nil
    }

    /// Returns width and height; `nil` if the header is truncated or damaged.
    static func size(of data: Data, as format: ImageFile.Format) -> (width: Int, height: Int)? {
        let bytes = Bytes(data)
        return switch format {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .gif: gif(bytes)
        case .webp: webp(bytes)
        }
    }

    // PNG, third edition, section 11.2.1: IHDR comes first and has 13 bytes.
    private static func png(_ bytes: Bytes) -> (width: Int, height: Int)? {
        guard bytes.big32(8) == 13, bytes.has("IHDR", at: 12), let width = bytes.big32(16),
            let height = bytes.big32(20), bytes.count >= 33
        else { return nil }
        return (width, height)
    }

    // ITU-T T.81, annex B: skips segments up to a start of frame, 0xc0 to 0xcf without 0xc4, 0xc8 and 0xcc.
    private static func jpeg(_ bytes: Bytes) -> (width: Int, height: Int)? {
        var offset = 2
        while bytes[offset] == 0xff {
            while bytes[offset + 1] == 0xff { offset += 1 }
            guard let marker = bytes[offset + 1], let length = bytes.big16(offset + 2),
                length >= 2
            else { return nil }
            let isFrame =
                (0xc0...0xcf).contains(marker) && marker != 0xc4 && marker != 0xc8
                && marker != 0xcc
            if isFrame {
                guard length >= 8, let height = bytes.big16(offset + 5),
                    let width = bytes.big16(offset + 7)
                else { return nil }
                return (width, height)
            }
            // The scan or the end of the image comes before any frame.
            guard marker != 0xda, marker != 0xd9 else { return nil }
            offset += 2 + length
        }
        return nil
    }

    // GIF89a, section 18: the logical screen.
    private static func gif(_ bytes: Bytes) -> (width: Int, height: Int)? {
        guard bytes.count >= 13, let width = bytes.little(6, 2), let height = bytes.little(8, 2)
        else { return nil }
        return (width, height)
    }

    // RFC 9649, sections 2.5 to 2.7.
    private static func webp(_ bytes: Bytes) -> (width: Int, height: Int)? {
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

    /// Bytes by offset from the start; nil beyond the end.
    private struct Bytes {
        private let data: Data
        init(_ data: Data) { self.data = data }

        var count: Int { data.count }

        subscript(offset: Int) -> UInt8? {
            offset < data.count ? data[data.startIndex + offset] : nil
        }

        func has(_ text: String, at offset: Int) -> Bool {
            data.dropFirst(offset).starts(with: text.utf8)
        }

        func big16(_ offset: Int) -> Int? { number(offset, 2) { $0 << 8 | $1 } }
        func big32(_ offset: Int) -> Int? { number(offset, 4) { $0 << 8 | $1 } }

        func little(_ offset: Int, _ length: Int) -> Int? {
            guard offset + length <= count else { return nil }
            return (0..<length).reduce(0) { $0 | Int(self[offset + $1] ?? 0) << ($1 * 8) }
        }

        private func number(_ offset: Int, _ length: Int, _ join: (Int, Int) -> Int) -> Int? {
            guard offset + length <= count else { return nil }
            return (0..<length).reduce(0) { join($0, Int(self[offset + $1] ?? 0)) }
        }
    }
}
