import Foundation

/// How much Swift was generated, by what it belongs to.
struct GeneratedSize {
    struct Part {
        var count = 0
        var lines = 0
        var bytes = 0

        mutating func add(_ text: [Substring]) {
            count += 1
            lines += text.count
            bytes += text.reduce(0) { $0 + $1.utf8.count + 1 }
        }

        /// The average of one, as text.
        var each: String {
            guard count > 0 else { return "none" }
            return "\(count), of \(lines / count) lines and \(bytes / count) bytes each"
        }
    }

    var endpoints = Part()
    var types = Part()
    var files = 0
    var lines = 0
    var bytes = 0

    /// Counts the Swift files of a folder.
    ///
    /// An endpoint is an extension of the service and everything else a type; a declaration ends
    /// with a `}` in the first column, and comments belong to what follows them.
    init(folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(component: name), encoding: .utf8)
            files += 1
            bytes += text.utf8.count
            var declaration: [Substring] = []
            var isEndpoint = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                lines += 1
                if line.isEmpty && declaration.isEmpty { continue }
                if line.hasPrefix("// ") || line.hasPrefix("public import") { continue }
                if line.hasPrefix("extension ") { isEndpoint = true }
                declaration.append(line)
                guard line == "}" else { continue }
                if isEndpoint { endpoints.add(declaration) } else { types.add(declaration) }
                declaration = []
                isEndpoint = false
            }
        }
    }
}
