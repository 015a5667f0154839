import Glibc

/// Functions that are looked up at run time.
///
/// Another library loads theirs, whose development headers this package does not require.
package final class Symbols: Sendable {
    // SAFETY: a constant handle, which dlsym takes from any thread (dlsym(3)).
    private nonisolated(unsafe) let library: UnsafeMutableRawPointer?
    /// Whether the library was found.
    package let isLoaded: Bool
    private let firstMissing = Locked<String?>(nil)

    package var missing: String? { firstMissing.withLock { $0 } }

    /// Looks up functions in a library, or in all libraries of the process.
    package init(of library: String? = nil) {
        self.library = library.flatMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }
        isLoaded = library == nil || self.library != nil
    }

    fileprivate func address(of name: String) -> UInt {
        let place = isLoaded ? dlsym(library, name) : nil
        if place == nil { firstMissing.withLock { $0 = $0 ?? name } }
        return UInt(bitPattern: place)
    }

    /// Returns a table of functions; `nil` if one of them was not found.
    package func complete<Table>(_ table: Table) -> Table? { missing == nil ? table : nil }
}

/// A function in a table; its creator has checked that all of them exist.
@propertyWrapper
package struct Symbol<Function>: Sendable {
    @usableFromInline
    let address: UInt

    package init(_ symbols: Symbols, _ name: String) { address = symbols.address(of: name) }

    /// Inlinable, because some of the functions are called for every request.
    @inlinable package var wrappedValue: Function { unsafeBitCast(address, to: Function.self) }
}
