import FoundationEssentials

/// The JSON body that a builder collects: single fields, or one whole value.
///
/// Fields keep their order: the common ones, then those of the endpoint. A value that writes
/// itself keeps the order of its spec; any other is written by its `Codable`, keys sorted. So the
/// same call has the same bytes.
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
            return try bytes()
        } catch let fault as CallFault where fault.code == .invalidParameter {
            throw fault
        } catch {
            throw CallFault(
                .encodingFailed, "the body can't be written as JSON: \(JSON.explain(error))",
                advice: "send values that JSON has", underlying: error)
        }
    }

    private func bytes() throws -> Data {
        var writer = JSONWriter(.request)
        guard let whole else {
            try write(fields, to: &writer)
            return Data(writer.bytes)
        }
        try writer.writeCodable(whole)
        guard !fields.isEmpty, writer.bytes.first == UInt8(ascii: "{") else {
            return Data(writer.bytes)
        }
        // Common fields that the value does not have itself come before its own.
        let taken = try keys(of: writer.bytes)
        let missing = fields.filter { !taken.contains($0.name) }
        guard !missing.isEmpty else { return Data(writer.bytes) }
        var result = JSONWriter(.request, capacity: writer.count + 256)
        try write(missing, to: &result)
        result.reopen()
        if !taken.isEmpty { result.separate() }
        result.append(UnsafeBufferPointer(rebasing: writer.bytes.dropFirst()))
        return Data(result.bytes)
    }

    private func write(_ fields: [Field], to writer: inout JSONWriter) throws {
        writer.beginObject()
        for field in fields {
            writer.key(field.name)
            try writer.writeCodable(field.value)
        }
        writer.endObject()
    }

    private func keys(of object: UnsafeBufferPointer<UInt8>) throws -> Set<String> {
        var names: Set<String> = []
        var reader = JSONReader(object)
        try reader.enterObject()
        while let key = try reader.memberKey() {
            names.insert(key.name)
            try reader.pass()
        }
        return names
    }
}
