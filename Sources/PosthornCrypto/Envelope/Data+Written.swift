import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Data {
    /// As many bytes as a closure writes, without clearing them first.
    ///
    /// `nil` if there is no memory for them, or if the closure says that they are not to be used.
    static func written(
        _ count: Int, by write: (UnsafeMutableRawBufferPointer) -> Bool
    ) -> Data? {
        guard count > 0 else { return Data() }
        guard let start = memory(count) else { return nil }
        guard write(UnsafeMutableRawBufferPointer(start: start, count: count)) else {
            free(start)
            return nil
        }
        return Data(bytesNoCopy: start, count: count, deallocator: .free)
    }

    /// The bytes after the first ones, counted from 0 and left where they are.
    ///
    /// For bytes that nobody else has: who changes the result changes them.
    consuming func after(_ first: Int) -> Data {
        guard count >= Self.copyLimit else { return Data(dropFirst(first)) }
        return withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Data() }
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start + first), count: count - first,
                deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
        }
    }

    /// From how many bytes on a copy costs more than an object that keeps them.
    private static let copyLimit = 4 << 10

    private static func memory(_ count: Int) -> UnsafeMutableRawPointer? {
        #if os(Linux)
            // The system gives what is large page by page, at the first touch of each, which takes longer
            // than to fill it; of large pages there are few.
            if count >= 2 * largePage {
                var start: UnsafeMutableRawPointer?
                guard posix_memalign(&start, largePage, count) == 0 else { return nil }
                _ = madvise(start, count, MADV_HUGEPAGE)
                return start
            }
        #endif
        return malloc(count)
    }

    private static let largePage = 2 << 20
}
