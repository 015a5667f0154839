extension APIService {
    /// Makes a handle for a call whose value is the endpoint's output.
    /// ```swift
    /// let task = shop.task(for: ShopAPI.GetOrder(id: id))
    /// let order = try await task.value
    /// ```
    public func task<E: Endpoint>(for endpoint: E) -> CallTask<E.Output, E.Failure> {
        CallTask(.data) { attachment async throws(E.Failure) in
            try await call(endpoint, attachment: attachment).value
        }
    }

    /// Makes a handle for a call whose value is a stream.
    ///
    /// The value is available once the head of the response has arrived. The handle retains the stream. To
    /// end the stream early, cancel the handle, or release both.
    public func task<E: StreamEndpoint>(for endpoint: E) -> CallTask<E.Output, E.Failure> {
        CallTask(.stream) { attachment async throws(E.Failure) in
            try await stream(endpoint, attachment)
        }
    }

    /// Makes a handle for a call whose value is a downloaded file; see `download(_:to:options:)`.
    public func task<E: DownloadEndpoint>(
        for endpoint: E, to destination: DownloadOptions.Destination,
        options: DownloadOptions = DownloadOptions()
    ) -> CallTask<DownloadedFile, E.Failure> {
        CallTask(.download) { attachment async throws(E.Failure) in
            try await download(endpoint, to: destination, options: options, attachment).file
        }
    }
}
