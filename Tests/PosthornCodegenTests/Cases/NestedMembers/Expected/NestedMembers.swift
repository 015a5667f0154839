// Generated from NestedMembers/NestedMembers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `NestedMembersAPI`.
public struct NestedMembersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension NestedMembersAPI {
    /// `GET /pods`.
    /// - Parameter continue: Not sent when `nil`.
    nonisolated(nonsending) public func list(
        continue: String? = nil
    ) async throws(APIError) -> NestedMembersPods {
        try await send(List(continue: `continue`))
    }

    /// The request behind ``list(continue:)``.
    public struct List: PagedEndpoint {
        public typealias Output = NestedMembersPods

        public var `continue`: String?

        public init(continue: String? = nil) {
            self.continue = `continue`
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/pods")
            request.hideValues("token")
            request.query("continue", `continue`)
        }

        public static func items(of page: NestedMembersPods) -> [NestedMembersPod] {
            page.items
        }

        public func next(after page: APIResponse<NestedMembersPods>) -> NextPage<Self> {
            .cursor(page.value.next, into: \.`continue`, of: self)
        }
    }
}

extension NestedMembersAPI {
    /// `PUT /pods`.
    nonisolated(nonsending) public func put(
        body: NestedMembersPod
    ) async throws(APIError) -> NestedMembersPod {
        try await send(Put(body: body))
    }

    /// The request behind ``put(body:)``.
    public struct Put: Endpoint {
        public typealias Output = NestedMembersPod

        public let body: NestedMembersPod

        public init(body: NestedMembersPod) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/pods")
            request.hideValues("token")
            request.body(body)
        }
    }
}

/// The `NestedMembersPods` type of ``NestedMembersAPI``.
public struct NestedMembersPods: JSONModel {
    public var items: [NestedMembersPod]
    public var next: String?

    public init(items: [NestedMembersPod], next: String? = nil) {
        self.items = items
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        items = []
        var object = json.beginObject("items metadata?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: items = json.array()
            case 1:
                if json.skipsNull() { break }
                var object2 = json.beginObject("continue?")
                while let member2 = json.nextMember(&object2) {
                    switch member2 {
                    case 0: next = json.stringIfPresent()
                    default: break
                    }
                }
                _ = json.finish(object2)
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("items", items)
        if next != nil {
            json.beginObject("metadata")
            json.writeIfPresent("continue", next)
            json.endObject()
        }
        json.endObject()
    }
}

/// The `NestedMembersPod` type of ``NestedMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct NestedMembersPod: JSONModel {
    public var kind: String
    public var name: String
    public var phase: Phase?
    public var labels: [String: String]?
    public var owner: NestedMembersOwner
    /// Set by the server, and never sent.
    public var created: Date?
    public var note: FieldPresence<String>
    /// Hidden wherever the value is shown.
    @Secret
    public var token: String?
    public var object2: Int

    public init(
        kind: String, name: String, owner: NestedMembersOwner, phase: Phase? = nil,
        labels: [String: String]? = nil, created: Date? = nil,
        note: FieldPresence<String> = .absent, token: String? = nil, object2: Int = 3
    ) {
        self.kind = kind
        self.name = name
        self.phase = phase
        self.labels = labels
        self.owner = owner
        self.created = created
        self.note = note
        self.token = token
        self.object2 = object2
    }

    public init(json: inout JSONReader) throws {
        kind = ""
        name = ""
        var owner: NestedMembersOwner?
        note = .absent
        token = nil
        object2 = 3
        var object = json.beginObject("kind metadata status? object2?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.string()
            case 1:
                var object2Value = json.beginObject("name labels? owner.ref created?")
                while let member2 = json.nextMember(&object2Value) {
                    switch member2 {
                    case 0: name = json.string()
                    case 1: labels = json.mapIfPresent()
                    case 2:
                        var object3 = json.beginObject("first\\ one")
                        while let member3 = json.nextMember(&object3) {
                            switch member3 {
                            case 0: owner = json.value()
                            default: break
                            }
                        }
                        _ = json.finish(object3)
                    case 3: created = json.valueIfPresent(as: .unix)
                    default: break
                    }
                }
                _ = json.finish(object2Value)
            case 2:
                if json.skipsNull() { break }
                var object2Value = json.beginObject("phase? deep?")
                while let member2 = json.nextMember(&object2Value) {
                    switch member2 {
                    case 0: phase = json.valueIfPresent()
                    case 1:
                        if json.skipsNull() { break }
                        var object3 = json.beginObject("note? token?")
                        while let member3 = json.nextMember(&object3) {
                            switch member3 {
                            case 0: note = json.presence()
                            case 1: token = json.stringIfPresent()
                            default: break
                            }
                        }
                        _ = json.finish(object3)
                    default: break
                    }
                }
                _ = json.finish(object2Value)
            case 3: object2 = json.intIfPresent() ?? object2
            default: break
            }
        }
        guard json.finish(object), let owner else { throw json.takeFailure() }
        self.owner = owner
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("metadata.name", name, length: 1...9)
        }
        json.beginObject()
        json.write("kind", kind)
        json.beginObject("metadata")
        json.write("name", name)
        json.writeIfPresent("labels", labels)
        json.beginObject("owner.ref")
        json.write("first one", owner)
        json.endObject()
        if !json.isRequest {
            json.writeIfPresent("created", created, as: .unix)
        }
        json.endObject()
        if phase != nil || !note.isAbsent || token != nil {
            json.beginObject("status")
            json.writeIfPresent("phase", phase)
            if !note.isAbsent || token != nil {
                json.beginObject("deep")
                json.writeIfPresent("note", note)
                if !json.hides("token") {
                    json.writeIfPresent("token", token)
                }
                json.endObject()
            }
            json.endObject()
        }
        json.write("object2", object2)
        json.endObject()
    }

    /// The values of `phase`.
    public enum Phase: OpenEnum {
        case up
        case down
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.up, .down]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "up": self = .up
            case "down": self = .down
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .up: "up"
            case .down: "down"
            case .unknown(let value): value
            }
        }
    }
}

/// The `NestedMembersOwner` type of ``NestedMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct NestedMembersOwner: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}
