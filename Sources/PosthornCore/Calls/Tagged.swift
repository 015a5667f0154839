public import FoundationEssentials

/// A value with the entity tag of its version (RFC 9110, section 8.8.3).
///
/// An endpoint returns it, and another one takes it back: the server changes the value only if it still has this
/// version, and otherwise responds with 412.
///
/// ```swift
/// var order = try await shop.getOrder(id: 7)
/// order.note = "At the back door"
/// order = try await shop.saveOrder(id: 7, body: order)
/// ```
@dynamicMemberLookup
public struct Tagged<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The entity tag with its quotes, as in `"a1"`.
    ///
    /// A server accepts no weak tag, as in `W/"a1"`, for a change (RFC 9110, section 13.1.1).
    public let eTag: String

    /// Creates a value with an entity tag, which includes its quotes.
    public init(_ value: Value, eTag: String) {
        self.value = value
        self.eTag = eTag
    }

    /// A member of the value.
    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
        value[keyPath: member]
    }

    /// A member of the value that can change.
    public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Member {
        get { value[keyPath: member] }
        set { value[keyPath: member] = newValue }
    }
}

extension Tagged: Equatable where Value: Equatable {}
extension Tagged: Hashable where Value: Hashable {}

/// Shows neither the value nor the tag.
extension Tagged: RedactedStringConvertible {}

extension CallResponse {
    /// Returns a decoded value with the entity tag of the response.
    /// - Throws: an ``APIError/Cause`` if the response has no `ETag`.
    @_spi(Generated) public func tagged<Value: Sendable>(_ value: Value) throws -> Tagged<Value> {
        Tagged(value, eTag: try header("ETag"))
    }
}

extension RequestBuilder {
    /// Sets the whole body to a value, and `If-Match` to its entity tag.
    public mutating func body(tagged value: Tagged<some Encodable & Sendable>) {
        body(value.value)
        header("If-Match", value.eTag)
    }

    /// Sets the body to a text, and `If-Match` to its entity tag.
    @_spi(Generated) public mutating func text(_ text: Tagged<String>, as mediaType: String) {
        self.text(text.value, as: mediaType)
        header("If-Match", text.eTag)
    }

    /// Sets the body to bytes in memory, and `If-Match` to their entity tag.
    @_spi(Generated) public mutating func bytes(_ bytes: Tagged<Data>, as mediaType: String) {
        self.bytes(bytes.value, as: mediaType)
        header("If-Match", bytes.eTag)
    }

    /// Sets the whole body to the changes from one value to another, as a merge patch (RFC 7396).
    @_spi(Generated) public mutating func body<Value: JSONModel>(
        _ value: Value, from old: Value
    ) {
        body = RequestBody(alone: MergePatch(from: old, to: value))
    }

    /// Sets the whole body to the changes from one value to another, and `If-Match` to the entity tag of the latter.
    @_spi(Generated) public mutating func body<Value: JSONModel>(
        _ value: Tagged<Value>, from old: Tagged<Value>
    ) {
        body(value.value, from: old.value)
        header("If-Match", old.eTag)
    }
}
