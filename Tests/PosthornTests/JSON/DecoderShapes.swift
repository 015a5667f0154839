import Foundation
import Synchronization

/// A structure of calls to a decoder, as a hand-written `init(from:)` makes them.
indirect enum Shape: Sendable {
    /// A value of a type of the table below.
    case leaf(Leaf)
    /// Members by name: read, read if present, or an error recorded in place of the value.
    case object([Member])
    /// Elements that are read from an unkeyed container until its end.
    case list(Shape)
    /// `decodeNil()`, or the shape.
    case optional(Shape)
    /// A member that a nested keyed container reads.
    case nested(String, Shape)
    /// The first element of a nested unkeyed container.
    case nestedList(String, Shape)
    /// A shape that the decoder of a superclass reads, for `super` or another key.
    case inherited(String?, Shape)
    /// The names that the container has.
    case names
    /// A single value container forwards to the same type.
    case forwarded(Shape)

    enum Access: CaseIterable { case required, ifPresent, tried, contains }

    struct Member: Sendable {
        var name: String
        var access: Access
        var shape: Shape
    }
}

/// A type that both decoders read in its own way.
struct Leaf: Sendable {
    var name: String
    var decode: @Sendable (any Decoder) throws -> String

    init<Value: Decodable & SendableMetatype>(_ type: Value.Type) {
        name = "\(type)"
        let isMap = name.hasPrefix("Dictionary")
        decode = { decoder in
            do {
                return Self.text(of: try decoder.singleValueContainer().decode(Value.self))
            } catch  where isMap {
                // Foundation decodes the members of a map in any order.
                throw CancellationError()
            }
        }
    }

    static func text(of value: Any) -> String {
        switch value {
        case let value as Data: "data \(value.base64EncodedString())"
        case let value as Date: "date \(value.timeIntervalSince1970)"
        case let value as [String: any Sendable]:
            "\(value.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" })"
        case let value as [any Sendable]: "\(value.map(text))"
        case let value as Set<Int>: "\(value.sorted())"
        default: "\(value)"
        }
    }

    enum Color: String, Decodable { case red, green }
    enum Level: Int, Decodable { case low = 1, high }

    /// The compiler's code calls the functions for each standard type.
    struct Required: Decodable {
        var a: Int, b: String, c: Double, d: Bool, e: UInt8, f: Float, g: Date, h: Color
    }
    struct Optionals: Decodable {
        var a: Int?, b: String?, c: Double?, d: Bool?, e: UInt8?, f: Float?, g: Date?, h: Level?
        var i: Int8?, j: Int16?, k: Int32?, l: Int64?, m: UInt?, n: UInt16?, o: UInt32?, p: UInt64?
        var q: Int128?, r: Decimal?, s: [Int?]?, t: [String: Date]?, u: URL?, v: UUID?, w: Data?
    }

    static let all: [Leaf] = [
        Leaf(Bool.self), Leaf(String.self), Leaf(Int.self), Leaf(Int8.self), Leaf(Int16.self),
        Leaf(Int32.self), Leaf(Int64.self), Leaf(UInt.self), Leaf(UInt8.self), Leaf(UInt16.self),
        Leaf(UInt32.self), Leaf(UInt64.self), Leaf(Int128.self), Leaf(UInt128.self),
        Leaf(Double.self), Leaf(Float.self), Leaf(Decimal.self), Leaf(Date.self), Leaf(Data.self),
        Leaf(URL.self), Leaf(UUID.self), Leaf(Color.self), Leaf(Level.self), Leaf(Required.self),
        Leaf(Optionals.self), Leaf([Int].self), Leaf([String].self), Leaf([Date].self),
        Leaf([[Double]].self), Leaf([String: Int].self), Leaf([String: [String: Bool]].self),
        Leaf([Int: String].self), Leaf(Set<Int>.self), Leaf([Color?].self), Leaf(Int?.self),
        Leaf([Optionals].self), Leaf([String: Data].self),
    ]
}

/// A type whose calls to the decoder follow a shape; the value is what it has seen.
struct Probed: Decodable {
    static let plan = CodingUserInfoKey(rawValue: "plan").unsafelyUnwrapped
    /// The shapes of the values to read next, the innermost last.
    final class Plan: Sendable {
        private let shapes: Mutex<[Shape]>
        init(_ shape: Shape) { shapes = Mutex([shape]) }
        func push(_ shape: Shape) { shapes.withLock { $0.append(shape) } }
        func pop() -> Shape { shapes.withLock { $0.popLast() } ?? .names }
    }

    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var text: String

    init(from decoder: any Decoder) throws {
        guard let plan = decoder.userInfo[Self.plan] as? Plan else {
            text = "no plan"
            return
        }
        text = try Self.read(plan.pop(), plan, decoder)
    }

    private static func read(_ shape: Shape, _ plan: Plan, _ decoder: any Decoder) throws -> String
    {
        switch shape {
        case .leaf(let leaf): return try leaf.decode(decoder)
        case .object(let members):
            let container = try decoder.container(keyedBy: Key.self)
            return "{\(try members.map { try read($0, plan, container) }.joined(separator: ","))}"
        case .list(let shape):
            var container = try decoder.unkeyedContainer()
            var texts = ["\(container.count ?? -1)"]
            while !container.isAtEnd {
                plan.push(shape)
                texts.append("\(container.currentIndex) \(try container.decode(Probed.self).text)")
            }
            texts.append(failure { _ = try container.decode(Int.self) })
            return "[\(texts.joined(separator: ","))]"
        case .optional(let shape):
            let container = try decoder.singleValueContainer()
            if container.decodeNil() { return "nil" }
            plan.push(shape)
            return try container.decode(Probed.self).text
        case .nested(let name, let shape):
            let container = try decoder.container(keyedBy: Key.self)
                .nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
            plan.push(shape)
            return try container.decode(Probed.self, forKey: Key(stringValue: name)).text
        case .nestedList(let name, let shape):
            var container = try decoder.container(keyedBy: Key.self)
                .nestedUnkeyedContainer(forKey: Key(stringValue: name))
            if try container.decodeNil() { return "nil first" }
            plan.push(shape)
            return try container.decode(Probed.self).text
        case .inherited(let name, let shape):
            let container = try decoder.container(keyedBy: Key.self)
            let parent =
                try name.map { try container.superDecoder(forKey: Key(stringValue: $0)) }
                ?? container.superDecoder()
            return path(parent.codingPath) + (try read(shape, plan, parent))
        case .names:
            return try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).sorted()
                .joined(separator: " ")
        case .forwarded(let shape):
            plan.push(shape)
            return try decoder.singleValueContainer().decode(Probed.self).text
        }
    }

    private static func read(
        _ member: Shape.Member, _ plan: Plan, _ container: KeyedDecodingContainer<Key>
    ) throws -> String {
        let key = Key(stringValue: member.name)
        switch member.access {
        case .required:
            plan.push(member.shape)
            return try container.decode(Probed.self, forKey: key).text
        case .ifPresent:
            guard try container.contains(key) && !container.decodeNil(forKey: key) else {
                return try container.decodeIfPresent(Probed.self, forKey: key)?.text ?? "nil"
            }
            plan.push(member.shape)
            return try container.decodeIfPresent(Probed.self, forKey: key)?.text ?? "nil"
        case .tried:
            var text = ""
            let error = failure {
                plan.push(member.shape)
                text = try container.decode(Probed.self, forKey: key).text
            }
            // A failure may leave shapes behind, so the rest of both transcripts would differ.
            return error == "none" ? text : "(\(error))"
        case .contains: return "\(container.contains(key))"
        }
    }

    static func failure(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch {
            return describe(error)
        }
    }

    static func describe(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "keyNotFound \(key.stringValue) at \(path(context.codingPath))"
        case DecodingError.valueNotFound(let type, let context):
            "valueNotFound \(type) at \(path(context.codingPath))"
        case DecodingError.typeMismatch(let type, let context):
            "typeMismatch \(type) at \(path(context.codingPath))"
        // Foundation reports most of them without a path.
        case DecodingError.dataCorrupted: "dataCorrupted"
        case is CancellationError: "cancelled"
        // Foundation's error for a number that a type can't hold, before it leaves the decoder.
        default: "dataCorrupted"
        }
    }

    static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
