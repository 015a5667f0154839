import Foundation
import Testing

/// What the compiler does not check for data races states why it is safe.
@Suite("Types without the compiler's checks")
struct UncheckedTypeTests {
    @Test("Each unchecked declaration states its reason")
    func uncheckedDeclarationsStateTheirReason() throws {
        let folder = Example.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let sources = (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "swift"
        }
        var count = 0
        for file in sources {
            let lines = try String(contentsOf: file, encoding: .utf8)
                .components(separatedBy: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            for (index, line) in lines.enumerated() {
                guard !line.hasPrefix("//") else { continue }
                guard line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)")
                else { continue }
                count += 1
                // The comment directly before the declaration.
                let comment = lines[..<index].reversed().prefix { $0.hasPrefix("//") }
                #expect(
                    comment.contains { $0.contains("SAFETY: ") },
                    "\(file.lastPathComponent):\(index + 1)")
            }
        }
        // The search cannot silently find nothing.
        #expect(count >= 10)
    }
}
