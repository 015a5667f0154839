import Foundation

/// A text on a page of `Documentation`, between two comments: that of its name, and that of its end.
public enum DocumentedText {
    /// Returns the text on the page.
    ///
    /// With `POSTHORN_RECORD=1` it first writes the given text there, and returns `nil`, so that the test
    /// fails all the same.
    public static func text(
        named name: String, in page: String, recording text: String
    ) throws -> String? {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/\(page).md")
        var whole = try String(contentsOf: file, encoding: .utf8)
        guard let start = whole.firstRange(of: "<!-- \(name) -->\n")?.upperBound,
            let end = whole.firstRange(of: "\n<!-- end of \(name) -->")?.lowerBound, start <= end
        else { throw Missing(name: name) }
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            whole.replaceSubrange(start..<end, with: text)
            try whole.write(to: file, atomically: true, encoding: .utf8)
            return nil
        }
        return String(whole[start..<end])
    }

    private struct Missing: Error { var name: String }
}
