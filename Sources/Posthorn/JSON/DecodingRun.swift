/// What all decoders of a document share.
final class DecodingRun {
    let settings: DecodingSettings
    /// The kinds of the types that were decoded last, because asking for conformances is expensive.
    private var kinds: [(type: ObjectIdentifier, kind: TypeKind)]

    init(_ settings: DecodingSettings) {
        self.settings = settings
        kinds = Array(repeating: (ObjectIdentifier(DecodingRun.self), .other), count: 16)
    }

    /// Returns how a type is decoded.
    func kind(of type: any Decodable.Type) -> TypeKind {
        let id = ObjectIdentifier(type)
        let slot = (Int(bitPattern: id) >> 4 ^ Int(bitPattern: id) >> 10) & 15
        if kinds[slot].type == id { return kinds[slot].kind }
        let kind = TypeKind(of: type)
        kinds[slot] = (id, kind)
        return kind
    }
}

/// How a type is decoded that is not a standard scalar.
enum TypeKind {
    /// With its `init(from:)`.
    case other
    /// A generated type, or another one that reads itself.
    case readable(any JSONReadable.Type)
    case array(any DecodableArray.Type)
    /// A map, whose keys are data.
    case map

    init(of type: any Decodable.Type) {
        self =
            switch type {
            case let type as any DecodableArray.Type: .array(type)
            case is any TextKeyed.Type: .map
            case is any DecodableOptional.Type: .other
            case let type as any JSONReadable.Type: .readable(type)
            default: .other
            }
    }
}

// Arrays, maps and optionals read themselves too, but not with the settings of the decoder.

/// An array, which is decoded without a container.
protocol DecodableArray {
    init(of decoder: ValueDecoder) throws
}

extension Array: DecodableArray where Element: Decodable {
    init(of decoder: ValueDecoder) throws {
        var elements = try UnkeyedElements(of: decoder)
        self = []
        reserveCapacity(elements.count ?? 0)
        while !elements.isAtEnd { append(try elements.decode(Element.self)) }
    }
}

private protocol TextKeyed {}
extension Dictionary: TextKeyed where Key == String, Value: Decodable {}

private protocol DecodableOptional {}
extension Optional: DecodableOptional {}
