internal import FoundationEssentials

/// A generated file.
public enum OutputFile {
    /// Writes a text to a file, unless it holds exactly that already.
    ///
    /// An untouched file keeps its date, so that nothing that depends on it is compiled again.
    /// - Returns: Whether the file was written.
    @discardableResult
    public static func write(_ text: String, to path: String) throws -> Bool {
        let url = URL(filePath: path)
        let data = Data(text.utf8)
        if let old = try? Data(contentsOf: url), old == data { return false }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
        return true
    }
}
