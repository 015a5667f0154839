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
public final class RecursiveNode: JSONModel {
    public let name: String
    public let next: RecursiveNode?
    public let other: RecursiveNode?
    public let patch: Presence<RecursiveNode>
    public let children: [RecursiveNode]

    public init(
        name: String, other: RecursiveNode?, children: [RecursiveNode], next: RecursiveNode? = nil,
        patch: Presence<RecursiveNode> = .absent
    ) {
        self.name = name
        self.next = next
        self.other = other
        self.patch = patch
        self.children = children
    }

    public init(json: inout JSONReader) throws {
        var name: String?
        var next: RecursiveNode?
        var other: RecursiveNode?
        var patch: Presence<RecursiveNode> = .absent
        var children: [RecursiveNode]?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "name": json.read(&name)
            case "next": json.readIfPresent(&next)
            case "other": json.readIfPresent(&other)
            case "patch": json.read(&patch)
            case "children": json.read(&children)
            default: json.skip()
            }
        }
        guard json.isIntact, let name, let children else {
            throw json.failure(in: object, needing: "name", "children")
        }
        self.name = name
        self.next = next
        self.other = other
        self.patch = patch
        self.children = children
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("name", name)
        try json.writeIfPresent("next", next)
        try json.write("other", other)
        try json.writeIfPresent("patch", patch)
        try json.write("children", children)
        json.endObject()
    }
}

/// The `RecursiveLeft` type of ``RecursiveAPI``.
public final class RecursiveLeft: JSONModel {
    public let right: RecursiveRight?

    public init(right: RecursiveRight? = nil) {
        self.right = right
    }

    public init(json: inout JSONReader) throws {
        var right: RecursiveRight?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "right": json.readIfPresent(&right)
            default: json.skip()
            }
        }
        guard json.isIntact else {
            throw json.failure(in: object)
        }
        self.right = right
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.writeIfPresent("right", right)
        json.endObject()
    }
}

/// The `RecursiveRight` type of ``RecursiveAPI``.
public final class RecursiveRight: JSONModel {
    public let left: RecursiveLeft

    public init(left: RecursiveLeft) {
        self.left = left
    }

    public init(json: inout JSONReader) throws {
        var left: RecursiveLeft?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "left": json.read(&left)
            default: json.skip()
            }
        }
        guard json.isIntact, let left else {
            throw json.failure(in: object, needing: "left")
        }
        self.left = left
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("left", left)
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

    public func write(json: inout JSONWriter) throws {
        switch self {
        case .leaf(let value): try json.write(value, tagged: "type", "leaf")
        case .fork(let value): try json.write(value, tagged: "type", "fork")
        case .unknown(let value): try value.write(json: &json)
        }
    }
}

/// The `RecursiveLeaf` type of ``RecursiveAPI``.
public final class RecursiveLeaf: JSONModel {
    public let value: Int

    public init(value: Int) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        var value: Int?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "value": json.read(&value)
            default: json.skip()
            }
        }
        guard json.isIntact, let value else {
            throw json.failure(in: object, needing: "value")
        }
        self.value = value
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("value", value)
        json.endObject()
    }
}

/// The `RecursiveFork` type of ``RecursiveAPI``.
public final class RecursiveFork: JSONModel {
    public let left: RecursiveTree
    public let right: RecursiveTree
    public let extra: RecursiveFork?

    public init(left: RecursiveTree, right: RecursiveTree, extra: RecursiveFork? = nil) {
        self.left = left
        self.right = right
        self.extra = extra
    }

    public init(json: inout JSONReader) throws {
        var left: RecursiveTree?
        var right: RecursiveTree?
        var extra: RecursiveFork?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "left": json.read(&left)
            case "right": json.read(&right)
            case "extra": json.readIfPresent(&extra)
            default: json.skip()
            }
        }
        guard json.isIntact, let left, let right else {
            throw json.failure(in: object, needing: "left", "right")
        }
        self.left = left
        self.right = right
        self.extra = extra
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("left", left)
        try json.write("right", right)
        try json.writeIfPresent("extra", extra)
        json.endObject()
    }
}

/// The `RecursiveHolder` type of ``RecursiveAPI``.
public final class RecursiveHolder: JSONModel {
    /// In place.
    public let inline: Inline

    public init(inline: Inline) {
        self.inline = inline
    }

    public init(json: inout JSONReader) throws {
        var inline: Inline?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "inline": json.read(&inline)
            default: json.skip()
            }
        }
        guard json.isIntact, let inline else {
            throw json.failure(in: object, needing: "inline")
        }
        self.inline = inline
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("inline", inline)
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

        public func write(json: inout JSONWriter) throws {
            switch self {
            case .leaf(let value): try json.write(value, tagged: "type", "leaf")
            case .fork(let value): try json.write(value, tagged: "type", "fork")
            case .unknown(let value): try value.write(json: &json)
            }
        }
    }
}
