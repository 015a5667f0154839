import FoundationEssentials
import Glibc

extension Data {
    /// Writes all bytes at a descriptor's place; `false` if they were not all taken, `errno` says why.
    package func writeAll(to descriptor: Int32) -> Bool {
        withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
                let count = Glibc.write(descriptor, start, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
