internal import PosthornCodegen
internal import PosthornSpec

/// Reads an input as the files of a service and generates it, and stops the fuzzer where something
/// does not hold that always has to.
///
/// A line with `%%` alone separates two files.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let sources = Files.split(bytes).enumerated().map { index, bytes in
        SourceFile(path: "S\(index).yaml", bytes: bytes)
    }
    let result = SpecReader.read(sources)
    for diagnostic in result.diagnostics {
        precondition(diagnostic.mark.line > 0 && diagnostic.mark.column > 0, "a place that is none")
        precondition(diagnostic.isOneLine, "a diagnostic of several lines")
    }
    guard let document = result.document else {
        precondition(
            result.diagnostics.contains { $0.severity == .error }, "refused without a reason")
        return 0
    }
    let generator = Generator(document)
    for source in sources {
        let text = generator.swift(for: source.path, shownAs: source.path)
        precondition(text?.isText == true, "Swift with controls, or none")
    }
    return 0
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
