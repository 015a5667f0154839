extension JSONWriter {
    /// The text in place of a secret.
    static let hiddenText = "•••"

    /// Returns whether the text is a description, and writes a secret member without its value if so.
    @_spi(Generated) public mutating func hides(_ name: StaticString) -> Bool {
        guard hidesSecrets else { return false }
        key(name)
        writeString(Self.hiddenText)
        return true
    }

    /// Returns the JSON of a value without the values of its secret members.
    static func shown(_ value: some JSONWritable) throws -> String {
        var writer = JSONWriter(hidesSecrets: true)
        try value.write(json: &writer)
        try writer.finish()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
