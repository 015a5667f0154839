import Foundation

/// A generator of random numbers that gives the same numbers in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Writes a document with its members in random order and with members that no type has.
struct Variants {
    var generator = SeededGenerator(state: 25)
    /// The number of unknown members of each object.
    var unknown = 0

    mutating func document(of value: Any) throws -> Data {
        Data(try text(of: value).utf8)
    }

    private mutating func text(of value: Any) throws -> String {
        switch value {
        case let object as [String: Any]:
            var members: [String] = []
            for (name, value) in object.sorted(by: { $0.key < $1.key }) {
                members.append("\"\(name)\":\(try text(of: value))")
            }
            for index in 0..<unknown {
                let value = ["null", "17", "\"a text\"", "[1,2]", "{\"a\":true}"][index % 5]
                members.append("\"unknown_member_\(index)\":\(value)")
            }
            return "{" + members.shuffled(using: &generator).joined(separator: ",") + "}"
        case let array as [Any]:
            var elements: [String] = []
            for element in array { elements.append(try text(of: element)) }
            return "[" + elements.joined(separator: ",") + "]"
        default:
            let data = try JSONSerialization.data(
                withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self)
        }
    }
}
