import Foundation
import Testing

/// The pages of `Documentation`.
enum Documentation {
    /// Requires that a page has a text between two of its comments, that of a name and its end.
    ///
    /// With `POSTHORN_RECORD=1` the text is written there, and the test fails all the same.
    static func hold(_ text: String, as name: String, in page: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Documentation/\(page).md")
        var whole = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(whole.firstRange(of: "<!-- \(name) -->\n")).upperBound
        let end = try #require(whole.firstRange(of: "\n<!-- end of \(name) -->")).lowerBound
        try #require(start <= end)
        if ProcessInfo.processInfo.environment["POSTHORN_RECORD"] == "1" {
            whole.replaceSubrange(start..<end, with: text)
            try whole.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded; run again without POSTHORN_RECORD")
            return
        }
        #expect(whole[start..<end] == text)
    }
}
