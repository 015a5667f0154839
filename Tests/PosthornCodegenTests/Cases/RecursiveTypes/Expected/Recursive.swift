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
public struct RecursiveNode: JSONModel {
    public let name: String

    private let nextBox: Indirect<RecursiveNode>?

    public var next: RecursiveNode? {
        nextBox?.value
    }

    private let otherBox: Indirect<RecursiveNode>?

    public var other: RecursiveNode? {
        otherBox?.value
    }

    private let patchBox: Indirect<Presence<RecursiveNode>>

    public var patch: Presence<RecursiveNode> {
        patchBox.value
    }

    public let children: [RecursiveNode]

    public init(
        name: String, other: RecursiveNode?, children: [RecursiveNode], next: RecursiveNode? = nil,
        patch: Presence<RecursiveNode> = .absent
    ) {
        self.name = name
        self.nextBox = .box(next)
        self.otherBox = .box(other)
        self.patchBox = Indirect(patch)
        self.children = children
    }

    public init(json: inout JSONReader) throws {
        var name: String?
        var next: RecursiveNode?
        var other: RecursiveNode?
        var patch: Presence<RecursiveNode> = .absent
        var children: [RecursiveNode]?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "name": try json.read(&name)
            case "next": try json.readIfPresent(&next)
            case "other": try json.readIfPresent(&other)
            case "patch": try json.read(&patch)
            case "children": try json.read(&children)
            default: try json.skip()
            }
        }
        self.name = try json.require(name, "name")
        self.nextBox = .box(next)
        self.otherBox = .box(other)
        self.patchBox = Indirect(patch)
        self.children = try json.require(children, "children")
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
public struct RecursiveLeft: JSONModel {
    private let rightBox: Indirect<RecursiveRight>?

    public var right: RecursiveRight? {
        rightBox?.value
    }

    public init(right: RecursiveRight? = nil) {
        self.rightBox = .box(right)
    }

    public init(json: inout JSONReader) throws {
        var right: RecursiveRight?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "right": try json.readIfPresent(&right)
            default: try json.skip()
            }
        }
        self.rightBox = .box(right)
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.writeIfPresent("right", right)
        json.endObject()
    }
}

/// The `RecursiveRight` type of ``RecursiveAPI``.
public struct RecursiveRight: JSONModel {
    public let left: RecursiveLeft

    public init(left: RecursiveLeft) {
        self.left = left
    }

    public init(json: inout JSONReader) throws {
        var left: RecursiveLeft?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "left": try json.read(&left)
            default: try json.skip()
            }
        }
        self.left = try json.require(left, "left")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("left", left)
        json.endObject()
    }
}

/// The `RecursiveTree` type of ``RecursiveAPI``.
public indirect enum RecursiveTree: JSONModel {
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
public struct RecursiveLeaf: JSONModel {
    public let value: Int

    public init(value: Int) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        var value: Int?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "value": try json.read(&value)
            default: try json.skip()
            }
        }
        self.value = try json.require(value, "value")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("value", value)
        json.endObject()
    }
}

/// The `RecursiveFork` type of ``RecursiveAPI``.
public struct RecursiveFork: JSONModel {
    public let left: RecursiveTree
    public let right: RecursiveTree

    private let extraBox: Indirect<RecursiveFork>?

    public var extra: RecursiveFork? {
        extraBox?.value
    }

    public init(left: RecursiveTree, right: RecursiveTree, extra: RecursiveFork? = nil) {
        self.left = left
        self.right = right
        self.extraBox = .box(extra)
    }

    public init(json: inout JSONReader) throws {
        var left: RecursiveTree?
        var right: RecursiveTree?
        var extra: RecursiveFork?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "left": try json.read(&left)
            case "right": try json.read(&right)
            case "extra": try json.readIfPresent(&extra)
            default: try json.skip()
            }
        }
        self.left = try json.require(left, "left")
        self.right = try json.require(right, "right")
        self.extraBox = .box(extra)
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
public struct RecursiveHolder: JSONModel {
    /// In place.
    public let inline: Inline

    public init(inline: Inline) {
        self.inline = inline
    }

    public init(json: inout JSONReader) throws {
        var inline: Inline?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "inline": try json.read(&inline)
            default: try json.skip()
            }
        }
        self.inline = try json.require(inline, "inline")
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
