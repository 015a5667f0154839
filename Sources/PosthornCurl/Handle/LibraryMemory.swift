import CCurl

/// The memory that libcurl uses: what it gives back on a session's thread is kept there, for what it takes next.
///
/// All that concerns it is here, and never inlined: what the thread keeps is a variable of this file's.
enum LibraryMemory {
    /// Sets libcurl up, with memory of this kind if nobody has set it up before.
    @inline(never)
    static func setUp() -> Bool { posthorn_global_init() == CURLE_OK }

    /// Has the calling thread keep what libcurl gives back on it, up to 32 blocks of a size.
    ///
    /// Not where a sanitizer is to see what is used after that.
    @inline(never)
    static func beginKeeping() {
        #if !SANITIZED
            posthorn_begin_keeping()
        #endif
    }

    /// Gives all that the calling thread has kept back to the system.
    @inline(never)
    static func endKeeping() { posthorn_end_keeping() }

    /// How many blocks the calling thread keeps.
    @inline(never)
    static var kept: Int { posthorn_blocks_kept() }
}
