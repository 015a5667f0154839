#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reads items of the groups `typed` and `decoding` into structs, with simdjson. Returns the number of
// items, or -1 if the text is not JSON of this shape.
//
// The text must have SIMDJSON_PADDING more bytes, up to its capacity.
long simd_items(const char *data, size_t length, size_t capacity);

// The same for a text without such bytes, which is copied; -1 if it has more than 64 KiB.
long simd_items_of_copy(const char *data, size_t length);

#ifdef __cplusplus
}
#endif
