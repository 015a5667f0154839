/// A validated service, as its folder of spec files describes it.
public struct SpecDocument: Sendable {
    /// The declarations of the service file.
    public var service: ServiceSpec
    /// All files, sorted by path.
    public var files: [SpecFile]
}

extension SpecDocument {
    /// The ciphers that must process bodies in pieces.
    ///
    /// These are the ciphers of the endpoints that upload, send multipart bodies or stream responses.
    public var streamedCiphers: Set<String> {
        Set(
            files.lazy.flatMap(\.endpoints).filter { endpoint in
                endpoint.answer.isStreamed
                    || endpoint.parameters.contains { $0.place == .upload || $0.place == .part }
            }.flatMap { $0.ciphers ?? [] })
    }
}

/// The declarations of one file.
public struct SpecFile: Sendable {
    /// The path, as it was passed to the reader.
    public var path: String
    /// Whether the file has the key `service`.
    public var hasService: Bool
    /// The endpoints, in the order of the file.
    public var endpoints: [EndpointSpec]
    /// The types, in the order of the file.
    public var types: [TypeSpec]
}
