internal import PosthornCodegen
internal import PosthornSpec

/// Reads an input as the files of a service and generates their Swift.
public enum SpecFuzz {
    /// Traps if an invariant does not hold: every diagnostic has a place, and all generated text is printable.
    /// - Parameter bytes: The files; a line with `%%` alone separates two of them.
    public static func run(_ bytes: [UInt8]) {
        let sources = Files.split(bytes).enumerated().map { index, bytes in
            SourceFile(path: "S\(index).yaml", bytes: bytes)
        }
        let result = SpecReader.read(sources)
        for diagnostic in result.diagnostics {
            precondition(
                diagnostic.mark.line > 0 && diagnostic.mark.column > 0, "a place that is none")
            precondition(diagnostic.isOneLine, "a diagnostic of several lines")
        }
        guard let document = result.document else {
            precondition(
                result.diagnostics.contains { $0.severity == .error }, "refused without a reason")
            return
        }
        let generator = Generator(document)
        for source in sources {
            let text = generator.swift(for: source.path, shownAs: source.path)
            precondition(text?.isText == true, "Swift with controls, or none")
        }
    }
}

extension Diagnostic {
    /// Whether a build log shows it as one line.
    fileprivate var isOneLine: Bool { description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

extension String {
    /// Whether there is something, and no control but line feeds and the tabs of a doc.
    fileprivate var isText: Bool {
        !isEmpty && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
    }
}
