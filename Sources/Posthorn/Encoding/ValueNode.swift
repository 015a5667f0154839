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
    enum Names {
        /// Those of a type's members, in the order in which it writes them.
        case members
        /// The keys of a map: data, and without an order.
        case keys
        /// Those that a type has written itself, in the order of its spec.
        case written
    }

    var content: Content

    init(_ content: Content = .nothing) { self.content = content }

    /// Takes a value apart.
    /// - Throws: a ``CallFault`` if it is nested deeper than ``JSONReader/depthLimit``, or what its
    ///   `Encodable` throws.
    convenience init(of value: some Encodable) throws {
        self.init()
        try put(value, at: nil)
    }

    /// Adds a member.
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

    /// Adds an element.
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
    func becomeObject() {
        if case .object = content { return }
        content = .object([], .members)
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([], isSet: false)
    }

    /// Takes a value apart into this node.
    func put<Value: Encodable>(_ value: Value, at place: ValuePlace?) throws {
        switch value {
        case let value as String: content = .text(value)
        case let value as Date: content = .date(value)
        case let value as Data: content = .data(value)
        case let value as Decimal: content = .decimal(value)
        case let value as URL: content = .text(value.absoluteString)
        case let value as JSONValue: content = .model(value)
        case let value as any JSONModel: content = .model(value)
        case let value as any WrittenBody: content = .model(value)
        default:
            let depth = place?.depth ?? 0
            guard depth < JSONReader.depthLimit else {
                throw CallFault(
                    .encodingFailed,
                    "\(JSON.path(Array((place?.keys ?? []).prefix(4)))) is nested too deep, or "
                        + "holds itself",
                    advice: "send at most \(JSONReader.depthLimit) levels")
            }
            try value.encode(to: ValueEncoder(node: self, place: place))
            mark(value)
        }
    }

    /// Remembers what a container can't tell: that its order means nothing, or its keys are data.
    private func mark(_ value: some Encodable) {
        switch content {
        case .object(let members, _) where value is any MapOfValues:
            content = .object(members, .keys)
        case .array(let elements, _) where value is any SetOfValues:
            content = .array(elements, isSet: true)
        default: break
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

/// Tells maps from other types.
private protocol MapOfValues {}
extension Dictionary: MapOfValues {}

/// Tells sets from other types.
private protocol SetOfValues {}
extension Set: SetOfValues {}
