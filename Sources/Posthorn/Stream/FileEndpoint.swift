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
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields.
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
    /// symbolic link is replaced, not followed. If the call fails the partial file is removed.
    /// - Throws: the endpoint's failure: what its spec documents, or ``APIError``, with the code
    ///   ``APIError/Code/fileFailed`` if the file can't be written.
    public func send<E: FileEndpoint>(
        _ endpoint: E, to destination: String
    ) async throws(E.Failure) -> DownloadedFile {
        let answer = try await Call(endpoint, of: self).open(accepting: [])
        do {
            let count = try await answer.body.write(to: destination)
            return DownloadedFile(
                path: destination, count: count, status: answer.head.status,
                headers: answer.head.headers, completeness: answer.head.completeness)
        } catch {
            throw .other(answer.failure(error))
        }
    }
}

extension ByteStream {
    /// Writes all pieces to a file, by way of a partial one beside it.
    fileprivate func write(to destination: String) async throws -> Int {
        let file = try PartFile(beside: destination)
        do {
            var count = 0
            for try await piece in self {
                try file.write(piece)
                count += piece.count
            }
            try file.finish(to: destination)
            return count
        } catch {
            file.discard()
            throw error
        }
    }
}
