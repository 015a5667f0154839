// Generated from RecursiveTypes/Recursive.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

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
    public var name: String
    @Boxed
    public var next: RecursiveNode?
    @Boxed
    public var other: RecursiveNode?
    @Boxed
    public var patch: FieldPresence<RecursiveNode>
    public var children: [RecursiveNode]

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

    public init(json: inout JSONReader) throws {
        name = ""
        next = nil
        other = nil
        patch = .absent
        children = []
        var object = json.beginObject("name next? other? patch? children")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: _next = json.boxedIfPresent()
            case 2: _other = json.boxedIfPresent()
            case 3: _patch = json.boxedPresence()
            case 4: children = json.array()
            default: break
            }
        }
        try json.endObject(object)
    }

    public func write(json: inout JSONWriter) {
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
public struct RecursiveLeft: JSONModel {
    public var right: RecursiveRight?

    public init(right: RecursiveRight? = nil) {
        self.right = right
    }

    public init(json: inout JSONReader) throws {
        var object = json.beginObject("right?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: right = json.valueIfPresent()
            default: break
            }
        }
        try json.endObject(object)
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeIfPresent("right", right)
        json.endObject()
    }
}

/// The `RecursiveRight` type of ``RecursiveAPI``.
public struct RecursiveRight: JSONModel {
    @Boxed
    public var left: RecursiveLeft

    public init(left: RecursiveLeft) {
        self.left = left
    }

    public init(json: inout JSONReader) throws {
        var left: Boxed<RecursiveLeft>?
        var object = json.beginObject("left")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: left = json.boxed()
            default: break
            }
        }
        guard json.finish(object), let left else { throw json.takeFailure() }
        self._left = left
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("left", left)
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

    public func write(json: inout JSONWriter) {
        switch self {
        case .leaf(let value): json.write(value, tagged: "type", "leaf")
        case .fork(let value): json.write(value, tagged: "type", "fork")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `RecursiveLeaf` type of ``RecursiveAPI``.
public struct RecursiveLeaf: JSONModel {
    public var value: Int

    public init(value: Int) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = 0
        var object = json.beginObject("value")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: value = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("value", value)
        json.endObject()
    }
}

/// The `RecursiveFork` type of ``RecursiveAPI``.
public struct RecursiveFork: JSONModel {
    public var left: RecursiveTree
    public var right: RecursiveTree
    @Boxed
    public var extra: RecursiveFork?

    public init(left: RecursiveTree, right: RecursiveTree, extra: RecursiveFork? = nil) {
        self.left = left
        self.right = right
        self.extra = extra
    }

    public init(json: inout JSONReader) throws {
        var left: RecursiveTree?
        var right: RecursiveTree?
        extra = nil
        var object = json.beginObject("left right extra?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: left = json.value()
            case 1: right = json.value()
            case 2: _extra = json.boxedIfPresent()
            default: break
            }
        }
        guard json.finish(object), let left, let right else { throw json.takeFailure() }
        self.left = left
        self.right = right
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("left", left)
        json.write("right", right)
        json.writeIfPresent("extra", extra)
        json.endObject()
    }
}

/// The `RecursiveHolder` type of ``RecursiveAPI``.
public struct RecursiveHolder: JSONModel {
    /// In place.
    public var inline: Inline

    public init(inline: Inline) {
        self.inline = inline
    }

    public init(json: inout JSONReader) throws {
        var inline: Inline?
        var object = json.beginObject("inline")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: inline = json.value()
            default: break
            }
        }
        guard json.finish(object), let inline else { throw json.takeFailure() }
        self.inline = inline
    }

    public func write(json: inout JSONWriter) {
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
