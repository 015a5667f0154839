/// Removes one content coding, step by step.
///
/// Used by one task at a time.
protocol DecompressionStage: AnyObject {
    /// Decompresses as much as the output has room for.
    ///
    /// - Returns: The numbers of bytes read and written; both are 0 if more input is needed.
    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionDefect) -> (read: Int, written: Int)

    /// Whether the compressed data is complete here, including its checksum if it has one.
    var isAtEnd: Bool { get }
}

enum DecompressionDefect: Error {
    /// The data does not have the format of its coding, or a checksum is wrong.
    case damaged
    /// More data follows the end.
    case trailingData
    /// The data ended early.
    case truncated
    case outOfMemory
}
