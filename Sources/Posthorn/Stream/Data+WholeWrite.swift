import FoundationEssentials

#if canImport(Glibc)
    import Glibc
    // `Data` has a member of this name, which would be called instead.
    private let writeBytes = Glibc.write
#elseif canImport(Musl)
    import Musl
    private let writeBytes = Musl.write
#else
    import Darwin
    private let writeBytes = Darwin.write
#endif

extension Data {
    /// Writes all bytes at a descriptor's place; `false` if they were not all taken, `errno` says why.
    package func writeAll(to descriptor: Int32) -> Bool {
        withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let count = writeBytes(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
