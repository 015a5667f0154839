extension RequestBuilder {
    /// Sets a method by its token, such as `PURGE`, and the path.
    ///
    /// A token that HTTP does not allow fails the call.
    public mutating func method(_ token: String, _ path: String) {
        if let method = HTTPRequest.Method(rawValue: token) { return self.method(method, path) }
        fault =
            fault
            ?? APIError.Cause(
                .invalidParameter, "the method is no token of HTTP",
                advice: "write it with letters, digits and `-`")
    }
}
