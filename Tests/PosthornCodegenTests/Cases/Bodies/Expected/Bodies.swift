// Generated from Bodies/Bodies.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `BodiesAPI`.
public struct BodiesAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension BodiesAPI {
    /// `POST /fields`.
    /// - Parameters:
    ///   - note: Not sent when `nil`.
    ///   - options: The default is empty.
    nonisolated(nonsending) public func fields(
        firstName: String, lines: [BodiesLine], labels: [String: String], mood: Fields.Mood,
        note: String? = nil, options: [String: Int] = [:]
    ) async throws(APIError) {
        try await send(
            Fields(
                firstName: firstName, lines: lines, labels: labels, mood: mood, note: note,
                options: options))
    }

    /// The request behind ``fields(firstName:lines:labels:mood:note:options:)``.
    public struct Fields: Endpoint {
        public let firstName: String
        public let note: String?
        public let lines: [BodiesLine]
        public let labels: [String: String]
        public let mood: Mood
        public let options: [String: Int]

        public init(
            firstName: String, lines: [BodiesLine], labels: [String: String], mood: Mood,
            note: String? = nil, options: [String: Int] = [:]
        ) {
            self.firstName = firstName
            self.note = note
            self.lines = lines
            self.labels = labels
            self.mood = mood
            self.options = options
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/fields")
            request.body("first_name", firstName)
            request.body("note", note)
            request.body("lines", lines)
            request.body("labels", labels)
            request.body("mood", mood)
            request.body("options", options)
        }

        /// The values of `mood`.
        public enum Mood: OpenEnum {
            case good
            case bad
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.good, .bad]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "good": self = .good
                case "bad": self = .bad
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .good: "good"
                case .bad: "bad"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension BodiesAPI {
    /// `PUT /one`.
    nonisolated(nonsending) public func one(body: BodiesLine) async throws(APIError) {
        try await send(One(body: body))
    }

    /// The request behind ``one(body:)``.
    public struct One: Endpoint {
        public let body: BodiesLine

        public init(body: BodiesLine) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/one")
            request.body(body)
        }
    }
}

extension BodiesAPI {
    /// `PATCH /many`.
    nonisolated(nonsending) public func many(body: [BodiesLine]) async throws(APIError) {
        try await send(Many(body: body))
    }

    /// The request behind ``many(body:)``.
    public struct Many: Endpoint {
        public let body: [BodiesLine]

        public init(body: [BodiesLine]) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.patch, "/many")
            request.body(body)
        }
    }
}

extension BodiesAPI {
    /// `POST /table/{id}`.
    /// - Parameter dryRun: Not sent when `nil`.
    nonisolated(nonsending) public func table(
        id: String, reason: String, body: [String: BodiesLine], dryRun: Bool? = nil
    ) async throws(APIError) {
        try await send(Table(id: id, reason: reason, body: body, dryRun: dryRun))
    }

    /// The request behind ``table(id:reason:body:dryRun:)``.
    public struct Table: Endpoint {
        public let id: String
        public let dryRun: Bool?
        public let reason: String
        public let body: [String: BodiesLine]

        public init(id: String, reason: String, body: [String: BodiesLine], dryRun: Bool? = nil) {
            self.id = id
            self.dryRun = dryRun
            self.reason = reason
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/table/{id}")
            request.path("id", id)
            request.query("dry_run", dryRun)
            request.header("X-Reason", reason)
            request.body(body)
        }
    }
}

/// The `BodiesLine` type of ``BodiesAPI``.
public struct BodiesLine: JSONModel {
    public var sku: String
    public var quantity: Int

    public init(sku: String, quantity: Int) {
        self.sku = sku
        self.quantity = quantity
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        quantity = 0
        var object = json.beginObject("sku quantity")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: quantity = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sku", sku)
        json.write("quantity", quantity)
        json.endObject()
    }
}
