#if !ImageDecoding
    /// The decoder of pixels, which the package trait `ImageDecoding` adds.
    @_documentation(visibility: internal)
    @available(
        *, unavailable,
        message:
            "turn on the trait ImageDecoding: 'traits: [\"ImageDecoding\"]' where your Package.swift names posthorn"
    )
    public struct ImageDecoder {
        /// Creates a decoder.
        public init() {}
    }
#endif
