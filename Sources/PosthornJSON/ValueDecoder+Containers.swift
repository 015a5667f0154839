extension ValueDecoder: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard document[index].isObject else {
            throw failure([String: Any].self, at: index, nil)
        }
        return KeyedDecodingContainer(KeyedMembers(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try UnkeyedElements(of: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { document[index].kind == .null }

    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try value(type, at: index, nil)
    }
}

private struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.memberNames.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { decoder.member(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        decoder.document[try member(key)].kind == .null
    }

    @inline(__always)
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(type, at: try member(key), key)
    }

    func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, forKey key: Key
    ) throws -> Value? {
        try valueIfPresent(type, key)
    }

    // The protocol has its own versions for standard types, which search the member three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try valueIfPresent(type, key)
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try valueIfPresent(type, key)
    }

    @inline(__always)
    private func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let member = decoder.member(key.stringValue),
            decoder.document[member].kind != .null
        else { return nil }
        return try decoder.value(type, at: member, key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(try member(key), in: decoder, key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(try member(key), in: decoder, key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(of: AnyKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(of: key) }

    /// Returns the decoder of a member, or of `null` if there is no such member.
    private func decoder(of key: some CodingKey) -> ValueDecoder {
        let member = decoder.member(key.stringValue) ?? decoder.document.absent
        return ValueDecoder(member, in: decoder, key)
    }

    private func member(_ key: Key) throws -> Int {
        if let member = decoder.member(key.stringValue) { return member }
        throw decoder.missing(key)
    }
}

struct UnkeyedElements: UnkeyedDecodingContainer {
    private let decoder: ValueDecoder
    private let end: Int
    let count: Int?
    private(set) var currentIndex = 0
    /// The index of the next element in the document.
    private var next: Int

    init(of decoder: ValueDecoder) throws {
        guard decoder.document[decoder.index].kind == .array else {
            throw decoder.failure([Any].self, at: decoder.index, nil)
        }
        self.decoder = decoder
        next = decoder.index + 1
        end = decoder.document[decoder.index].end
        var count = 0
        var index = next
        while index < end {
            count += 1
            index = decoder.document.index(after: index)
        }
        self.count = count
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var isAtEnd: Bool { next >= end }

    mutating func decodeNil() throws -> Bool {
        guard try decoder.document[element(Never.self)].kind == .null else { return false }
        advance()
        return true
    }

    @inline(__always)
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try decoder.value(type, at: try element(type), IndexKey(currentIndex))
        advance()
        return value
    }

    @inline(__always)
    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        guard !isAtEnd, try !decodeNil() else { return nil }
        return try decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try element(decoderOf: KeyedDecodingContainer<Nested>.self)
            .container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element(decoderOf: (any UnkeyedDecodingContainer).self)
            .unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element(decoderOf: (any Decoder).self)
        advance()
        return decoder
    }

    private func element(decoderOf type: Any.Type) throws -> ValueDecoder {
        ValueDecoder(try element(type), in: decoder, IndexKey(currentIndex))
    }

    private mutating func advance() {
        next = decoder.document.index(after: next)
        currentIndex += 1
    }

    /// Returns the index of the next element in the document.
    private func element(_ type: Any.Type) throws -> Int {
        guard isAtEnd else { return next }
        throw DecodingError.valueNotFound(
            type,
            DecodingError.Context(
                codingPath: decoder.path(IndexKey(currentIndex)),
                debugDescription: "Unkeyed container is at end."))
    }
}

/// The index of an element in a coding path.
private struct IndexKey: CodingKey {
    private let index: Int

    init(_ index: Int) { self.index = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { index = intValue }

    var intValue: Int? { index }
    var stringValue: String { "Index \(index)" }
}
