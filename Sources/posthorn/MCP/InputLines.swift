internal import Dispatch
internal import FoundationEssentials
internal import Glibc

/// The lines of standard input, as they come.
enum InputLines {
    /// The most bytes of a line.
    static let limit = 8 << 20

    /// Returns the lines, with `nil` for one that is too long.
    static func standard() -> AsyncStream<Data?> {
        AsyncStream { continuation in
            DispatchQueue(label: "standard input").async {
                read { continuation.yield($0) }
                continuation.finish()
            }
        }
    }

    private static func read(_ receive: (Data?) -> Void) {
        var line = Data()
        var isTooLong = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        func end() {
            if isTooLong { receive(nil) } else if !line.isEmpty { receive(line) }
            (line, isTooLong) = (Data(), false)
        }
        while true {
            let count = buffer.withUnsafeMutableBytes {
                Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return end() }
            var rest = buffer[..<count]
            while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if !isTooLong { line += rest[..<index] }
                end()
                rest = rest[(index + 1)...]
            }
            if line.count + rest.count > limit { (line, isTooLong) = (Data(), true) }
            if !isTooLong { line += rest }
        }
    }
}
