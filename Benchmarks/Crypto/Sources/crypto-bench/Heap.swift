import Glibc

/// The heap of the process.
enum Heap {
    /// Has a megabyte and gives it back: glibc then raises the length from which on it keeps nothing.
    static func grow() {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        for place in stride(from: 0, to: block.count, by: 4096) { block[place] = 1 }
        // Looked at, so that it is not optimized away.
        print("once more, after a block of \(block.count + Int(block[4096]) - 1) bytes was freed")
        block.deallocate()
    }
}
