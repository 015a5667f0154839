import FoundationEssentials
import Posthorn

/// Unpacks a body while it is read.
final class UnpackingSource: ByteSource {
    private let wire: any ByteSource
    /// Empty while a piece is being read.
    private let unpacker: Locked<Place>

    /// An unpacker on its way between tasks.
    // SAFETY: whoever takes the unpacker out of its lock is the only one that has it.
    private struct Place: @unchecked Sendable {
        var unpacker: Unpacker?
    }

    init(_ wire: any ByteSource, _ unpacker: sending Unpacker) {
        self.wire = wire
        self.unpacker = Locked(Place(unpacker: unpacker))
    }

    func next() async throws(TransportError) -> Data? {
        let place = unpacker.withLock { place in
            defer { place.unpacker = nil }
            return place
        }
        guard let unpacker = place.unpacker else { throw .readTwice }
        defer { self.unpacker.withLock { $0 = place } }
        while true {
            if let piece = try unpacker.next() { return piece }
            guard !unpacker.hasEnded else { return nil }
            if let packed = try await wire.next() {
                unpacker.feed(packed)
            } else {
                unpacker.end()
            }
        }
    }
}
