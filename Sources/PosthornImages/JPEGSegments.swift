/// The segments of a JPEG up to its first scan (ITU-T T.81, annex B).
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        let marker: UInt8
        /// The offset of the first byte after the length.
        let offset: Int
        /// The length of the segment without its length field.
        let count: Int

        /// A start of frame, 0xc0 to 0xcf without 0xc4, 0xc8 and 0xcc.
        var isFrame: Bool {
            (0xc0...0xcf).contains(marker) && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
        }
        var isScan: Bool { marker == 0xda }
    }

    private let bytes: ImageBytes
    /// `nil` after the last segment.
    private var position: Int? = 2

    init(_ bytes: ImageBytes) { self.bytes = bytes }

    mutating func next() -> Segment? {
        guard var offset = position, bytes[offset] == 0xff else { return nil }
        while bytes[offset + 1] == 0xff { offset += 1 }
        // Markers without a length have no place among the segments.
        guard let marker = bytes[offset + 1], marker > 1, !(0xd0...0xd9).contains(marker),
            let length = bytes.big16(offset + 2), length >= 2
        else { return nil }
        let segment = Segment(marker: marker, offset: offset + 4, count: length - 2)
        position = segment.isScan ? nil : offset + 2 + length
        return segment
    }
}
