/// What all decoders of a document share.
final class DecodingRun {
    let settings: DecodingSettings
    /// The kinds of the types that were decoded last, because asking for conformances is expensive.
    private let kinds = UnsafeMutablePointer<(type: ObjectIdentifier, kind: TypeKind)>.allocate(
        capacity: DecodingRun.capacity)
    private var misses = 0
    private static let capacity = 32

    init(_ settings: DecodingSettings) { self.settings = settings }

    deinit { kinds.deallocate() }

    /// Returns how a type is decoded.
    func kind(of type: any Decodable.Type) -> TypeKind {
        let id = ObjectIdentifier(type)
        for index in 0..<min(misses, Self.capacity) where kinds[index].type == id {
            return kinds[index].kind
        }
        let kind = TypeKind(of: type)
        (kinds + misses % Self.capacity).initialize(to: (id, kind))
        misses += 1
        return kind
    }
}

/// How a type is decoded that is not a standard scalar.
enum TypeKind {
    /// With its `init(from:)`.
    case other
    /// A generated type, or another one that reads itself.
    case readable(any JSONReadable.Type)
    /// An array or a map, which is decoded without a container.
    case collection(any DecodableCollection.Type)

    init(of type: any Decodable.Type) {
        self =
            switch type {
            // They read themselves too, but not with the settings of the decoder.
            case let type as any DecodableCollection.Type: .collection(type)
            case is any DecodableOptional.Type: .other
            case let type as any JSONReadable.Type: .readable(type)
            default: .other
            }
    }
}

/// A type that decodes its elements without a container.
protocol DecodableCollection {
    init(of decoder: ValueDecoder) throws
}

extension Array: DecodableCollection where Element: Decodable {
    init(of decoder: ValueDecoder) throws {
        var elements = try UnkeyedElements(of: decoder)
        self = []
        reserveCapacity(elements.count ?? 0)
        while !elements.isAtEnd { append(try elements.decode(Element.self)) }
    }
}

extension Dictionary: DecodableCollection where Key == String, Value: Decodable {
    // The names are data, so the key strategy does not apply to them.
    init(of decoder: ValueDecoder) throws {
        self = [:]
        try decoder.forEachMember { name, index in
            self[name] = try decoder.value(Value.self, at: index, MapKey(stringValue: name))
        }
    }
}

/// The key of a map in a coding path.
struct MapKey: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = String(intValue) }
}

private protocol DecodableOptional {}
extension Optional: DecodableOptional {}
