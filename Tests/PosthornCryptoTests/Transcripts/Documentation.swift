import TestSupport
import Testing

/// The pages of `Documentation`.
enum Documentation {
    /// Requires that a page has a text between two of its comments, that of a name and its end.
    ///
    /// With `POSTHORN_RECORD=1` the text is written there, and the test fails all the same.
    static func hold(_ text: String, as name: String, in page: String) throws {
        let documented = try DocumentedText.text(named: name, in: page, recording: text)
        let known = try #require(documented, "recorded; run again without POSTHORN_RECORD")
        #expect(known == text)
    }
}
