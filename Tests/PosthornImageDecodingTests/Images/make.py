"""Makes the images of this folder, and with each its pixels as RGBA bytes, as Pillow decodes them.

Needs Pillow 9.4 (Debian: python3-pil). Run it in this folder: python3 make.py
"""

import io
import struct
import zlib

from PIL import Image, ImageOps

WIDTH, HEIGHT = 21, 14


def source():
    """A gradient with a sharp corner, and an alpha that runs from 0 to 255."""
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            color = (x * 12, y * 18, (x * y * 7) % 256, min(255, x * 13))
            if x < 6 and y < 4:
                color = (250, 10, 30, 255)
            image.putpixel((x, y), color)
    return image


def store(name, data, expected=None):
    """Writes a file and its pixels; without `expected` they are Pillow's."""
    with open(name, "wb") as file:
        file.write(data)
    if expected is None:
        expected = Image.open(io.BytesIO(data)).convert("RGBA")
    with open(name + ".rgba", "wb") as file:
        file.write(expected.tobytes())


def save(name, image, format, expected=None, **options):
    buffer = io.BytesIO()
    image.save(buffer, format, **options)
    store(name, buffer.getvalue(), expected)
    return buffer.getvalue()


def chunk(kind, payload):
    return (struct.pack(">I", len(payload)) + kind + payload
            + struct.pack(">I", zlib.crc32(kind + payload)))


def png(width, height, depth, kind, rows, interlaced=0):
    """A PNG of unfiltered rows."""
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    data = b"".join(b"\0" + row for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def wide(image, channels):
    """Rows with 16 bits for each sample; the sample n becomes 257 × n, which scales back exactly."""
    pixels = image.load()
    for y in range(image.height):
        row = b""
        for x in range(image.width):
            value = pixels[x, y]
            value = value if isinstance(value, tuple) else (value,)
            row += b"".join(bytes((sample, sample)) for sample in value[:channels])
        yield row


def adam7(image):
    """The rows of the seven passes."""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)]
    for left, top, across, down in passes:
        for y in range(top, image.height, down):
            row = b"".join(
                bytes(image.getpixel((x, y))) for x in range(left, image.width, across))
            if row:
                yield row


def make_png(image):
    rgb, grey = image.convert("RGB"), image.convert("L")
    save("rgb.png", rgb, "PNG")
    save("rgba.png", image, "PNG")
    save("grey.png", grey, "PNG")
    save("grey-alpha.png", image.convert("LA"), "PNG")
    save("palette.png", rgb.quantize(16), "PNG")
    save("palette-transparent.png", rgb.quantize(16), "PNG", transparency=3)
    save("bits.png", grey.convert("1"), "PNG")
    size = (image.width, image.height)
    store("rgb-16.png", png(*size, 16, 2, wide(rgb, 3)), rgb.convert("RGBA"))
    store("rgba-16.png", png(*size, 16, 6, wide(image, 4)), image)
    store("grey-16.png", png(*size, 16, 0, wide(grey, 1)), grey.convert("RGBA"))
    store("interlaced.png", png(*size, 8, 6, adam7(image), interlaced=1))
    save("animated.png", rgb, "PNG", save_all=True,
         append_images=[ImageOps.invert(rgb), ImageOps.flip(rgb)])


def make_jpeg(image):
    rgb = image.convert("RGB")
    save("rgb.jpeg", rgb, "JPEG", quality=90)
    save("full-color.jpeg", rgb, "JPEG", quality=90, subsampling=0)
    save("wide-color.jpeg", rgb, "JPEG", quality=90, subsampling=1)
    save("grey.jpeg", rgb.convert("L"), "JPEG", quality=90)
    save("progressive.jpeg", rgb, "JPEG", quality=90, progressive=True)
    data = save("cmyk.jpeg", rgb.convert("CMYK"), "JPEG", quality=90)
    # The same coefficients as YCCK: the last byte of Adobe's segment is the transformation.
    at = data.index(b"Adobe") + 11
    store("ycck.jpeg", data[:at] + b"\2" + data[at + 1:])


def make_webp(image):
    rgb = image.convert("RGB")
    save("lossy.webp", rgb, "WEBP", quality=90)
    save("lossy-alpha.webp", image, "WEBP", quality=90)
    save("lossless.webp", image, "WEBP", lossless=True, exact=True)
    # The first frame is not at the corner: the position is in units of two pixels, 16 bytes into ANMF.
    data = save("animated.webp", rgb, "WEBP", lossless=True, save_all=True, duration=100,
                append_images=[ImageOps.invert(rgb), ImageOps.flip(rgb)])
    canvas = Image.new("RGBA", (WIDTH + 8, HEIGHT + 5))
    canvas.paste(rgb, (4, 2))
    at = data.index(b"ANMF") + 8
    moved = bytearray(data)
    moved[24:30] = struct.pack("<I", canvas.width - 1)[:3] + struct.pack("<I", canvas.height - 1)[:3]
    moved[at:at + 6] = b"\2\0\0\1\0\0"
    store("offset.webp", bytes(moved), canvas)


def make_gif(image):
    colors = image.convert("RGB").quantize(16)
    save("interlaced.gif", colors, "GIF", interlace=1)
    save("transparent.gif", colors, "GIF", transparency=3)
    save("animated.gif", colors, "GIF", save_all=True, duration=100,
         append_images=[image.convert("RGB").rotate(180).quantize(16)])
    data = bytearray(save("palette.gif", colors, "GIF", interlace=0))
    # A larger screen, and the frame not at its corner.
    at = data.index(b"\x2c\0\0\0\0")
    frame = colors.convert("RGBA")
    canvas = Image.new("RGBA", (WIDTH + 9, HEIGHT + 6))
    canvas.paste(frame, (5, 3))
    data[6:10] = struct.pack("<HH", *canvas.size)
    data[at + 1:at + 5] = struct.pack("<HH", 5, 3)
    store("offset.gif", bytes(data), canvas)
    # A smaller screen: the frame is cut off at the right and at the bottom.
    data[6:10] = struct.pack("<HH", 16, 12)
    canvas = Image.new("RGBA", (16, 12))
    canvas.paste(frame, (5, 3))
    store("clipped.gif", bytes(data), canvas)


def make_orientations(image):
    """The same picture, stored in eight ways, and shown as Pillow turns it."""
    for value in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = value
        cases = [("jpeg", image.convert("RGB"), {"quality": 90, "subsampling": 0})]
        if value in (5, 6):
            cases += [("png", image, {}), ("webp", image, {"lossless": True, "exact": True})]
        for format, stored, options in cases:
            buffer = io.BytesIO()
            stored.save(buffer, format.upper(), exif=exif, **options)
            shown = ImageOps.exif_transpose(Image.open(io.BytesIO(buffer.getvalue())))
            store(f"orientation-{value}.{format}", buffer.getvalue(), shown.convert("RGBA"))


def make_large():
    """A picture of 160 × 120 pixels, with its pixels averaged to 40 × 30."""
    image = Image.new("RGB", (160, 120))
    for y in range(120):
        for x in range(160):
            inside = (x - 80) ** 2 + (y - 60) ** 2 < 2000
            image.putpixel((x, y), (x, 2 * y, 200) if inside else (255 - x, 90, y))
    small = image.resize((40, 30), Image.BOX).convert("RGBA")
    save("large.jpeg", image, "JPEG", small, quality=90)
    save("large-progressive.jpeg", image, "JPEG", small, quality=90, progressive=True)
    save("large.webp", image, "WEBP", small, quality=80)
    save("large-lossless.webp", image, "WEBP", small, lossless=True)
    save("large.png", image, "PNG", small)
    colors = image.quantize(32)
    save("large.gif", colors, "GIF", colors.convert("RGB").resize((40, 30), Image.BOX).convert("RGBA"))


def make_white():
    """White images with so many pixels that their sum does not fit 32 bits; they have no file of pixels."""
    image = Image.new("1", (4200, 4200), 1)
    image.save("white.png", "PNG", optimize=True)
    image.convert("RGB").save("white.webp", "WEBP", lossless=True)


picture = source()
make_png(picture)
make_jpeg(picture)
make_webp(picture)
make_gif(picture)
make_orientations(picture)
make_large()
make_white()
