import FoundationEssentials

/// The options for the JSON of a body.
package struct JSONStyle: Sendable, Hashable {
    var dates: DateFormat
    var data: DataFormat
    var keys: KeyCase
    /// Whether to sort the members of generated types too, which by default keep the order of their spec.
    package let sortsAll: Bool

    package init(
        dates: DateFormat = .rfc3339, data: DataFormat = .base64, keys: KeyCase = .asWritten,
        sortsAll: Bool = false
    ) {
        self.dates = dates
        self.data = data
        self.keys = keys
        self.sortsAll = sortsAll
    }
}

extension ValueNode {
    /// Writes the value with sorted members, so that equal values have equal bytes.
    func write(json: inout JSONWriter, _ style: JSONStyle) throws {
        switch content {
        case .nothing:
            json.beginObject()
            json.endObject()
        case .null: json.writeNull()
        case .bool(let value): json.writeBool(value)
        case .integer(let value): json.writeInteger(value)
        case .magnitude(let value): json.writeMagnitude(value)
        case .double(let value): try json.writeDouble(value)
        case .float(let value): try json.writeFloat(value)
        case .decimal(let value): try json.writeDecimal(value)
        case .text(let value): json.writeString(value)
        case .date(let value): try value.write(json: &json, as: style.dates)
        case .data(let value): try value.write(json: &json, as: style.data)
        case .model(let value):
            if style.sortsAll, !(value is JSONValue.Number) {
                try ValueNode(reading: value).write(json: &json, style)
            } else {
                try value.write(json: &json)
                try json.finish()
            }
        case .array(let elements, _):
            try json.beginArray()
            for element in elements {
                json.separate()
                try element.write(json: &json, style)
            }
            json.endArray()
        case .object(let members, let names):
            try write(members, names, json: &json, style)
        }
    }

    private func write(
        _ members: [(name: String, value: ValueNode)], _ names: Names, json: inout JSONWriter,
        _ style: JSONStyle
    ) throws {
        let isMap = !names.areMembers
        if isMap { json.beginMap() } else { json.beginObject() }
        try json.finish()
        let sorted = names.sent(members, in: style.keys).sorted { left, right in
            left.name == right.name
                ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.name < right.name
        }
        for (index, (name, value)) in sorted.enumerated() {
            // Of two members with the same name, the later one counts, as in most readers.
            if index + 1 < sorted.count,
                ByteEqualName(sorted[index + 1].name) == ByteEqualName(name)
            {
                continue
            }
            json.key(name)
            try value.write(json: &json, style)
        }
        if isMap { json.endMap() } else { json.endObject() }
    }

    /// The structure of the value, also if its type writes itself.
    package var shape: Content {
        get throws {
            guard case .model(let value) = content else { return content }
            return try ValueNode(reading: value).content
        }
    }

    /// Creates nodes from a value that writes itself, in the formats and the order of its spec.
    package convenience init(reading value: some JSONWritable) throws {
        var writer = JSONWriter(checksLimits: true)
        try value.write(json: &writer)
        try writer.finish()
        var reader = JSONReader(writer.bytes)
        self.init(try Self.content(from: &reader))
    }

    private static func content(from json: inout JSONReader) throws -> Content {
        switch json.peek() {
        case UInt8(ascii: "{"):
            var members: [(name: String, value: ValueNode)] = []
            try json.enterObject()
            while let key = try json.memberKey() {
                let name = key.name
                members.append((name, ValueNode(try content(from: &json))))
            }
            return .object(members, .written)
        case UInt8(ascii: "["):
            var elements: [ValueNode] = []
            try json.beginArray()
            while try json.nextElement() {
                elements.append(ValueNode(try content(from: &json)))
            }
            return .array(elements, isSet: false)
        default: break
        }
        switch try JSONValue(json: &json) {
        case .bool(let value): return .bool(value)
        case .string(let value): return .text(value)
        case .number(let value): return .model(value)
        default: return .null
        }
    }
}
