/// The limit for the bytes that the reader of a stream buffers.
enum StreamLimit {
    /// One mebibyte.
    static let standard = 1_048_576

    static func exceeded(_ what: String, _ limit: Int) -> APIError.Cause {
        APIError.Cause(
            .limitExceeded, "\(what) of the stream is longer than \(limit) bytes",
            advice: "raise the stream's `limit` if the server sends such long lines or events")
    }
}
