/// The limit on what a stream's reader keeps while it waits for the end of a line.
enum StreamLimit {
    /// One mebibyte.
    static let standard = 1_048_576

    static func exceeded(_ what: String, _ limit: Int) -> APIError.Cause {
        APIError.Cause(
            .limitExceeded, "\(what) of the stream is longer than \(limit) bytes",
            advice: "raise the stream's limit if the server really sends such")
    }
}
