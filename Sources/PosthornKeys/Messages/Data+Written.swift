package import FoundationEssentials
import Glibc

extension Data {
    /// Creates data that a closure fills, without clearing the memory first.
    ///
    /// Returns `nil` if there is not enough memory, or if the closure returns `false`.
    package static func written(_ count: Int, by write: (UnsafeMutableRawBufferPointer) -> Bool)
        -> Data?
    {
        guard count > 0 else { return Data() }
        guard let start = memory(count) else { return nil }
        guard write(UnsafeMutableRawBufferPointer(start: start, count: count)) else {
            free(start)
            return nil
        }
        return Data(bytesNoCopy: start, count: count, deallocator: .free)
    }

    /// Returns the data without its first bytes, with indices from 0 and without copying large data.
    ///
    /// Only for data that is not shared: changes to the result change the original storage.
    package consuming func after(_ first: Int) -> Data {
        guard count >= Self.copyLimit else { return Data(dropFirst(first)) }
        return withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return Data() }
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start + first), count: count - first,
                deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
        }
    }

    /// The size in bytes from which a copy costs more than an object that retains the storage.
    private static let copyLimit = 4 << 10

    private static func memory(_ count: Int) -> UnsafeMutableRawPointer? {
        guard count >= 2 * largePage else { return malloc(count) }
        // With small pages, the page faults of a large block take longer than filling it. Huge pages cause
        // far fewer faults.
        var start: UnsafeMutableRawPointer?
        guard posix_memalign(&start, largePage, count) == 0 else { return nil }
        _ = madvise(start, count, MADV_HUGEPAGE)
        return start
    }

    private static let largePage = 2 << 20
}
