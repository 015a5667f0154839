import FoundationEssentials

extension JSONValue: Codable {
    /// Decodes any value from any decoder.
    ///
    /// Numbers have at most the precision of `Decimal`, and `1.0` becomes `1`; a ``JSONReader`` preserves all
    /// digits. Dates and data of decoders that support them, such as property list decoders, become RFC 3339
    /// and base64 strings. The names of members are data, to which the key strategy of a `JSONDecoder`
    /// does not apply.
    public init(from decoder: any Decoder) throws {
        // XMLCoder offers a text as an object with the name "".
        if let members = try? decoder.container(keyedBy: AnyKey.self),
            members.allKeys.map(\.stringValue) != [""]
        {
            // Property lists hold a `Decimal` as an object; decoders of JSON do not decode one from it.
            if members.allKeys.count == Self.decimalKeys.count,
                Set(members.allKeys.map(\.stringValue)) == Self.decimalKeys,
                let value = try? decoder.singleValueContainer().decode(Decimal.self),
                let number = JSONValue.Number(value)
            {
                self = .number(number)
                return
            }
            // The container converts the names by the key strategy; the decoding of a dictionary does not.
            self = .object(try decoder.singleValueContainer().decode([String: JSONValue].self))
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Decimal.self),
            let number = JSONValue.Number(value)
        {
            // Before integers, to which a decoder may round.
            self = .number(number)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(JSONValue.Number(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONValue.Number(value))
        } else if let value = try? container.decode(Double.self),
            let number = JSONValue.Number(value)
        {
            self = .number(number)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Date.self) {
            // Property lists have separate types for dates and data.
            self = .string(try DateFormat.rfc3339.text(for: value))
        } else if let value = try? container.decode(Data.self) {
            self = .string(value.base64EncodedString())
        } else {
            // An object whose only member has the name "".
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The names of the values in the `Codable` form of a `Decimal`.
    private static let decimalKeys: Set<String> = [
        "exponent", "length", "isNegative", "isCompact", "mantissa",
    ]

    /// Encodes the value to any encoder.
    ///
    /// The names of members are data, to which the key strategy of a `JSONEncoder` does not apply.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            // A dictionary, whose names an encoder does not convert.
            var container = encoder.singleValueContainer()
            try container.encode(members)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            if let value = value.int64 {
                try container.encode(value)
            } else if let value = value.uint64 {
                try container.encode(value)
            } else if let decimal = value.decimal,
                JSONValue.Number(value.double)?.decimal != decimal
            {
                try container.encode(decimal)
            } else {
                // If it has the same digits: encoders of other formats write a `Decimal` as an object.
                try container.encode(value.double)
            }
        }
    }
}
