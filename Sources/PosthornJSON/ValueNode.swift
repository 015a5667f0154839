package import FoundationEssentials

/// A tree of the values that an `Encodable` has encoded, in their order.
///
/// Query items, forms and the JSON of types outside of the spec are written from it. Generated types write
/// their JSON directly.
package final class ValueNode {
    package enum Content {
        /// Nothing was encoded.
        case nothing
        case null
        case bool(Bool)
        case integer(Int64)
        case magnitude(UInt64)
        case double(Double)
        case float(Float)
        case decimal(Decimal)
        case text(String)
        case date(Date)
        case data(Data)
        /// A value whose type writes itself as JSON.
        case model(any JSONWritable)
        case array([ValueNode], isSet: Bool)
        case object([(name: String, value: ValueNode)], Names)
    }

    /// The kind of the names of an object.
    package indirect enum Names: Equatable {
        /// The names of a type's members, in the order of encoding.
        case members
        /// The keys of a map: data without an order.
        case keys
        /// The names that a type has written itself, in the order of its spec.
        case written
        /// The fixed names of the first fields of a body, followed by those of a value.
        case joined(fields: Int, Names)
    }

    package internal(set) var content: Content
    /// The members that nested containers fill in; a member may be opened again.
    private var opened: [String: ValueNode] = [:]

    init(_ content: Content = .nothing) { self.content = content }

    /// Encodes a value into a new node.
    ///
    /// - Throws: A ``JSONError`` if the value is nested deeper than ``JSONReader/depthLimit``, or the
    ///   error of its `Encodable`.
    package convenience init(of value: some Encodable) throws {
        self.init()
        try put(value, at: nil)
    }

    func member(_ name: String) -> ValueNode {
        let child = ValueNode()
        guard case .object(var members, let names) = content else {
            content = .object([(name, child)], .members)
            return child
        }
        // Removed from `content`, so that appending does not copy the array.
        content = .nothing
        members.append((name, child))
        content = .object(members, names)
        return child
    }

    /// Returns the member that a nested container fills in; the same node for the same name.
    func openMember(_ name: String) -> ValueNode {
        if let known = opened[name] { return known }
        let child = member(name)
        opened[name] = child
        return child
    }

    func element() -> ValueNode {
        let child = ValueNode()
        guard case .array(var elements, let isSet) = content else {
            content = .array([child], isSet: false)
            return child
        }
        content = .nothing
        elements.append(child)
        content = .array(elements, isSet: isSet)
        return child
    }

    var elementCount: Int {
        if case .array(let elements, _) = content { elements.count } else { 0 }
    }

    /// Makes this node an object, unless it is one.
    func becomeObject(ofMap isMap: Bool) {
        if case .object = content { return }
        content = .object([], isMap ? .keys : .members)
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([], isSet: false)
    }

    func put<Value: Encodable>(_ value: Value, at place: ValuePlace?) throws {
        switch value {
        case let value as BodyFields: content = try value.content(at: place)
        case let value as String: content = .text(value)
        case let value as Date: content = .date(value)
        case let value as Data: content = .data(value)
        case let value as Decimal: content = .decimal(value)
        case let value as URL: content = .text(try value.sentText())
        case let value as UUID: content = .text(UUIDText.text(of: value))
        case let value as JSONValue: content = .model(value)
        case let value as any JSONModel: content = .model(value)
        case let value as any WrittenBody: content = .model(value)
        default:
            let depth = place?.depth ?? 0
            guard depth < JSONReader.depthLimit else {
                throw JSONError(
                    writing: .unwritable,
                    "\(CodingPath.text(Array((place?.keys ?? []).prefix(4)))) is nested too deep, or "
                        + "holds itself",
                    advice: "send at most \(JSONReader.depthLimit) levels")
            }
            try value.encode(to: ValueEncoder(node: self, place: place))
            // The container does not know that the order of a set has no meaning.
            if case .array(let elements, _) = content, value is any SetOfValues {
                content = .array(elements, isSet: true)
            }
        }
    }
}

extension ValueNode.Names {
    /// Whether the names belong to types and fields, so that errors may show them.
    var areMembers: Bool {
        switch self {
        case .members, .joined(_, .members): true
        case .keys, .written, .joined: false
        }
    }

    /// Returns the members with the names to send; a member replaces a field of the same name.
    package func sent(
        _ members: [(name: String, value: ValueNode)], in keys: KeyCase
    ) -> [(name: String, value: ValueNode)] {
        switch self {
        case .keys, .written: return members
        case .members:
            guard keys != .asWritten else { return members }
            return members.map { (keys.text(of: $0.name), $0.value) }
        case .joined(let count, let names):
            let own = names.sent(Array(members[count...]), in: keys)
            let taken = Set(own.map(\.name))
            return members[..<count].filter { !taken.contains($0.name) } + own
        }
    }
}

/// The position of a value in the tree, created only for values that contain others.
final class ValuePlace {
    let parent: ValuePlace?
    let key: any CodingKey
    let depth: Int

    init(_ key: any CodingKey, in parent: ValuePlace?) {
        self.key = key
        self.parent = parent
        depth = (parent?.depth ?? 0) + 1
    }

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var place: ValuePlace? = self
        while let step = place {
            // Forwarded values have no name.
            if !step.key.stringValue.isEmpty { keys.append(step.key) }
            place = step.parent
        }
        return keys.reversed()
    }
}

/// A type that writes itself as JSON in the format that its place in the spec selects.
package protocol WrittenBody: JSONWritable {}

private protocol SetOfValues {}
extension Set: SetOfValues {}
