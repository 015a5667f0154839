/// A call whose answer is written to a file while it arrives.
///
/// The caller of ``APIService/send(_:to:)`` says to which.
public protocol FileEndpoint: EndpointRequest {}

/// An answer that was written to a file.
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
    public var completeness: Completeness

    /// Creates a description of a file.
    public init(
        path: String, count: Int, status: HTTPResponse.Status, headers: HTTPFields = [:],
        completeness: Completeness = .unverified
    ) {
        self.path = path
        self.count = count
        self.status = status
        self.headers = headers
        self.completeness = completeness
    }
}

extension APIService {
    /// Calls an endpoint and writes its answer to a file.
    ///
    /// The bytes go to `<destination>.part` and are renamed when all of them are there, so that the
    /// destination is the old file or the new one and never half of one. A destination that is a
    /// symbolic link is replaced, not followed.
    ///
    /// A ``DownloadingTransport``, such as a session over libcurl, goes on where an earlier call of the
    /// same URL to the same destination broke off. A GET without a body that no cipher seals leaves its
    /// partial file and a journal beside it if it fails or is cancelled, and the server named its file
    /// by a strong entity tag. The next one asks for the rest (`Range` with `If-Range`, RFC 9110,
    /// section 13.1.5), and gets all of the file if that has changed. Any other call that fails removes
    /// the partial file.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``, with the code
    ///   ``APIError/Code/fileFailed`` if the file can't be written.
    public func send<E: FileEndpoint>(
        _ endpoint: E, to destination: String
    ) async throws(E.Failure) -> DownloadedFile {
        try await Call(endpoint, of: self).download(to: destination)
    }
}

extension DownloadedFile: RedactedStringConvertible {
    /// Status and length; header fields may hold secrets, and a server may have named the file.
    public var description: String { "\(status.text), a file of \(count) bytes" }
}
