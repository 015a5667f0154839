import Dispatch
import PosthornCore
public import PosthornImages

/// Decodes the pixels of PNG, JPEG, WebP and GIF images.
///
/// ```swift
/// var decoder = ImageDecoder()
/// decoder.fitting = ImageSize(width: 200, height: 200)
/// let thumbnail = try decoder.decode(photo)
/// ```
///
/// Of an animated image, the first frame is decoded. Color profiles are ignored, except that the gamma of a PNG
/// is converted to sRGB's.
///
/// A decoder is a value without state. Use one from any number of threads at the same time.
public struct ImageDecoder: Sendable {
    /// The highest number of bytes that decoding one image allocates for pixels.
    ///
    /// The default is 256 MiB. The decoder computes the bytes from the headers, and refuses a larger image before
    /// it allocates or decodes anything. A decoded image has 4 bytes for each pixel. In addition there are:
    ///
    /// - the coefficients of a progressive JPEG, 2 to 8 bytes for each pixel of the file
    /// - the library's own pixels of a WebP, 4 bytes if it is lossless, 5 if it is lossy and has alpha
    /// - the second copy of an image that is scaled, or that is rotated by 90°
    ///
    /// An image that is decoded at the same time on another thread counts separately.
    public var maximumBytes = 256 << 20

    /// The size into which the image is scaled down.
    ///
    /// The aspect ratio is kept, and images that are smaller are not enlarged. The default, `nil`, keeps the
    /// size. With ``appliesOrientation``, it limits the image as shown. A JPEG or a lossy WebP is scaled
    /// while it is decoded, which takes less time and memory; the other images are decoded in full first.
    public var fitting: ImageSize?

    /// Whether the image is turned as its `ImageFile.orientation` says; the default is `true`.
    public var appliesOrientation = true

    /// Creates a decoder with the defaults.
    public init() {}

    /// Decodes the pixels.
    ///
    /// The call blocks its thread while it decodes, which takes tens to hundreds of milliseconds for a photo. It
    /// can't be cancelled.
    /// - Throws: an `APIError.Cause` with the code `decodingFailed` if the image is damaged, truncated, of an
    ///   unsupported kind or larger than ``maximumBytes``, or with the code `invalidParameter` if
    ///   ``fitting`` is not at least 1 × 1.
    public func decode(_ file: ImageFile) throws -> Bitmap {
        let orientation = appliesOrientation ? file.orientation : .up
        let job = DecodingJob(
            file: file, target: try target(of: file, shown: orientation),
            swapsAxes: orientation.swapsAxes, maximumBytes: maximumBytes)
        let pixels =
            switch file.format {
            case .png: try job.decodePNG()
            case .jpeg: try job.decodeJPEG()
            case .webp: try job.decodeWebP()
            case .gif: try job.decodeGIF()
            }
        try job.scale(pixels)
        try job.turn(pixels, to: orientation)
        return pixels.bitmap()
    }

    /// Decodes the pixels on a thread of its own, so that Swift's threads stay free for other tasks.
    ///
    /// It can't be cancelled. Limit how many images are decoded at the same time, as `maximumActive` of a `Loader`
    /// does: each one takes up to ``maximumBytes``.
    /// - Throws: an `APIError.Cause`, as the synchronous function does.
    public func decode(_ file: ImageFile) async throws -> Bitmap {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try self.decode(file) })
            }
        }
    }

    /// Returns the size of the scaled image as its rows are stored.
    private func target(
        of file: ImageFile, shown orientation: ImageFile.Orientation
    ) throws -> ImageSize {
        guard var box = fitting else { return file.size }
        guard box.width > 0, box.height > 0 else {
            throw APIError.Cause(
                .invalidParameter, "an image can't be scaled to fit \(box) pixels",
                advice: "set `fitting` to at least 1 × 1, or to nil to keep the size")
        }
        if orientation.swapsAxes { box = ImageSize(width: box.height, height: box.width) }
        return file.size.scaledDown(toFit: box)
    }
}
