import Foundation

/// A folder in the temporary one that goes when the object does.
public final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    public let path: String
    /// Its path as a URL.
    public var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// Makes the folder.
    /// - Parameter use: What it is for, a part of its name.
    public init(for use: String) throws {
        path = NSTemporaryDirectory() + "posthorn-\(use)-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
