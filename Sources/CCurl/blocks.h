#pragma once

// The allocator of libcurl, with a cache for each session thread.
//
// libcurl allocates and frees about forty blocks for each request. glibc's malloc caches seven blocks of a size
// for each thread; in a process with several threads, it takes a lock for all others. The thread of a session
// therefore caches the blocks that libcurl frees.
//
// A cached block comes from malloc: any thread may free it, and realloc accepts it. Each C file that includes this
// header has its own cache, so call these functions from one file only.

#include <curl/curl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    // One list for each of malloc's sizes (24, 40, 56 bytes and so on) up to 2 KiB. The first list is for
    // libcurl's buffers.
    posthorn_block_lists = 129,
    posthorn_largest_block = 2056,
    posthorn_smallest_buffer = 16 << 10,
    posthorn_buffer = (16 << 10) + 256,
    // The maximum length of a list: the number of transfers that begin in a turn of the loop.
    posthorn_maximum_blocks = 32,
};

typedef struct {
    // Linked lists; the first bytes of a block point to the next one.
    void *first[posthorn_block_lists];
    unsigned char count[posthorn_block_lists];
} posthorn_block_cache;

// The cache of this thread; null if it has none.
static inline posthorn_block_cache **posthorn_thread_cache(void) {
    static __thread posthorn_block_cache *cache;
    return &cache;
}

static inline void posthorn_begin_caching(void) {
    posthorn_block_cache **cache = posthorn_thread_cache();
    if (!*cache) *cache = calloc(1, sizeof **cache);
}

static inline void posthorn_end_caching(void) {
    posthorn_block_cache *cache = *posthorn_thread_cache();
    *posthorn_thread_cache() = NULL;
    if (!cache) return;
    for (size_t list = 0; list < posthorn_block_lists; list++) {
        while (cache->first[list]) {
            void *block = cache->first[list];
            cache->first[list] = *(void **)block;
            free(block);
        }
    }
    free(cache);
}

static inline size_t posthorn_cached_block_count(void) {
    posthorn_block_cache *cache = *posthorn_thread_cache();
    size_t sum = 0;
    for (size_t list = 0; cache && list < posthorn_block_lists; list++) sum += cache->count[list];
    return sum;
}

// Returns a block of at least this size.
static inline void *posthorn_malloc(size_t size) {
    posthorn_block_cache *cache = *posthorn_thread_cache();
    size_t list = size <= 24 ? 1 : (size + 7) >> 4;
    if (size > posthorn_largest_block) {
        if (size < posthorn_smallest_buffer || size > posthorn_buffer) return malloc(size);
        list = 0;
        size = posthorn_buffer;
    }
    void *block = cache ? cache->first[list] : NULL;
    if (!block) return malloc(size);
    cache->first[list] = *(void **)block;
    cache->count[list]--;
    return block;
}

static inline void posthorn_free(void *block) {
    if (!block) return;
    posthorn_block_cache *cache = *posthorn_thread_cache();
    if (!cache) return free(block);
    size_t size = malloc_usable_size(block);
    if (size < 24) return free(block);
    size_t list = (size - 8) >> 4;
    if (list >= posthorn_block_lists) {
        list = 0;
        // A block can include a remainder that is too small to be another one.
        if (size < posthorn_buffer || size > posthorn_buffer + 64) return free(block);
    }
    if (cache->count[list] >= posthorn_maximum_blocks) return free(block);
    *(void **)block = cache->first[list];
    cache->first[list] = block;
    cache->count[list]++;
}

static inline void *posthorn_realloc(void *block, size_t size) {
    if (!block) return posthorn_malloc(size);
    if (size > posthorn_largest_block || !*posthorn_thread_cache()) return realloc(block, size);
    size_t count = malloc_usable_size(block);
    if (size <= count) return block;
    void *larger = posthorn_malloc(size);
    if (!larger) return NULL;
    memcpy(larger, block, count);
    posthorn_free(block);
    return larger;
}

// libcurl needs nine zeroed blocks for each request. glibc's calloc does not use its thread cache.
static inline void *posthorn_calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) return NULL;
    void *block = posthorn_malloc(total);
    // Otherwise, the compiler would replace malloc and memset by calloc.
    __asm__ volatile("" : "+r"(block));
    return block ? memset(block, 0, total) : NULL;
}

static inline char *posthorn_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *block = posthorn_malloc(size);
    return block ? memcpy(block, text, size) : NULL;
}

static inline CURLcode posthorn_global_init(void) {
    return curl_global_init_mem(
        CURL_GLOBAL_DEFAULT, posthorn_malloc, posthorn_free,
        posthorn_realloc, posthorn_strdup, posthorn_calloc);
}
