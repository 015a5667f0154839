/// A call whose response is written to a file while it arrives.
///
/// The caller of ``APIService/download(_:to:options:)`` says to which.
public protocol DownloadEndpoint: EndpointRequest {}

/// A response that was written to a file.
public struct DownloadedFile: Sendable {
    /// The file.
    public var path: String
    /// Its length in bytes.
    public var count: Int
    /// The status of the response that completed the file: 206 where the server sent the rest of one that was
    /// begun earlier (RFC 9110, section 15.3.7).
    public var status: HTTPResponse.Status
    /// The header fields of that response; of a typed call those that the whole file would have had.
    public var headers: HTTPFields
    /// How it is known that nothing is missing.
    public var bodyIntegrity: BodyIntegrity

    /// Creates a description of a file.
    public init(
        path: String, count: Int, status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: BodyIntegrity = .unverified
    ) {
        self.path = path
        self.count = count
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
    }
}

extension APIService {
    /// Calls an endpoint and writes its response to a file.
    ///
    /// The bytes go to `<destination>.part` and are renamed when all of them are there, so that the
    /// destination is the old file or the new one and never half of one. A destination that is a
    /// symbolic link is replaced, not followed.
    ///
    /// A download resumes where an earlier call of the same URL to the same destination broke off, over any
    /// ``Transport``. A GET without a body that no cipher seals leaves its partial file and a note beside it if
    /// it fails or is cancelled, and the server named its file by a strong entity tag. The next one requests the
    /// rest (`Range` with `If-Range`, RFC 9110, section 13.1.5), and gets all of the file if that has changed.
    /// Any other call that fails removes the partial file.
    /// - Parameters:
    ///   - destination: The path of the file, a folder, or a closure that chooses the path.
    ///   - options: How the file is written; what they leave out is the transport's.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``, with the code
    ///   ``APIError/Code/fileFailed`` if the file can't be written.
    public func download<E: DownloadEndpoint>(
        _ endpoint: E, to destination: DownloadDestination,
        options: DownloadOptions = DownloadOptions()
    ) async throws(E.Failure) -> DownloadedFile {
        try await download(
            endpoint, to: destination, options: options,
            TransferAttachment(.download, isHandled: false))
    }

    /// - Parameter attachment: Makes all exchanges one task.
    func download<E: DownloadEndpoint>(
        _ endpoint: E, to destination: DownloadDestination, options: DownloadOptions,
        _ attachment: TransferAttachment
    ) async throws(E.Failure) -> DownloadedFile {
        let download = ResumableDownload(
            to: destination, options.inheriting(configuration.transport.downloadDefaults),
            listener: attachment)
        var exchange = Exchange(E.self, of: self, .file(download), attachment)
        var file: DownloadedFile?
        do {
            try await Call.run(&exchange) { exchange in
                try exchange.build(endpoint, of: try await resolved())
            } decode: { exchange in
                guard let head = exchange.response, let body = exchange.body else { return }
                exchange.watch?.tell(.succeeded(head))
                exchange.enter(.sending)
                exchange.body = exchange.watch?.watched(body) ?? body
                file = try await download.receive(exchange.body ?? body, presentsWhole: true)
            }
            guard let file else { throw CancellationError() }
            await attachment.end(nil)
            return file
        } catch {
            download.abandon()
            let failure: E.Failure = exchange.failure(error)
            await attachment.end(failure.apiError.asTransportError)
            throw failure
        }
    }

    /// Calls an endpoint and writes its response to the file at a path.
    public func download<E: DownloadEndpoint>(
        _ endpoint: E, to path: String, options: DownloadOptions = DownloadOptions()
    ) async throws(E.Failure) -> DownloadedFile {
        try await download(endpoint, to: .file(path), options: options)
    }
}

extension DownloadedFile: RedactedStringConvertible {
    /// Status and length; header fields may hold secrets, and a server may have named the file.
    public var description: String { "\(status.text), a file of \(count) bytes" }
}
