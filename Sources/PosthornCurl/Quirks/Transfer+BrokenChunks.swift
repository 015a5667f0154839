// libcurl reports a chunk that breaks its encoding as a lost connection, and names the defect only in the text of
// the error.
extension Transfer {
    /// Returns the defect of a chunk in libcurl's words; `nil` if no chunk is known to be broken.
    func brokenChunk(_ handle: EasyHandle) -> String? {
        guard Quirk.wordedChunkErrors.isActive else { return nil }
        let (text, mark) = (handle.errorText, " in chunked-encoding")
        guard text.hasSuffix(mark) else { return nil }
        return text.dropLast(mark.count).lowercased()
    }
}
