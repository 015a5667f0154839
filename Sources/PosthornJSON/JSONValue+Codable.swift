import FoundationEssentials

extension JSONValue: Codable {
    /// Decodes any value from any decoder.
    ///
    /// Numbers have at most the precision of `Decimal`; a ``JSONReader`` preserves all digits. Dates and data
    /// of decoders that support them, such as property list decoders, become RFC 3339 and base64 strings.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
            }
            self = .object(members)
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
        } else if let value = try? container.decode(Int64.self) {
            self = .number(JSONValue.Number(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONValue.Number(value))
        } else if let value = try? container.decode(Decimal.self),
            let number = JSONValue.Number(value)
        {
            self = .number(number)
        } else if let value = try? container.decode(Double.self),
            let number = JSONValue.Number(value)
        {
            self = .number(number)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Date.self) {
            // Property lists have separate types for dates and data.
            self = .string(try DateForm.rfc3339.text(for: value))
        } else {
            self = .string(try container.decode(Data.self).base64EncodedString())
        }
    }

    /// Encodes the value to any encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in members {
                try container.encode(value, forKey: AnyKey(stringValue: name))
            }
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
            } else if let value = value.decimal {
                try container.encode(value)
            } else {
                try container.encode(value.double)
            }
        }
    }
}
