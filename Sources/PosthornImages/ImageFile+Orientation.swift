extension ImageFile {
    /// How the stored rows are turned to show an image upright, with the values of EXIF.
    ///
    /// Cameras store the rows as the sensor delivers them and note how the camera was held.
    public enum Orientation: Int, Sendable, Hashable, CaseIterable {
        /// The rows are stored as they are shown.
        case up = 1
        /// Shown mirrored horizontally.
        case upMirrored = 2
        /// Shown after a rotation by 180°.
        case down = 3
        /// Shown mirrored vertically.
        case downMirrored = 4
        /// Shown with rows and columns exchanged, mirrored at the diagonal from the top left corner.
        case leftMirrored = 5
        /// Shown after a clockwise rotation by 90°.
        case right = 6
        /// Shown with rows and columns exchanged, mirrored at the diagonal from the top right corner.
        case rightMirrored = 7
        /// Shown after a counterclockwise rotation by 90°.
        case left = 8

        /// Whether rows become columns: the shown width is the stored height.
        public var swapsAxes: Bool { rawValue >= 5 }
    }

    /// The size as stored, from the header.
    public var size: ImageSize { ImageSize(width: width, height: height) }

    /// The size as shown, after the ``orientation`` is applied.
    public var orientedSize: ImageSize {
        orientation.swapsAxes ? ImageSize(width: height, height: width) : size
    }
}
