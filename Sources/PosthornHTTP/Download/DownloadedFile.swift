public import FoundationEssentials

/// A response written to a file.
public struct DownloadedFile: Sendable {
    /// The location of the file.
    public var url: URL
    /// The length of the file in bytes.
    public var count: Int
    /// The status of the response that completed the file.
    ///
    /// It is 206 if an earlier partial download was resumed (RFC 9110, section 15.3.7).
    public var status: HTTPResponse.Status
    /// The header fields of that response; after a typed call, those of a response with the complete file.
    public var headers: HTTPFields
    /// The evidence that the file is complete.
    public var bodyIntegrity: TransportResponse.BodyIntegrity

    /// Creates a description of a file.
    public init(
        url: URL, count: Int, status: HTTPResponse.Status, headers: HTTPFields = [:],
        bodyIntegrity: TransportResponse.BodyIntegrity = .unverified
    ) {
        self.url = url
        self.count = count
        self.status = status
        self.headers = headers
        self.bodyIntegrity = bodyIntegrity
    }
}

extension DownloadedFile: RedactedStringConvertible {
    /// The status and length, without header fields and the name, which a server may have chosen.
    public var description: String { "\(status.text), a file of \(count) bytes" }
}
