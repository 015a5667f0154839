/// A spec file with its path and bytes.
package struct SourceFile: Sendable {
    /// The greatest size of a spec file in bytes, 4 MiB.
    package static let sizeLimit = 4 << 20

    /// The path that diagnostics show.
    package var path: String
    /// The bytes of the file, which need not be valid text.
    package var bytes: [UInt8]

    /// The file's YAML, or `nil` if it is invalid.
    package var node: YAMLNode? { YAMLComposer.compose(self, log: DiagnosticLog()) }

    /// The errors of the file's YAML, empty if a spec may have it.
    package var syntaxErrors: [Diagnostic] {
        let log = DiagnosticLog()
        _ = YAMLComposer.compose(self, log: log)
        return log.contents.diagnostics.values.flatMap(\.self)
    }

    /// Creates a source file from its bytes.
    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    package init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}
