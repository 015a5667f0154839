import Foundation

/// Writes an RGBA image as a PNG without compression.
enum PlainPNG {
    static func data(width: Int, height: Int, seed: UInt8) -> Data {
        let row = [0] + (0..<width * 4).map { UInt8(truncatingIfNeeded: $0 &* 7) &+ seed }
        let raw = Array(repeatElement(row, count: height).joined())
        var png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        png += chunk("IHDR", big(width) + big(height) + [8, 6, 0, 0, 0])
        png += chunk("IDAT", zlib(raw))
        png += chunk("IEND", [])
        return Data(png)
    }

    private static func big(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return big(content.count) + checked + big(Int(crc(checked)))
    }

    /// Stored blocks (RFC 1950, RFC 1951).
    private static func zlib(_ raw: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, raw.count)
            let length = end - start
            out.append(end == raw.count ? 1 : 0)
            out += [UInt8(length & 0xff), UInt8(length >> 8)]
            out += [UInt8(~length & 0xff), UInt8(~length >> 8 & 0xff)]
            out += raw[start..<end]
            start = end
        } while start < raw.count
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + big(Int(b << 16 | a))
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
        }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ $0 >> 8 }
    }
}
