import Foundation
import Synchronization

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

    /// Makes a folder for all tests of a suite, which goes when the process ends.
    /// - Parameter use: What it is for, a part of its name.
    public static func untilExit(for use: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder(for: use)
        let isFirst = lasting.withLock { paths in
            paths.append(folder.path)
            return paths.count == 1
        }
        if isFirst {
            atexit {
                for path in TemporaryFolder.lasting.withLock({ $0 }) {
                    try? FileManager.default.removeItem(atPath: path)
                }
            }
        }
        return folder
    }

    /// The folders that go when the process ends.
    private static let lasting = Mutex<[String]>([])

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
