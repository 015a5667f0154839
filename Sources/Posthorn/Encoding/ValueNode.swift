import FoundationEssentials

/// A value that its `Encodable` has taken apart, in the order in which it did so.
///
/// Query items, forms and the JSON of foreign types are written from it. Generated types are not
/// taken apart for JSON: they write themselves.
final class ValueNode {
    enum Content {
        /// Its `Encodable` wrote nothing.
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
        /// A type that writes itself as JSON.
        case model(any JSONWritable)
        case array([ValueNode], isSet: Bool)
        case object([(name: String, value: ValueNode)], Names)
    }

    /// What the names of an object are.
    indirect enum Names: Equatable {
        /// Those of a type's members, in the order in which it writes them.
        case members
        /// The keys of a map: data, and without an order.
        case keys
        /// Those that a type has written itself, in the order of its spec.
        case written
        /// So many fields of a body come first, whose names are fixed; the others are a value's own.
        case joined(fields: Int, Names)
    }

    var content: Content
    /// The members that are written in steps, of which each may be opened again.
    private var opened: [String: ValueNode] = [:]

    init(_ content: Content = .nothing) { self.content = content }

    /// Takes a value apart.
    /// - Throws: an ``APIError/Cause`` if it is nested deeper than ``JSONReader/depthLimit``, or what its
    ///   `Encodable` throws.
    convenience init(of value: some Encodable) throws {
        self.init()
        try put(value, at: nil)
    }

    func member(_ name: String) -> ValueNode {
        let child = ValueNode()
        guard case .object(var members, let names) = content else {
            content = .object([(name, child)], .members)
            return child
        }
        // Taken out first, so that appending does not copy the others.
        content = .nothing
        members.append((name, child))
        content = .object(members, names)
        return child
    }

    /// The member that is written in steps; the same for the same name.
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

    /// Says what kind of container is written, unless it is known.
    func becomeObject(ofMap isMap: Bool) {
        if case .object = content { return }
        content = .object([], isMap ? .keys : .members)
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([], isSet: false)
    }

    /// Takes a value apart into this node.
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
                throw APIError.Cause(
                    .encodingFailed,
                    "\(JSON.path(Array((place?.keys ?? []).prefix(4)))) is nested too deep, or "
                        + "holds itself",
                    advice: "send at most \(JSONReader.depthLimit) levels")
            }
            try value.encode(to: ValueEncoder(node: self, place: place))
            // A container can't tell that its order means nothing.
            if case .array(let elements, _) = content, value is any SetOfValues {
                content = .array(elements, isSet: true)
            }
        }
    }
}

extension ValueNode.Names {
    /// Whether the names are those of types and fields, which errors may show.
    var areMembers: Bool {
        switch self {
        case .members, .joined(_, .members): true
        case .keys, .written, .joined: false
        }
    }

    /// The members by the names under which they are sent; a field gives way to a member of its name.
    func sent(
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

/// Where a value stands, from the top down; made only for values that hold others.
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
            // What stands for another value has no name of its own.
            if !step.key.stringValue.isEmpty { keys.append(step.key) }
            place = step.parent
        }
        return keys.reversed()
    }
}

/// What writes itself as JSON in a form that its place in the spec chooses.
protocol WrittenBody: JSONWritable {}

/// Tells sets from other types.
private protocol SetOfValues {}
extension Set: SetOfValues {}
