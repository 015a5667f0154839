internal import FoundationEssentials

/// Reads files that others wrote.
package enum ForeignFile {
    /// The greatest size of a file in bytes.
    package static let sizeLimit = 32 << 20

    /// A reason why a file is not read.
    package enum Problem: Error {
        /// There is no file at the path, or it can't be read.
        case unreadable
        /// The file has more than ``sizeLimit`` bytes; the value is its size.
        case tooLarge(Int)
    }

    /// Returns the bytes of a file.
    package static func bytes(_ path: String) throws(Problem) -> [UInt8] {
        let size: Int
        let data: Data
        do {
            // Without all of Foundation, the size is no `Int`.
            let value = try FileManager.default.attributesOfItem(atPath: path)[.size]
            let count = (value as? any BinaryInteger).map { Int(clamping: $0) } ?? 0
            data = count > sizeLimit ? Data() : try Data(contentsOf: URL(filePath: path))
            size = max(count, data.count)
        } catch {
            throw .unreadable
        }
        guard size <= sizeLimit else { throw .tooLarge(size) }
        return Array(data)
    }
}
