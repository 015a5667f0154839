/// A spec file with its path and bytes.
public struct SourceFile: Sendable {
    /// The greatest size of a spec file in bytes, 4 MiB.
    public static let sizeLimit = 4 << 20

    /// The path that diagnostics show.
    public var path: String
    /// The bytes of the file, which need not be valid text.
    public var bytes: [UInt8]

    /// Creates a source file from its bytes.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// Creates a source file from text.
    public init(path: String, text: String) {
        self.init(path: path, bytes: Array(text.utf8))
    }
}
