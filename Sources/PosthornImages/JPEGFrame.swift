package import FoundationEssentials

/// The frame header of a JPEG, as far as it tells how much memory a decoder needs.
package struct JPEGFrame {
    /// Whether a decoder keeps the coefficients of the whole image: the image has several scans.
    package let hasSeveralScans: Bool
    /// The size of the coefficients of the whole image, two bytes each.
    package let coefficientBytes: Int

    /// Reads the frame header and the header of the first scan; `nil` if one is missing or truncated.
    package init?(_ data: Data) {
        let bytes = ImageBytes(data)
        var frame: JPEGSegments.Segment?
        var scan: JPEGSegments.Segment?
        for segment in JPEGSegments(bytes) {
            if segment.isFrame, frame == nil { frame = segment }
            if segment.isScan { scan = segment }
        }
        guard let frame, let scan, let height = bytes.big16(frame.offset + 1),
            let width = bytes.big16(frame.offset + 3), let components = bytes[frame.offset + 5],
            let scanned = bytes[scan.offset]
        else { return nil }
        // Progressive frames, with Huffman and arithmetic coding.
        let isProgressive = frame.marker & 3 == 2
        hasSeveralScans = isProgressive || scanned < components

        var factors: [(Int, Int)] = []
        for index in 0..<Int(components) {
            guard let sampling = bytes[frame.offset + 7 + index * 3], sampling >> 4 > 0,
                sampling & 15 > 0
            else { return nil }
            factors.append((Int(sampling >> 4), Int(sampling & 15)))
        }
        // A unit has a block of 8 × 8 coefficients for each factor of each component.
        let unitWidth = 8 * (factors.map(\.0).max() ?? 1)
        let unitHeight = 8 * (factors.map(\.1).max() ?? 1)
        let units =
            (width + unitWidth - 1) / unitWidth * ((height + unitHeight - 1) / unitHeight)
        coefficientBytes = units * factors.reduce(0) { $0 + $1.0 * $1.1 } * 128
    }
}
