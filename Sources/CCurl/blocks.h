#pragma once

// libcurl's memory: some forty blocks with each request, which a session's thread takes and gives back.
// In a process with several threads glibc's malloc locks for all that its cache of seven blocks a size does
// not hold, so that a thread may keep what libcurl gives back for what it takes next.
//
// A kept block is one of malloc's: any thread may free it, and realloc takes it as it is. To be called
// from one file only, as the compiler makes these functions, and the variable in them, for each file anew.

#include <curl/curl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    // malloc's sizes are 24 bytes and steps of 16 from there; the lists are for those up to 2 KiB, and
    // the first one for libcurl's buffers.
    posthorn_block_lists = 129,
    posthorn_largest_block = 2056,
    posthorn_smallest_buffer = 16 << 10,
    posthorn_buffer = (16 << 10) + 256,
    // How many blocks a list has at most: as many as transfers begin at a time.
    posthorn_most_blocks = 32,
};

typedef struct {
    // Lists, linked by the blocks' own first bytes.
    void *first[posthorn_block_lists];
    unsigned char count[posthorn_block_lists];
} posthorn_blocks;

// What this thread keeps; null if it keeps nothing.
static inline posthorn_blocks **posthorn_kept_blocks(void) {
    static __thread posthorn_blocks *blocks;
    return &blocks;
}

static inline void posthorn_begin_keeping(void) {
    posthorn_blocks **blocks = posthorn_kept_blocks();
    if (!*blocks) *blocks = calloc(1, sizeof **blocks);
}

static inline void posthorn_end_keeping(void) {
    posthorn_blocks *blocks = *posthorn_kept_blocks();
    *posthorn_kept_blocks() = NULL;
    if (!blocks) return;
    for (size_t list = 0; list < posthorn_block_lists; list++) {
        while (blocks->first[list]) {
            void *block = blocks->first[list];
            blocks->first[list] = *(void **)block;
            free(block);
        }
    }
    free(blocks);
}

static inline size_t posthorn_blocks_kept(void) {
    posthorn_blocks *blocks = *posthorn_kept_blocks();
    size_t sum = 0;
    for (size_t list = 0; blocks && list < posthorn_block_lists; list++) sum += blocks->count[list];
    return sum;
}

// A block of at least so many bytes.
static inline void *posthorn_take_block(size_t size) {
    posthorn_blocks *blocks = *posthorn_kept_blocks();
    size_t list = size <= 24 ? 1 : (size + 7) >> 4;
    if (size > posthorn_largest_block) {
        if (size < posthorn_smallest_buffer || size > posthorn_buffer) return malloc(size);
        list = 0;
        size = posthorn_buffer;
    }
    void *block = blocks ? blocks->first[list] : NULL;
    if (!block) return malloc(size);
    blocks->first[list] = *(void **)block;
    blocks->count[list]--;
    return block;
}

static inline void posthorn_give_block_back(void *block) {
    if (!block) return;
    posthorn_blocks *blocks = *posthorn_kept_blocks();
    if (!blocks) return free(block);
    size_t size = malloc_usable_size(block);
    if (size < 24) return free(block);
    size_t list = (size - 8) >> 4;
    if (list >= posthorn_block_lists) {
        list = 0;
        // The rest of what malloc has cut it from may be part of it.
        if (size < posthorn_buffer || size > posthorn_buffer + 64) return free(block);
    }
    if (blocks->count[list] >= posthorn_most_blocks) return free(block);
    *(void **)block = blocks->first[list];
    blocks->first[list] = block;
    blocks->count[list]++;
}

static inline void *posthorn_grow_block(void *block, size_t size) {
    if (!block) return posthorn_take_block(size);
    if (size > posthorn_largest_block || !*posthorn_kept_blocks()) return realloc(block, size);
    size_t count = malloc_usable_size(block);
    if (size <= count) return block;
    void *larger = posthorn_take_block(size);
    if (!larger) return NULL;
    memcpy(larger, block, count);
    posthorn_give_block_back(block);
    return larger;
}

// Nine blocks with each request are to be zeros. glibc's own calloc takes none of what the thread has
// given back just now.
static inline void *posthorn_take_zeros(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) return NULL;
    void *block = posthorn_take_block(total);
    // The compiler would make a calloc of the two.
    __asm__ volatile("" : "+r"(block));
    return block ? memset(block, 0, total) : NULL;
}

static inline char *posthorn_take_copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *block = posthorn_take_block(size);
    return block ? memcpy(block, text, size) : NULL;
}

static inline CURLcode posthorn_global_init(void) {
    return curl_global_init_mem(
        CURL_GLOBAL_DEFAULT, posthorn_take_block, posthorn_give_block_back,
        posthorn_grow_block, posthorn_take_copy, posthorn_take_zeros);
}
