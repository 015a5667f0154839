package import PosthornCore

/// A JSON value whose members keep their order.
package indirect enum OrderedJSON: Sendable {
    case value(JSONValue)
    case array([OrderedJSON])
    case object([(name: String, value: OrderedJSON)])

    package static func text(_ text: String) -> OrderedJSON { .value(.string(text)) }

    package static func number(_ number: Int) -> OrderedJSON {
        .value(.number(JSONValue.Number(number)))
    }

    /// The value without the order of members.
    package var json: JSONValue {
        switch self {
        case .value(let value): value
        case .array(let items): .array(items.map(\.json))
        case .object(let members):
            .object(
                Dictionary(members.map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 }))
        }
    }
}

extension OrderedJSON {
    /// Returns the value of a member; `nil` if there is none.
    func member(_ name: String) -> OrderedJSON? {
        if case .object(let members) = self {
            members.first { $0.name == name }?.value
        } else {
            nil
        }
    }
}

extension OrderedJSON: JSONWritable {
    package func write(json: inout JSONWriter) throws {
        switch self {
        case .value(let value): try value.write(json: &json)
        case .array(let items):
            try json.beginArray()
            for item in items {
                json.separate()
                try item.write(json: &json)
            }
            json.endArray()
        case .object(let members):
            json.beginObject()
            for member in members {
                json.key(member.name)
                try member.value.write(json: &json)
            }
            json.endObject()
        }
    }
}

extension OrderedJSON: Encodable {
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .value(let value): try value.encode(to: encoder)
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(item) }
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(member.name)) }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }

        init?(stringValue: String) { self.init(stringValue) }

        init?(intValue: Int) { nil }
    }
}
