import FoundationEssentials

/// Cuts the pieces of a body into records of one size, without copying those that are within a piece.
///
/// Only the end reveals the last record, so a full record is kept until more bytes arrive.
struct RecordCutter: Sendable {
    let byteCount: Int
    /// The bytes before the piece; never empty after the first piece that is not.
    private var rest = Data()
    private var piece = Data()

    init(byteCount: Int) { self.byteCount = byteCount }

    /// The number of records that ``next()`` returns.
    var fullCount: Int { max(0, rest.count + piece.count - 1) / byteCount }

    /// Adds a piece, whose records ``next()`` must return before there is another one.
    mutating func add(_ piece: Data) { self.piece = piece }

    /// Returns the next full record; `nil` if there is none, or if it may be the last of the body.
    mutating func next() -> Data? {
        if rest.isEmpty, piece.count > byteCount {
            defer { piece = piece.dropFirst(byteCount) }
            return piece.prefix(byteCount)
        }
        if rest.isEmpty { rest.reserveCapacity(byteCount) }
        let count = min(byteCount - rest.count, piece.count)
        rest.append(piece.prefix(count))
        piece = piece.dropFirst(count)
        guard piece.isEmpty else { return last() }
        // The slice would keep the memory of the whole piece.
        piece = Data()
        return nil
    }

    /// Returns the bytes that are left.
    mutating func last() -> Data {
        defer { rest = Data() }
        return rest
    }
}
