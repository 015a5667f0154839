import Glibc
import PosthornHTTP

/// Functions that are looked up at run time.
///
/// libcurl loads their library, whose development headers this package does not require.
final class Symbols: Sendable {
    // SAFETY: a constant handle, which dlsym takes from any thread (dlsym(3)).
    private nonisolated(unsafe) let library: UnsafeMutableRawPointer?
    private let isComplete: Locked<Bool>

    /// Looks up functions in a library, or in all libraries of the process.
    init(of library: String? = nil) {
        self.library = library.flatMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }
        isComplete = Locked(library == nil || self.library != nil)
    }

    fileprivate func address(of name: String) -> UInt {
        let place = isComplete.withLock { $0 } ? dlsym(library, name) : nil
        if place == nil { isComplete.withLock { $0 = false } }
        return UInt(bitPattern: place)
    }

    /// Returns a table of functions; `nil` if one of them was not found.
    func complete<Table>(_ table: Table) -> Table? { isComplete.withLock { $0 } ? table : nil }
}

/// A function in a table; ``Symbols/complete(_:)`` has checked that it exists.
@propertyWrapper
struct Symbol<Function>: Sendable {
    private let address: UInt

    init(_ symbols: Symbols, _ name: String) { address = symbols.address(of: name) }

    var wrappedValue: Function { unsafeBitCast(address, to: Function.self) }
}
