public import FoundationEssentials

extension DownloadOptions {
    /// The location of a downloaded file; the URLs are file URLs, from `URL(filePath:)`.
    public enum Destination: Sendable {
        /// The file at this location.
        case file(URL)
        /// A file in this folder, with a name from the response.
        ///
        /// The name is the one in `Content-Disposition` (RFC 6266), otherwise the last component of the URL's
        /// path, otherwise `download`. Folders in the name and characters that are not allowed in file names are
        /// removed.
        case folder(URL)
        /// The file at the location that the closure returns for the head of the response.
        ///
        /// If the closure throws a `TransportError`, the download throws that error. For any other error it
        /// throws `fileFailed`.
        case choose(@Sendable (TransportResponse) async throws -> URL)
    }
}
