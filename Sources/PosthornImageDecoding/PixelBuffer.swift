import FoundationEssentials
import PosthornCore
import PosthornImages

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Memory for the pixels of an image while it is decoded, 4 bytes each, rows without padding.
///
/// The memory comes from `malloc`, because the size comes from a file: too large a size is an error.
final class PixelBuffer {
    private(set) var size: ImageSize
    private(set) var base: UnsafeMutablePointer<UInt8>

    var rowBytes: Int { size.width * 4 }
    var byteCount: Int { size.byteCount }
    /// The pixels as one number each, with the alpha in the highest byte.
    var words: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt32.self)
    }

    /// Allocates memory that is not initialized, or transparent pixels.
    init(_ size: ImageSize, transparent: Bool = false) throws {
        let count = size.byteCount
        guard let memory = transparent ? calloc(count, 1) : malloc(count) else {
            throw APIError.Cause.outOfMemory(count)
        }
        self.size = size
        base = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(base) }

    /// Shrinks the buffer to the rows that were moved to its start.
    func shrink(to smaller: ImageSize) {
        precondition(smaller.byteCount <= byteCount)
        size = smaller
        if let memory = realloc(base, smaller.byteCount) {
            base = memory.assumingMemoryBound(to: UInt8.self)
        }
    }

    func swap(with other: PixelBuffer) {
        Swift.swap(&size, &other.size)
        Swift.swap(&base, &other.base)
    }

    /// Returns the pixels as a bitmap that keeps the buffer alive; the caller must not change it any more.
    func bitmap() -> Bitmap {
        let data = Data(
            bytesNoCopy: base, count: byteCount,
            deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
        return Bitmap(size.width, size.height, data)
    }
}
