public import FoundationEssentials

/// A call whose response is written to a file while it arrives.
///
/// `APIService.download(_:to:options:)` takes the destination of the file.
public protocol DownloadEndpoint: EndpointRequest {}

extension APIService {
    /// Calls an endpoint and writes its response to a file.
    ///
    /// The bytes are written to `<destination>.part`, which is renamed when it is complete. The destination
    /// therefore contains the old file or the new one, never a partial one. A symbolic link at the
    /// destination is replaced, not followed.
    ///
    /// A download resumes an unfinished one from the same URL to the same destination, over any
    /// ``Transport``. If a call fails or is cancelled, its partial file is kept with a checkpoint beside it.
    /// This requires a GET without a body, no sealing cipher and a strong entity tag in the response. The
    /// next call requests the remaining bytes (`Range` with `If-Range`, RFC 9110, section 13.1.5). If the
    /// file has changed, the server sends the complete file. Any other call removes its partial file when it
    /// fails.
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: The location of the file, a folder, or a closure that chooses the location.
    ///   - options: How the file is written; unset options take the transport's defaults.
    /// - Throws: The endpoint's failure: a documented one, or an ``APIError``. Its code is
    ///   `APIError.Code.fileFailed` if the file can't be written.
    public func download<E: DownloadEndpoint>(
        _ endpoint: E, to destination: DownloadOptions.Destination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(E.Failure) -> DownloadedFile {
        try await download(
            endpoint, to: destination, options: options,
            TransferAttachment(.download)
        ).file
    }

    /// Calls an endpoint, writes its response to a file, and returns the file with the response.
    ///
    /// The response has no body, because the file holds it.
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - destination: The location of the file, a folder, or a closure that chooses the location.
    ///   - options: How the file is written; unset options take the transport's defaults.
    /// - Throws: The endpoint's failure, as `download(_:to:options:)` does.
    public func response<E: DownloadEndpoint>(
        to endpoint: E, savingTo destination: DownloadOptions.Destination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(E.Failure) -> APIResponse<DownloadedFile> {
        let (file, exchange) = try await download(
            endpoint, to: destination, options: options, TransferAttachment(.download))
        return APIResponse(file, of: exchange)
    }

    /// - Parameter attachment: Combines all exchanges into one task.
    func download<E: DownloadEndpoint>(
        _ endpoint: E, to destination: DownloadOptions.Destination, options: DownloadOptions,
        _ attachment: TransferAttachment
    ) async throws(E.Failure) -> (file: DownloadedFile, exchange: Exchange) {
        let configuration = configuration
        let download = ResumableDownload(
            to: destination,
            options.inheriting(configuration.session?.downloadDefaults ?? DownloadOptions()),
            listener: attachment)
        var exchange = Exchange(E.self, of: configuration, .file(download), attachment)
        let file = try await Call.run(endpoint, of: self, configuration, &exchange) { exchange in
            guard let head = exchange.response, let body = exchange.body else {
                throw CancellationError()
            }
            exchange.notifier?.notify(.succeeded(head))
            exchange.enter(.sending)
            exchange.body = exchange.notifier?.observed(body) ?? body
            return try await download.receive(exchange.body ?? body, presentsWhole: true)
        }
        await attachment.end(nil)
        return (file, exchange)
    }

    /// Calls an endpoint and writes its response to a file.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - url: The location of the file, from `URL(filePath:)`.
    ///   - options: How the file is written; unset options take the transport's defaults.
    /// - Throws: The endpoint's failure, as the method with a `DownloadOptions.Destination` does.
    public func download<E: DownloadEndpoint>(
        _ endpoint: E, to url: URL, options: DownloadOptions = DownloadOptions()
    ) async throws(E.Failure) -> DownloadedFile {
        try await download(endpoint, to: .file(url), options: options)
    }
}
