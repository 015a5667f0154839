import FoundationEssentials

/// A buffer that collects a response's body.
struct BodyBuffer: ~Copyable {
    private(set) var body = Data()
    /// The maximum number of bytes reserved because of a declared length.
    private static let credit = 8 << 20

    var count: Int { body.count }

    /// - Parameter expected: The declared total length, if it is known.
    mutating func append(_ bytes: UnsafeRawBufferPointer, expected: Int?) {
        if body.isEmpty { body.reserveCapacity(min(expected ?? bytes.count, Self.credit)) }
        body.append(bytes.bindMemory(to: UInt8.self))
    }

    mutating func take() -> Data {
        defer { body = Data() }
        return body
    }
}
