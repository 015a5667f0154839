import FoundationEssentials

/// How Posthorn writes and reads JSON: dates by RFC 3339, data as base64, keys sorted.
enum JSON {
    /// What the JSON policies read.
    static let mediaTypes = ["application/json", "text/json", "*/*+json"]

    /// Sorted keys make a body reproducible, which signatures and transcripts need.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(InternetDate.text(for: date))
        }
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = InternetDate.date(from: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "a date of RFC 3339 was expected")
            }
            return date
        }
        return decoder
    }

    /// Decodes a value and turns what goes wrong into a fault that says where.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: Data, with envelope: EnvelopePolicy? = nil
    ) throws -> Value {
        let decoder = decoder
        if let envelope { decoder.userInfo[EnvelopePolicy.userInfoKey] = envelope }
        do {
            return try decoder.decode(type, from: body)
        } catch let fault as CallFault {
            throw fault
        } catch {
            throw CallFault(
                .decodingFailed, "the answer does not have the expected shape: \(explain(error))",
                advice: "compare it with the spec; the bytes are in the error's `response`",
                underlying: error)
        }
    }

    /// The place and the cause of a coding error, without a value.
    static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case DecodingError.valueNotFound(let type, let context):
            "\(path(context.codingPath)) is null, expected \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "\(path(context.codingPath)) has another type, expected \(type)"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not valid JSON" : "\(path(context.codingPath)) is not valid"
        case EncodingError.invalidValue(let value, let context):
            "\(path(context.codingPath)) has a value of \(type(of: value)) that JSON does not have"
        case let fault as CallFault:
            fault.message
        default:
            "an error of type \(type(of: error))"
        }
    }

    /// A coding path as a person writes it: `data.orders[3].total`.
    static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the top level" }
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text
    }
}

/// A coding key for names that only the run knows.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
