import FoundationEssentials

/// Reads the orientation in an image's EXIF metadata.
enum ImageMetadata {
    /// Returns the orientation; `up` if there is none, or if the metadata is damaged.
    static func orientation(of data: Data, as format: ImageFile.Format) -> ImageFile.Orientation {
        let bytes = ImageBytes(data)
        let exif =
            switch format {
            case .png: png(bytes)
            case .jpeg: jpeg(bytes)
            case .webp: webp(bytes)
            case .gif: nil as ImageBytes?
            }
        return exif.flatMap(orientation(in:)) ?? .up
    }

    // EXIF 2.32, section 4.7.2: the segment APP1. Others, such as XMP, share the marker.
    private static func jpeg(_ bytes: ImageBytes) -> ImageBytes? {
        for segment in JPEGSegments(bytes)
        where segment.marker == 0xe1 && bytes.has("Exif\0\0", at: segment.offset) {
            return bytes.slice(segment.offset, segment.count)
        }
        return nil
    }

    // PNG, third edition, section 11.3.4.5: a chunk before or after the pixels.
    private static func png(_ bytes: ImageBytes) -> ImageBytes? {
        var offset = 8
        while let length = bytes.big32(offset), !bytes.has("IEND", at: offset + 4) {
            if bytes.has("eXIf", at: offset + 4) { return bytes.slice(offset + 8, length) }
            offset += 12 + length
        }
        return nil
    }

    // RFC 9649, section 2.7: chunks of even length, after the one that announces them.
    private static func webp(_ bytes: ImageBytes) -> ImageBytes? {
        guard bytes.has("VP8X", at: 12), let flags = bytes[20], flags & 0x08 != 0 else {
            return nil
        }
        var offset = 12
        while let length = bytes.little(offset + 4, 4) {
            if bytes.has("EXIF", at: offset) { return bytes.slice(offset + 8, length) }
            offset += 8 + length + length % 2
        }
        return nil
    }

    // TIFF 6.0, section 2: a directory of entries of 12 bytes. The orientation is the tag 0x0112, one SHORT.
    private static func orientation(in exif: ImageBytes) -> ImageFile.Orientation? {
        let prefix = exif.has("Exif\0\0", at: 0) ? 6 : 0
        let tiff = exif.slice(prefix, exif.count)
        let isLittle = tiff.has("II*\0", at: 0)
        guard isLittle || tiff.has("MM\0*", at: 0) else { return nil }
        func short(_ offset: Int) -> Int? { isLittle ? tiff.little(offset, 2) : tiff.big16(offset) }
        func long(_ offset: Int) -> Int? { isLittle ? tiff.little(offset, 4) : tiff.big32(offset) }

        guard let directory = long(4), let count = short(directory) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = short(entry) else { return nil }
            if tag == 0x0112 {
                guard short(entry + 2) == 3, long(entry + 4) == 1 else { return nil }
                return short(entry + 8).flatMap(ImageFile.Orientation.init(rawValue:))
            }
        }
        return nil
    }
}
