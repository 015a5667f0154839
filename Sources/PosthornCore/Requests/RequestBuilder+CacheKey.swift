extension RequestBuilder {
    /// Adds a parameter to the key of the call's ``CachePolicy``; its value is written as JSON.
    @_spi(Generated) public mutating func cacheKey(
        _ name: String, _ value: (some Encodable & Sendable)?
    ) {
        let text = attempt(naming: name) {
            try value.map { String(decoding: try BodySerializer.json.bytes(of: $0), as: UTF8.self) }
                ?? "null"
        }
        // JSON has no line break.
        options.transfer.cache?.key?.append("\(name) \(text ?? "")\n")
    }
}
