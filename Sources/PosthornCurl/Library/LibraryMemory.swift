import CCurl

/// The allocator for libcurl, which caches freed blocks per session thread.
///
/// All calls are in this file and never inlined, because the thread-local cache is a static variable of a C
/// header, which each object file has for itself.
enum LibraryMemory {
    /// Initializes libcurl with this allocator, unless it was initialized before.
    @inline(never)
    static func setUp() -> Bool { posthorn_global_init() == CURLE_OK }

    /// Starts caching freed blocks on the calling thread, up to 32 of each size.
    ///
    /// Sanitizer builds do not cache, so that they detect use after free.
    @inline(never)
    static func beginCaching() {
        #if !SANITIZED
            posthorn_begin_caching()
        #endif
    }

    @inline(never)
    static func endCaching() { posthorn_end_caching() }

    @inline(never)
    static var cachedBlockCount: Int { posthorn_cached_block_count() }
}
