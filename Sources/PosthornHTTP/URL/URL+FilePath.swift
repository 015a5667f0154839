package import FoundationEssentials

extension URL {
    /// Creates the URL of a file from its path, without reading the file.
    package init(file path: String) { self.init(filePath: path, directoryHint: .notDirectory) }

    /// The path in the file system; `nil` if the URL is not a file URL.
    package var filePath: String? { isFileURL ? path(percentEncoded: false) : nil }

    /// Returns the path in the file system.
    ///
    /// - Parameters:
    ///   - name: The subject of the error's message, such as `the destination of the download`.
    ///   - code: The code of the error.
    /// - Throws: a ``TransportError`` if the URL is not a file URL.
    package func filePath(
        of name: String, _ code: TransportError.Code = .fileFailed
    ) throws(TransportError) -> String {
        guard let filePath else {
            throw TransportError(
                code, "\(name) is not a file URL", advice: Self.fileAdvice, isSafeToRetry: true)
        }
        return filePath
    }

    package static let fileAdvice = "create the URL with `URL(filePath:)`"
}
