import PosthornImages

extension ImageSize {
    /// The number of bytes of an image with 4 bytes for each pixel; `Int.max` if it is not representable.
    var byteCount: Int {
        let pixels = width.multipliedReportingOverflow(by: height)
        let bytes = pixels.partialValue.multipliedReportingOverflow(by: 4)
        return pixels.overflow || bytes.overflow ? .max : bytes.partialValue
    }

    /// Returns the largest size with the same aspect ratio that fits a box and is not larger than this size.
    ///
    /// Sides are less than 2^31, so that products are exact.
    func scaledDown(toFit box: ImageSize) -> ImageSize {
        let boxWidth = min(box.width, width)
        let boxHeight = min(box.height, height)
        // The side that shrinks more determines the other one, rounded to the nearest pixel.
        if boxWidth * height <= boxHeight * width {
            return ImageSize(
                width: boxWidth, height: max(1, (height * boxWidth + width / 2) / width))
        }
        return ImageSize(
            width: max(1, (width * boxHeight + height / 2) / height), height: boxHeight)
    }
}
