#pragma once

// png.h and gif_lib.h need these before them.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <gif_lib.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

// The rescaler of libwebp takes 32-bit words with alpha in the highest byte. The bytes R, G, B, A are such a
// word on a machine whose lowest byte comes first, which is every one that Swift supports.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "RGBA bytes are read as ARGB words");

// Swift does not import macros that contain casts or other macros.
static const png_uint_32 posthorn_png_version = PNG_IMAGE_VERSION;
static const png_uint_32 posthorn_png_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 posthorn_png_16bit_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;
static const int posthorn_jpeg_flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
