/// Encodes an `Encodable` value into a node.
struct ValueEncoder: Encoder {
    let node: ValueNode
    let place: ValuePlace?

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject(ofMap: ObjectIdentifier(type) == MapKeys.type)
        return KeyedEncodingContainer(KeyedValues(node: node, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedValues(node: node, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValue(node: node, place: place)
    }
}

/// Detects the keys of maps, also where a type's `encode(to:)` forwards to a map.
private struct MapKeys: Encoder {
    /// The coding key type that the standard library uses for maps, found by encoding one.
    static let type: ObjectIdentifier? = {
        let keys = MapKeys()
        try? [String: Bool]().encode(to: keys)
        return keys.seen.withLock { $0 }
    }()

    private let seen = Locked<ObjectIdentifier?>(nil)

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        seen.withLock { $0 = ObjectIdentifier(type) }
        return KeyedEncodingContainer(KeyedValues(node: ValueNode(), place: nil))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedValues(node: ValueNode(), place: nil)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValue(node: ValueNode(), place: nil)
    }
}

/// Encodes the members of an object.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: ValueNode
    let place: ValuePlace?

    var codingPath: [any CodingKey] { place?.keys ?? [] }

    private func member(_ key: some CodingKey) -> ValueNode { node.member(key.stringValue) }

    func encodeNil(forKey key: Key) { member(key).content = .null }
    func encode(_ value: Bool, forKey key: Key) { member(key).content = .bool(value) }
    func encode(_ value: String, forKey key: Key) { member(key).content = .text(value) }
    func encode(_ value: Int, forKey key: Key) { member(key).content = .integer(Int64(value)) }
    func encode(_ value: Int128, forKey key: Key) {
        member(key).content = .model(JSONValue.Number(value))
    }
    func encode(_ value: UInt128, forKey key: Key) {
        member(key).content = .model(JSONValue.Number(value))
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try member(key).put(value, at: ValuePlace(key, in: place))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder(of: AnyKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(of: key) }

    private func encoder(of key: some CodingKey) -> any Encoder {
        ValueEncoder(node: node.openMember(key.stringValue), place: ValuePlace(key, in: place))
    }
}

/// Encodes the elements of an array.
struct UnkeyedValues: UnkeyedEncodingContainer {
    let node: ValueNode
    let place: ValuePlace?

    var codingPath: [any CodingKey] { place?.keys ?? [] }
    var count: Int { node.elementCount }

    func encodeNil() { node.element().content = .null }
    func encode(_ value: Bool) { node.element().content = .bool(value) }
    func encode(_ value: String) { node.element().content = .text(value) }
    func encode(_ value: Int) { node.element().content = .integer(Int64(value)) }
    func encode(_ value: Int128) { node.element().content = .model(JSONValue.Number(value)) }
    func encode(_ value: UInt128) { node.element().content = .model(JSONValue.Number(value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        let place = ValuePlace(AnyKey(intValue: count), in: place)
        try node.element().put(value, at: place)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        superEncoder().unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        let place = ValuePlace(AnyKey(intValue: count), in: place)
        return ValueEncoder(node: node.element(), place: place)
    }
}

/// Encodes a single value, or a type that forwards to another one.
struct SingleValue: SingleValueEncodingContainer {
    let node: ValueNode
    let place: ValuePlace?

    var codingPath: [any CodingKey] { place?.keys ?? [] }

    func encodeNil() { node.content = .null }
    func encode(_ value: Bool) { node.content = .bool(value) }
    func encode(_ value: String) { node.content = .text(value) }
    func encode(_ value: Double) { node.content = .double(value) }
    func encode(_ value: Float) { node.content = .float(value) }
    func encode<Value: Encodable & SignedInteger>(_ value: Value) {
        node.content = .integer(Int64(value))
    }
    func encode<Value: Encodable & UnsignedInteger>(_ value: Value) {
        node.content = .magnitude(UInt64(value))
    }
    func encode(_ value: Int128) { node.content = .model(JSONValue.Number(value)) }
    func encode(_ value: UInt128) { node.content = .model(JSONValue.Number(value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        // Counts as a level, so that endless forwarding reaches the depth limit.
        let place = ValuePlace(ValuePlace.standIn, in: place)
        try node.put(value, at: place)
    }
}

extension ValuePlace {
    /// The key of a forwarded value, which is not shown in paths.
    static let standIn: any CodingKey = AnyKey(stringValue: "")
}
