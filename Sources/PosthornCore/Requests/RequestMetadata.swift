extension RequestMetadata {
    /// A key for a value that travels with a request inside the process and is never sent.
    ///
    /// ```swift
    /// enum TraceID: RequestMetadata.Key { typealias Value = String }
    /// try await shop.with { $0.metadata[TraceID.self] = "t-1" }.getOrder(id: id)
    /// ```
    public protocol Key {
        /// The value's type.
        associatedtype Value: Sendable
    }
}

/// Values that travel with a request to its cipher and its observers, and are never sent.
public struct RequestMetadata: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates empty metadata.
    public init() {}

    /// The value of a key; `nil` if there is none.
    public subscript<Key: RequestMetadata.Key>(key: Key.Type) -> Key.Value? {
        get { values[ObjectIdentifier(key)] as? Key.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Adds the values of a later layer, which replace those of the same keys.
    mutating func merge(_ higher: RequestMetadata) {
        guard !higher.values.isEmpty else { return }
        values.merge(higher.values) { $1 }
    }
}

extension RequestMetadata: RedactedStringConvertible {
    /// The number of values; the values themselves may be personal data.
    public var description: String { "\(values.count) values" }
}
