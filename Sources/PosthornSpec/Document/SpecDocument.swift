/// A service as its folder of spec files describes it, checked.
public struct SpecDocument: Sendable {
    /// What the service file says.
    public var service: ServiceSpec
    /// All files, by path.
    public var files: [SpecFile]
}

extension SpecDocument {
    /// The ciphers that have to take bodies piece by piece: endpoints name them that upload or stream.
    public var streamedCiphers: Set<String> {
        Set(
            files.lazy.flatMap(\.endpoints).filter { endpoint in
                endpoint.answer.isStreamed
                    || endpoint.parameters.contains { $0.place == .upload || $0.place == .part }
            }.flatMap { $0.ciphers ?? [] })
    }
}

/// What one file of the folder describes.
public struct SpecFile: Sendable {
    /// The path, as it was given to the reader.
    public var path: String
    /// Whether it is the file with `service:`.
    public var hasService: Bool
    /// The endpoints, in the order of the file.
    public var endpoints: [EndpointSpec]
    /// The types, in the order of the file.
    public var types: [TypeSpec]
}
