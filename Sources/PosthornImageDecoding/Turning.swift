import PosthornImages

extension DecodingJob {
    /// Turns the pixels from the way they are stored to the way they are shown.
    func turn(_ pixels: PixelBuffer, to orientation: ImageFile.Orientation) throws {
        switch orientation {
        case .up: break
        case .upMirrored: pixels.mirrorHorizontally()
        case .down: pixels.reverse()
        case .downMirrored: pixels.mirrorVertically()
        case .leftMirrored: try pixels.transpose()
        case .right: try pixels.transpose(mirrorsRows: true)
        case .rightMirrored: try pixels.transpose(mirrorsRows: true, mirrorsColumns: true)
        case .left: try pixels.transpose(mirrorsColumns: true)
        }
    }
}

extension PixelBuffer {
    /// Exchanges rows and columns, and mirrors the resulting rows or columns.
    fileprivate func transpose(mirrorsRows: Bool = false, mirrorsColumns: Bool = false) throws {
        let (width, height) = (size.width, size.height)
        let turned = try PixelBuffer(ImageSize(width: height, height: width))
        let (source, result) = (words, turned.words)
        // The pixel at the column x and the row y moves to first + x × column + y × row.
        let row = mirrorsRows ? -1 : 1
        let column = mirrorsColumns ? -height : height
        let first = (mirrorsRows ? height - 1 : 0) + (mirrorsColumns ? (width - 1) * height : 0)
        // Squares of 16 × 16 pixels, so that the rows of both images stay in the cache.
        let side = 16
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                for x in left..<min(left + side, width) {
                    var place = first &+ x &* column &+ top &* row
                    for y in top..<min(top + side, height) {
                        result[place] = source[y &* width &+ x]
                        place &+= row
                    }
                }
            }
        }
        swap(with: turned)
    }

    fileprivate func mirrorHorizontally() {
        for row in 0..<size.height { reverse(words + row * size.width, size.width) }
    }

    fileprivate func mirrorVertically() {
        for row in 0..<size.height / 2 {
            let upper = words + row * size.width
            let lower = words + (size.height - 1 - row) * size.width
            for x in 0..<size.width { (upper[x], lower[x]) = (lower[x], upper[x]) }
        }
    }

    /// Rotates by 180°.
    fileprivate func reverse() { reverse(words, size.width * size.height) }

    private func reverse(_ start: UnsafeMutablePointer<UInt32>, _ count: Int) {
        var pixels = UnsafeMutableBufferPointer(start: start, count: count)
        pixels.reverse()
    }
}
