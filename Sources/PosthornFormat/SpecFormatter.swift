package import PosthornSpec

/// The layout of spec files: that of ``SpecPrinter``, with the comments and the empty lines of the file.
///
/// Texts, quotes and the order of keys stay as they are, and so does what stands in braces and fits in a line.
package enum SpecFormatter {
    /// The result of a file.
    package enum Result: Sendable {
        case formatted(String)
        /// The file is not YAML that a spec may have.
        case broken([Diagnostic])
        /// The formatted text would mean something else, so that the file must stay as it is.
        case unsupported
    }

    /// Formats the text of a file.
    package static func format(_ source: SourceFile) -> Result {
        let errors = source.syntaxErrors
        guard errors.isEmpty, let root = source.node else { return .broken(errors) }
        let text = String(decoding: source.bytes, as: UTF8.self)
        let mark = text.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
        guard let tokens = FormatTokens(String(text.unicodeScalars.dropFirst(mark))) else {
            return .unsupported
        }
        var reader = FormatReader(tokens)
        let result = SpecPrinter.text(of: reader.members())
        let other = SourceFile(path: source.path, text: result).node
        guard let other, root.isSame(as: other), reader.isComplete else {
            return .unsupported
        }
        return .formatted(result)
    }
}

extension YAMLNode {
    /// Whether two values mean the same, wherever they stand.
    fileprivate func isSame(as other: YAMLNode) -> Bool {
        switch (kind, other.kind) {
        case (.scalar, .scalar): kind == other.kind
        case (.sequence(let own), .sequence(let items)):
            own.count == items.count && zip(own, items).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let own), .mapping(let entries)):
            own.count == entries.count
                && zip(own, entries).allSatisfy {
                    $0.key == $1.key && $0.isPlain == $1.isPlain && $0.value.isSame(as: $1.value)
                }
        default: false
        }
    }
}
