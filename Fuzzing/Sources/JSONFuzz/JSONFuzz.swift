internal import FoundationEssentials
internal import PosthornJSON

/// Reads an input as JSON in three ways: as any value, as a `Decodable` type, and as a type of many members.
public enum JSONFuzz {
    /// Traps if the three ways disagree; returns whether the input is a document without duplicate members.
    @discardableResult
    public static func run(_ input: [UInt8]) -> Bool {
        let value = try? JSONValue(document: Data(input), depth: JSONReader.depthLimit)
        checkDecoder(input, value)
        checkMembers(input, value)
        return value != nil
    }

    private static func checkDecoder(_ input: [UInt8], _ value: JSONValue?) {
        let walked = try? input.withUnsafeBufferPointer { bytes in
            var json = JSONReader(bytes)
            let walked = try json.decode(WalkedValue.self, by: .standard)
            try json.finish()
            return walked.value
        }
        guard let value else {
            precondition(walked == nil, "the decoder accepts an invalid document")
            return
        }
        guard let walked else {
            precondition(value.exceedsDouble, "the decoder refuses a valid document")
            return
        }
        precondition(walked.hasValues(of: value), "the decoder returns other values")
    }

    private static func checkMembers(_ input: [UInt8], _ value: JSONValue?) {
        let object = try? JSONReader.read(WideObject.self, from: input)
        guard let members = value?.object else {
            precondition(value == nil || object == nil, "a value that is not an object has members")
            return
        }
        guard let object else {
            precondition(
                !WideObject.required.allSatisfy { members[$0] != nil },
                "an object with all required members is refused")
            return
        }
        for index in 0..<WideObject.count {
            precondition(
                object.values[index] == members[WideObject.name(index)],
                "a member has another value")
        }
    }
}

extension JSONValue {
    /// Whether a number of the document is too large or too small for a `Double`.
    fileprivate var exceedsDouble: Bool {
        switch self {
        case .number(let number):
            let isZero = number.text.prefix { $0 != "e" && $0 != "E" }
                .allSatisfy { !("1"..."9").contains($0) }
            return !number.double.isFinite || number.double == 0 && !isZero
        case .array(let elements): return elements.contains(where: \.exceedsDouble)
        case .object(let members): return members.values.contains(where: \.exceedsDouble)
        case .null, .bool, .string: return false
        }
    }

    /// Compares two values; numbers as `Double`.
    fileprivate func hasValues(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left.double == right.double
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.hasValues(of: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { right[$0.key].map($0.value.hasValues) == true }
        default: self == other
        }
    }
}
