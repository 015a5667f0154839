#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Reads items of the group `typed` into structs, with simdjson. Returns the number of items, or -1 if the
// text is not JSON of this shape.
//
// The text must have SIMDJSON_PADDING more bytes, up to its capacity.
long simd_items(const char *data, size_t length, size_t capacity);

// The same for a text of at most 64 KiB without such bytes, which is copied.
long simd_items_of_copy(const char *data, size_t length);

#ifdef __cplusplus
}
#endif
