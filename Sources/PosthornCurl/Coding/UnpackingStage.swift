/// Removes one content coding, step by step.
///
/// Used by one task at a time.
protocol UnpackingStage: AnyObject {
    /// Unpacks as much as there is room for.
    ///
    /// - Returns: How many bytes were read and how many written; both 0 if nothing can be done
    ///   without more input.
    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(UnpackingDefect) -> (read: Int, written: Int)

    /// Whether the packed data may end here: its own end, with its checksum if it has one, has come.
    var isAtEnd: Bool { get }
}

/// What is wrong with packed data.
enum UnpackingDefect: Error {
    /// It is not what its coding says, or a checksum is wrong.
    case damaged
    /// There is more after its end.
    case goesOn
    /// It ended early.
    case truncated
    case outOfMemory
}
