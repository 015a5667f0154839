import FoundationEssentials

/// The JSON body that a builder collects: single fields, or one whole value.
struct RequestBody: Sendable {
    private struct Field: Sendable {
        var name: String
        var value: any Encodable & Sendable
    }

    /// The endpoint's body if it is one value.
    var whole: (any Encodable & Sendable)?
    private var fields: [Field] = []
    private var hasEndpointFields = false

    mutating func set(_ name: String, _ value: any Encodable & Sendable, ofEndpoint: Bool) {
        hasEndpointFields = hasEndpointFields || ofEndpoint
        if let index = fields.firstIndex(where: { $0.name == name }) {
            fields[index].value = value
        } else {
            fields.append(Field(name: name, value: value))
        }
    }

    mutating func remove(_ name: String) { fields.removeAll { $0.name == name } }

    /// The fields as text: scalars as in a query, an array as its elements, all else as JSON.
    func texts() throws -> [(name: String, text: String)] {
        try fields.flatMap { field -> [(name: String, text: String)] in
            switch field.value {
            case let value as any ParameterValue:
                return [(field.name, try value.parameterText())]
            case let values as [any ParameterValue]:
                return try values.map { (field.name, try $0.parameterText()) }
            case let value:
                let json = try Self.json(value)
                return [(field.name, String(decoding: json, as: UTF8.self))]
            }
        }
    }

    /// The encoded body.
    ///
    /// `nil` if the call sends none: nothing was set, or only common fields were and the method
    /// does not carry a body.
    func encoded(for method: HTTPRequest.Method) throws -> Data? {
        let takesCommon = method == .post || method == .put || method == .patch
        guard whole != nil || hasEndpointFields || (takesCommon && !fields.isEmpty) else {
            return nil
        }
        do {
            guard let whole else { return try JSON.encoder.encode(Object(fields: fields)) }
            return try merge(JSON.encoder.encode(Whole(value: whole)))
        } catch {
            throw CallFault(
                .encodingFailed, "the body can't be written as JSON: \(JSON.explain(error))",
                advice: "send values that JSON has", underlying: error)
        }
    }

    /// Puts the common fields that the value does not have itself before its own.
    private func merge(_ own: Data) throws -> Data {
        guard !fields.isEmpty, own.first == UInt8(ascii: "{") else { return own }
        let taken = Set(try JSON.decoder.decode(Keys.self, from: own).names)
        let missing = fields.filter { !taken.contains($0.name) }
        guard !missing.isEmpty else { return own }
        var result = try JSON.encoder.encode(Object(fields: missing))
        result.removeLast()
        if own.count > 2 { result.append(UInt8(ascii: ",")) }
        result.append(own.dropFirst())
        return result
    }

    private struct Object: Encodable {
        let fields: [Field]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for field in fields {
                try container.encode(field.value, forKey: AnyKey(stringValue: field.name))
            }
        }
    }

    private struct Whole: Encodable {
        let value: any Encodable & Sendable

        // By a container, not by `value.encode`: only so do dates and data get their JSON form.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct Keys: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }
}
