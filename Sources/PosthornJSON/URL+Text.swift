package import FoundationEssentials

extension URL {
    /// The URL that represents an invalid one (CSS Values and Units 4, section 4.5.4).
    package static let invalid = URL(string: "about:invalid") ?? URL(filePath: "/")

    /// Returns the text to send.
    ///
    /// - Throws: A ``JSONError`` for `about:invalid`.
    package func sentText() throws -> String {
        let text = absoluteString
        guard text != "about:invalid" else {
            throw JSONError(
                writing: .invalid, "the URL about:invalid stands for none",
                advice: "send another URL; if it is a default, correct its text")
        }
        return text
    }
}
