/// Names a value that travels with a request inside of the process, and never on the wire.
///
/// ```swift
/// enum TraceID: RequestMetadataKey { typealias Value = String }
/// try await shop.with { $0.metadata[TraceID.self] = "t-1" }.getOrder(id: id)
/// ```
public protocol RequestMetadataKey {
    /// The value's type.
    associatedtype Value: Sendable
}

/// Values that travel with a request to its cipher and its observers, and never on the wire.
public struct RequestMetadata: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates metadata without a value.
    public init() {}

    /// The value of a key; `nil` if there is none.
    public subscript<Key: RequestMetadataKey>(key: Key.Type) -> Key.Value? {
        get { values[ObjectIdentifier(key)] as? Key.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Takes over the values of a higher layer.
    mutating func merge(_ higher: RequestMetadata) {
        guard !higher.values.isEmpty else { return }
        values.merge(higher.values) { $1 }
    }
}

extension RequestMetadata: RedactedStringConvertible {
    /// How many values there are; they may be personal.
    public var description: String { "\(values.count) values" }
}
