// Generated from Payloads/Payloads.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `PayloadsAPI`.
public struct PayloadsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.body("channel", common.channel)
        request.body("tags", common.tags)
    }

    /// What is sent with every endpoint of ``PayloadsAPI``.
    public struct Common: Sendable {
        /// Sent as the body field `channel`.
        public var channel: String
        /// Sent as the body field `tags`.
        ///
        /// The default is `a`, `b`.
        public var tags: [String]

        /// Creates the common parameters.
        public init(channel: String, tags: [String] = ["a", "b"]) {
            self.channel = channel
            self.tags = tags
        }
    }
}

extension PayloadsAPI {
    /// `POST /sign-in`.
    /// - Parameters:
    ///   - scope: Not sent when `nil`.
    ///   - remember: The default is `true`.
    nonisolated(nonsending) public func signIn(
        userName: String, scope: [String]? = nil, remember: Bool = true
    ) async throws(APIError) {
        try await send(SignIn(userName: userName, scope: scope, remember: remember))
    }

    /// The request behind ``signIn(userName:scope:remember:)``.
    public struct SignIn: Endpoint {
        public let userName: String
        public let scope: [String]?
        public let remember: Bool

        public init(userName: String, scope: [String]? = nil, remember: Bool = true) {
            self.userName = userName
            self.scope = scope
            self.remember = remember
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sign-in")
            request.form("user_name", userName)
            request.form("scope", scope)
            request.form("remember", remember)
        }
    }
}

extension PayloadsAPI {
    /// `POST /send`.
    /// - Parameters:
    ///   - caption: Not sent when `nil`.
    ///   - more: Not sent when `nil`.
    nonisolated(nonsending) public func deliver(
        file: FormPart, place: PayloadsPlace, tags: [String], caption: String? = nil,
        more: [FormPart]? = nil
    ) async throws(APIError) {
        try await send(Deliver(file: file, place: place, tags: tags, caption: caption, more: more))
    }

    /// The request behind ``deliver(file:place:tags:caption:more:)``.
    public struct Deliver: Endpoint {
        public let file: FormPart
        public let caption: String?
        public let more: [FormPart]?
        public let place: PayloadsPlace
        public let tags: [String]

        public init(
            file: FormPart, place: PayloadsPlace, tags: [String], caption: String? = nil,
            more: [FormPart]? = nil
        ) {
            self.file = file
            self.caption = caption
            self.more = more
            self.place = place
            self.tags = tags
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/send")
            request.removeCommon(.body("tags"))
            request.part("file", file)
            request.part("caption", caption)
            request.part("more", more)
            request.part("place", json: place)
            request.part("tags", tags)
        }
    }
}

extension PayloadsAPI {
    /// `PUT /photo/{id}`.
    nonisolated(nonsending) public func put(id: String, body: HTTPBody) async throws(APIError) {
        try await send(Put(id: id, body: body))
    }

    /// The request behind ``put(id:body:)``.
    public struct Put: Endpoint {
        public let id: String
        public let body: HTTPBody

        public init(id: String, body: HTTPBody) {
            self.id = id
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/photo/{id}")
            request.path("id", id)
            request.upload(body, as: "image/png")
        }
    }
}

extension PayloadsAPI {
    /// `POST /attach`.
    /// - Parameter notes: What was said.
    nonisolated(nonsending) public func attach(notes: HTTPBody) async throws(APIError) {
        try await send(Attach(notes: notes))
    }

    /// The request behind ``attach(notes:)``.
    public struct Attach: Endpoint {
        public let notes: HTTPBody

        public init(notes: HTTPBody) {
            self.notes = notes
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/attach")
            request.upload(notes, as: "text/plain; charset=utf-8")
        }
    }
}

/// The `PayloadsPlace` type of ``PayloadsAPI``.
public struct PayloadsPlace: JSONModel {
    public var lat: Int
    public var lon: Int

    public init(lat: Int, lon: Int) {
        self.lat = lat
        self.lon = lon
    }

    public init(json: inout JSONReader) throws {
        lat = 0
        lon = 0
        var object = json.beginObject("lat lon")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: lat = json.int()
            case 1: lon = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("lat", lat)
        json.write("lon", lon)
        json.endObject()
    }
}
