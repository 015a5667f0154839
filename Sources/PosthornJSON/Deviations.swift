/// The values of a document that are not as their types say, and do not fail it.
final class Deviations {
    /// A deviation in a value, with the offset from which the path of the value is found.
    struct Deviation {
        let offset: Int
        /// The error, whose position counts from the beginning of the value.
        let error: JSONError
    }

    private var list: [Deviation] = []
    /// The offsets of objects around deviations whose keys are data.
    var maps: Set<Int> = []

    /// The maximum number of values that one document may have left out.
    static let limit = 1_000

    var isFull: Bool { list.count >= Self.limit }

    func append(_ error: JSONError, at offset: Int) {
        list.append(Deviation(offset: offset, error: error))
    }

    /// Removes those from an offset on, because the reader has moved back to it.
    func forget(from offset: Int) {
        while let last = list.last, last.offset >= offset { list.removeLast() }
    }

    /// Returns the errors with their paths, lines and columns in the document, in one pass over it.
    func located(in bytes: UnsafeBufferPointer<UInt8>) -> [JSONError] {
        var place = JSONPlace(in: bytes, before: 0, maps: maps)
        var (index, line, start) = (0, 1, 0)
        return list.map { deviation in
            place.advance(to: deviation.offset)
            while index < deviation.offset {
                index += 1
                if bytes[index - 1] == 0x0a { (line, start) = (line + 1, index) }
            }
            var error = deviation.error
            let outer = place.path
            let isInner = !outer.isEmpty && !error.path.isEmpty && !error.path.hasPrefix("[")
            error.path = outer + (isInner ? "." : "") + error.path
            if error.line == 1 { error.column += index - start }
            error.line += line - 1
            return error
        }
    }

    /// Receives the deviations of the documents that a call reads.
    @TaskLocal static var receiver: (@Sendable (JSONError) -> Void)?
}

extension JSONReader {
    /// Calls a function, and passes the deviations of the documents that it reads to a receiver.
    package static func reportingDeviations<Value>(
        to receiver: @escaping @Sendable (JSONError) -> Void, _ read: () throws -> Value
    ) throws -> Value {
        try Deviations.$receiver.withValue(receiver, operation: read)
    }

    /// Passes a deviation to the receiver.
    package static func report(_ error: JSONError) { Deviations.receiver?(error) }

    /// Passes the deviations of the document to the receiver, after it was read.
    ///
    /// - Parameter hasText: Whether the caller has the text to which lines and columns refer.
    package func reportDeviations(hasText: Bool = true) {
        guard let deviations, let receiver = Deviations.receiver else { return }
        for var error in deviations.located(in: UnsafeBufferPointer(start: base, count: end - base))
        {
            if !hasText { error.excerpt = "" }
            receiver(error)
        }
    }
}
