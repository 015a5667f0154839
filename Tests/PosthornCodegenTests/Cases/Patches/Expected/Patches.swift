// Generated from Patches/Patches.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `PatchesAPI`.
public struct PatchesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension PatchesAPI {
    /// `GET /devices/{id}`.
    nonisolated(nonsending) public func get(
        id: String
    ) async throws(APIError) -> Tagged<PatchDevice> {
        try await send(Get(id: id))
    }

    /// The request behind ``get(id:)``.
    public struct Get: Endpoint {
        public typealias Output = Tagged<PatchDevice>

        public let id: String

        public init(id: String) {
            self.id = id
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/devices/{id}")
            request.path("id", id)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.value())
        }
    }
}

extension PatchesAPI {
    /// `PATCH /devices/{id}`.
    /// - Parameters:
    ///   - body: The value with the changes. Only what differs from `old` is sent.
    ///   - old: The value before the changes.
    nonisolated(nonsending) public func update(
        id: String, body: PatchDevice, from old: PatchDevice
    ) async throws(APIError) -> PatchDevice {
        try await send(Update(id: id, body: body, from: old))
    }

    /// The request behind ``update(id:body:from:)``.
    public struct Update: Endpoint {
        public typealias Output = PatchDevice

        public let id: String
        public let body: PatchDevice
        public let old: PatchDevice

        public init(id: String, body: PatchDevice, from old: PatchDevice) {
            self.id = id
            self.body = body
            self.old = old
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/devices/{id}")
            request.bodyMediaType = "application/merge-patch+json"
            request.path("id", id)
            request.body(body, from: old)
        }
    }
}

extension PatchesAPI {
    /// `PATCH /devices/{id}`.
    /// - Parameters:
    ///   - body: The value with the changes. Only what differs from `old` is sent.
    ///   - old: The value before the changes.
    nonisolated(nonsending) public func updateTagged(
        id: String, body: Tagged<PatchDevice>, from old: Tagged<PatchDevice>
    ) async throws(UpdateTagged.Failure) -> Tagged<PatchDevice> {
        try await send(UpdateTagged(id: id, body: body, from: old))
    }

    /// The request behind ``updateTagged(id:body:from:)``.
    public struct UpdateTagged: Endpoint {
        public typealias Output = Tagged<PatchDevice>

        public let id: String
        public let body: Tagged<PatchDevice>
        public let old: Tagged<PatchDevice>

        public init(id: String, body: Tagged<PatchDevice>, from old: Tagged<PatchDevice>) {
            self.id = id
            self.body = body
            self.old = old
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/devices/{id}")
            request.bodyMediaType = "application/merge-patch+json"
            request.path("id", id)
            request.body(body, from: old)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.tagged(response.value())
        }

        /// The ways in which ``updateTagged(id:body:from:)`` fails.
        public enum Failure: EndpointFailure {
            /// The value has changed since it was read.
            ///
            /// Status 412.
            case preconditionFailed(Documented<Void>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 412: .preconditionFailed(response.failure(named: "preconditionFailed"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .preconditionFailed(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension PatchesAPI {
    /// `PATCH /devices/{id}`.
    nonisolated(nonsending) public func edit(
        id: String, body: [PatchOperation]
    ) async throws(APIError) -> PatchDevice {
        try await send(Edit(id: id, body: body))
    }

    /// The request behind ``edit(id:body:)``.
    public struct Edit: Endpoint {
        public typealias Output = PatchDevice

        public let id: String
        public let body: [PatchOperation]

        public init(id: String, body: [PatchOperation]) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/devices/{id}")
            request.bodyMediaType = "application/json-patch+json"
            request.path("id", id)
            request.body(body)
        }
    }
}

/// The `PatchDevice` type of ``PatchesAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct PatchDevice: JSONModel {
    /// Set by the server, and never sent.
    public var id: String?
    public var name: String
    public var note: String?
    /// Only sent, and not read from a response.
    public var pin: String?
    public var place: Place?
    public var tags: [String]

    public init(
        name: String, pin: String, id: String? = nil, note: String? = nil, place: Place? = nil,
        tags: [String] = []
    ) {
        self.id = id
        self.name = name
        self.note = note
        self.pin = pin
        self.place = place
        self.tags = tags
    }

    public init(json: inout JSONReader) throws {
        name = ""
        tags = []
        var object = json.beginObject("id? name note? pin? place? tags?")
        readMembers(&json, &object)
        if json.isResponse {
            pin = nil
        }
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.stringIfPresent()
            case 1: name = json.string()
            case 2: note = json.stringIfPresent()
            case 3: pin = json.stringIfPresent()
            case 4: place = json.valueIfPresent()
            case 5: tags = json.arrayIfPresent() ?? tags
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("name", name, length: 1...10)
            json.check("pin", isSet: pin != nil)
        }
        json.beginObject()
        if !json.isRequest {
            json.writeIfPresent("id", id)
        }
        json.write("name", name)
        json.writeIfPresent("note", note)
        json.writeIfPresent("pin", pin)
        json.writeIfPresent("place", place)
        json.write("tags", tags)
        json.endObject()
    }

    /// The values of `place`.
    public struct Place: JSONModel {
        public var room: String
        public var floor: Int?

        public init(room: String, floor: Int? = nil) {
            self.room = room
            self.floor = floor
        }

        public init(json: inout JSONReader) throws {
            room = ""
            var object = json.beginObject("room floor?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: room = json.string()
                case 1: floor = json.intIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("room", room)
            json.writeIfPresent("floor", floor)
            json.endObject()
        }
    }
}

/// The `PatchOperation` type of ``PatchesAPI``.
public enum PatchOperation: JSONModel {
    case patchValue(PatchValue)
    case remove(PatchRemoval)
    case patchMove(PatchMove)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("op") {
        case "add", "replace", "test": self = .patchValue(try PatchValue(json: &json))
        case "remove": self = .remove(try PatchRemoval(json: &json))
        case "move", "copy": self = .patchMove(try PatchMove(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .patchValue(let value):
            json.write(value, replacing: ["op"], by: ["add", "replace", "test"])
        case .remove(let value): json.write(value, tagged: "op", "remove")
        case .patchMove(let value): json.write(value, replacing: ["op"], by: ["move", "copy"])
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `PatchValue` type of ``PatchesAPI``.
public struct PatchValue: JSONModel {
    public var op: Op
    public var path: PatchPointer
    public var value: JSONValue

    public init(op: Op, path: PatchPointer, value: JSONValue) {
        self.op = op
        self.path = path
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        var op: Op?
        var path: PatchPointer?
        var value: JSONValue?
        var object = json.beginObject("op path value")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: op = json.value()
            case 1: path = json.value()
            case 2: value = json.value()
            default: break
            }
        }
        guard json.finish(object), let op, let path, let value else { throw json.takeFailure() }
        self.op = op
        self.path = path
        self.value = value
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("path", path.value, pattern: "^(/|$)")
        }
        json.beginObject()
        json.write("op", op)
        json.write("path", path)
        json.write("value", value)
        json.endObject()
    }

    /// The values of `op`.
    public enum Op: OpenEnum {
        case add
        case replace
        case test
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.add, .replace, .test]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "add": self = .add
            case "replace": self = .replace
            case "test": self = .test
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .add: "add"
            case .replace: "replace"
            case .test: "test"
            case .unknown(let value): value
            }
        }
    }
}

/// The `PatchRemoval` type of ``PatchesAPI``.
public struct PatchRemoval: JSONModel {
    public var path: PatchPointer

    public init(path: PatchPointer) {
        self.path = path
    }

    public init(json: inout JSONReader) throws {
        var path: PatchPointer?
        var object = json.beginObject("path")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: path = json.value()
            default: break
            }
        }
        guard json.finish(object), let path else { throw json.takeFailure() }
        self.path = path
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("path", path.value, pattern: "^(/|$)")
        }
        json.beginObject()
        json.write("path", path)
        json.endObject()
    }
}

/// The `PatchMove` type of ``PatchesAPI``.
public struct PatchMove: JSONModel {
    public var op: Op
    public var from: PatchPointer
    public var path: PatchPointer

    public init(op: Op, from: PatchPointer, path: PatchPointer) {
        self.op = op
        self.from = from
        self.path = path
    }

    public init(json: inout JSONReader) throws {
        var op: Op?
        var from: PatchPointer?
        var path: PatchPointer?
        var object = json.beginObject("op from path")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: op = json.value()
            case 1: from = json.value()
            case 2: path = json.value()
            default: break
            }
        }
        guard json.finish(object), let op, let from, let path else { throw json.takeFailure() }
        self.op = op
        self.from = from
        self.path = path
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("op", op)
        json.write("from", from)
        json.write("path", path)
        json.endObject()
    }

    /// The values of `op`.
    public enum Op: OpenEnum {
        case move
        case copy
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.move, .copy]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "move": self = .move
            case "copy": self = .copy
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .move: "move"
            case .copy: "copy"
            case .unknown(let value): value
            }
        }
    }
}

/// A place in a document (RFC 6901).
public struct PatchPointer: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}
