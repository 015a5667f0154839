// Generated from RecursiveTypes/Recursive.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `RecursiveAPI`.
public struct RecursiveAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The `RecursiveNode` type of ``RecursiveAPI``.
public final class RecursiveNode: JSONObject, @unchecked Sendable {
    public let name: String
    public let next: RecursiveNode?
    public let other: RecursiveNode?
    public let patch: FieldPresence<RecursiveNode>
    public let children: [RecursiveNode]

    public init(
        name: String, other: RecursiveNode?, children: [RecursiveNode], next: RecursiveNode? = nil,
        patch: FieldPresence<RecursiveNode> = .absent
    ) {
        self.name = name
        self.next = next
        self.other = other
        self.patch = patch
        self.children = children
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        name = json.string("name")
        next = json.valueIfPresent("next")
        other = json.valueIfPresent("other")
        patch = json.presence("patch")
        children = json.array("children")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.writeIfPresent("next", next)
        json.write("other", other)
        json.writeIfPresent("patch", patch)
        json.write("children", children)
        json.endObject()
    }
}

/// The `RecursiveLeft` type of ``RecursiveAPI``.
public final class RecursiveLeft: JSONObject, @unchecked Sendable {
    public let right: RecursiveRight?

    public init(right: RecursiveRight? = nil) {
        self.right = right
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        right = json.valueIfPresent("right")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("right", right)
        json.endObject()
    }
}

/// The `RecursiveRight` type of ``RecursiveAPI``.
public final class RecursiveRight: JSONObject, @unchecked Sendable {
    public let left: RecursiveLeft

    public init(left: RecursiveLeft) {
        self.left = left
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let left: RecursiveLeft? = json.value("left")
        guard json.finish(object), let left else {
            throw json.takeFailure()
        }
        self.left = left
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("left", left)
        json.endObject()
    }
}

/// The `RecursiveTree` type of ``RecursiveAPI``.
public enum RecursiveTree: JSONModel {
    case leaf(RecursiveLeaf)
    case fork(RecursiveFork)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("type") {
        case "leaf": self = .leaf(try RecursiveLeaf(json: &json))
        case "fork": self = .fork(try RecursiveFork(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .leaf(let value): json.write(value, tagged: "type", "leaf")
        case .fork(let value): json.write(value, tagged: "type", "fork")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `RecursiveLeaf` type of ``RecursiveAPI``.
public final class RecursiveLeaf: JSONObject, @unchecked Sendable {
    public let value: Int

    public init(value: Int) {
        self.value = value
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        value = json.int("value")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("value", value)
        json.endObject()
    }
}

/// The `RecursiveFork` type of ``RecursiveAPI``.
public final class RecursiveFork: JSONObject, @unchecked Sendable {
    public let left: RecursiveTree
    public let right: RecursiveTree
    public let extra: RecursiveFork?

    public init(left: RecursiveTree, right: RecursiveTree, extra: RecursiveFork? = nil) {
        self.left = left
        self.right = right
        self.extra = extra
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let left: RecursiveTree? = json.value("left")
        let right: RecursiveTree? = json.value("right")
        extra = json.valueIfPresent("extra")
        guard json.finish(object), let left, let right else {
            throw json.takeFailure()
        }
        self.left = left
        self.right = right
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("left", left)
        json.write("right", right)
        json.writeIfPresent("extra", extra)
        json.endObject()
    }
}

/// The `RecursiveHolder` type of ``RecursiveAPI``.
public final class RecursiveHolder: JSONObject, @unchecked Sendable {
    /// In place.
    public let inline: Inline

    public init(inline: Inline) {
        self.inline = inline
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let inline: Inline? = json.value("inline")
        guard json.finish(object), let inline else {
            throw json.takeFailure()
        }
        self.inline = inline
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("inline", inline)
        json.endObject()
    }

    /// The values of `inline`.
    public enum Inline: JSONModel {
        case leaf(RecursiveLeaf)
        case fork(RecursiveFork)
        /// A value of a type that the spec does not list.
        case unknown(JSONValue)

        public init(json: inout JSONReader) throws {
            switch try json.discriminator("type") {
            case "leaf": self = .leaf(try RecursiveLeaf(json: &json))
            case "fork": self = .fork(try RecursiveFork(json: &json))
            default: self = .unknown(try JSONValue(json: &json))
            }
        }

        public func write(json: inout JSONWriter) {
            switch self {
            case .leaf(let value): json.write(value, tagged: "type", "leaf")
            case .fork(let value): json.write(value, tagged: "type", "fork")
            case .unknown(let value): json.write(value)
            }
        }
    }
}
