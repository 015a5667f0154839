// Generated from Scalars/Scalars.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ScalarsAPI`.
public struct ScalarsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ScalarsAPI {
    /// `POST /echo/{when}`.
    /// - Parameters:
    ///   - note: Sent as `null` when `nil`.
    ///   - since: Not sent when `nil`.
    ///   - ifModifiedSince: Not sent when `nil`.
    ///   - patch: Not sent when `.absent`.
    ///   - due: Not sent when `.absent`.
    ///   - any: Not sent when `nil`.
    nonisolated(nonsending) public func echo(
        when: Date, days: [Date], hash: Data, at: Date, note: String?, since: Date? = nil,
        ifModifiedSince: Date? = nil, patch: FieldPresence<String> = .absent,
        due: FieldPresence<Date> = .absent, any: JSONValue? = nil
    ) async throws(APIError) -> ScalarsEcho {
        try await send(
            Echo(
                when: when, days: days, hash: hash, at: at, note: note, since: since,
                ifModifiedSince: ifModifiedSince, patch: patch, due: due, any: any))
    }

    /// The request behind ``echo(when:days:hash:at:note:since:ifModifiedSince:patch:due:any:)``.
    public struct Echo: Endpoint {
        public typealias Output = ScalarsEcho

        public let when: Date
        public let since: Date?
        public let days: [Date]
        public let hash: Data
        public let ifModifiedSince: Date?
        public let at: Date
        public let note: String?
        public let patch: FieldPresence<String>
        public let due: FieldPresence<Date>
        public let any: JSONValue?

        public init(
            when: Date, days: [Date], hash: Data, at: Date, note: String?, since: Date? = nil,
            ifModifiedSince: Date? = nil, patch: FieldPresence<String> = .absent,
            due: FieldPresence<Date> = .absent, any: JSONValue? = nil
        ) {
            self.when = when
            self.since = since
            self.days = days
            self.hash = hash
            self.ifModifiedSince = ifModifiedSince
            self.at = at
            self.note = note
            self.patch = patch
            self.due = due
            self.any = any
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/echo/{when}")
            request.path("when", when, as: .unix)
            request.query("since", since, as: .day)
            request.query("days", days, as: .millis)
            request.query("hash", hash, as: .hex)
            request.header("If-Modified-Since", ifModifiedSince, as: .http)
            request.body("at", at, as: .millis)
            request.body("note", orNull: note)
            request.body("patch", patch)
            request.body("due", due, as: .unix)
            request.body("any", any)
        }
    }
}

/// The `ScalarsEcho` type of ``ScalarsAPI``.
public struct ScalarsEcho: JSONModel {
    public var unix: Date
    public var millis: Date?
    public var day: Date?
    public var http: FieldPresence<Date>
    public var days: [Date]
    public var table: [String: Date]
    public var bytes: Data
    public var url64: Data
    public var hex: Data?
    public var any: JSONValue
    public var maybeItems: [Int?]
    public var nullable: Int?
    public var presence: FieldPresence<Int>

    public init(
        unix: Date, day: Date?, days: [Date], table: [String: Date], bytes: Data, url64: Data,
        any: JSONValue, maybeItems: [Int?], nullable: Int?, millis: Date? = nil,
        http: FieldPresence<Date> = .absent, hex: Data? = nil,
        presence: FieldPresence<Int> = .absent
    ) {
        self.unix = unix
        self.millis = millis
        self.day = day
        self.http = http
        self.days = days
        self.table = table
        self.bytes = bytes
        self.url64 = url64
        self.hex = hex
        self.any = any
        self.maybeItems = maybeItems
        self.nullable = nullable
        self.presence = presence
    }

    public init(json: inout JSONReader) throws {
        var unix: Date?
        http = .absent
        var days: [Date]?
        var table: [String: Date]?
        var bytes: Data?
        var url64: Data?
        var any: JSONValue?
        maybeItems = []
        presence = .absent
        var object = json.beginObject(
            """
            unix millis? day? http? days table bytes url64 hex? any maybe_items nullable? presence?
            """)
        while let member = json.nextMember(&object) {
            switch member {
            case 0: unix = json.value(as: .unix)
            case 1: millis = json.valueIfPresent(as: .millis)
            case 2: day = json.valueIfPresent(as: .day)
            case 3: http = json.presence(as: .http)
            case 4: days = json.value(as: .day)
            case 5: table = json.value(as: .unix)
            case 6: bytes = json.value()
            case 7: url64 = json.value(as: .base64url)
            case 8: hex = json.valueIfPresent(as: .hex)
            case 9: any = json.value()
            case 10: maybeItems = json.array()
            case 11: nullable = json.intIfPresent()
            case 12: presence = json.presence()
            default: break
            }
        }
        guard json.finish(object), let unix, let days, let table, let bytes, let url64, let any
        else {
            throw json.takeFailure()
        }
        self.unix = unix
        self.days = days
        self.table = table
        self.bytes = bytes
        self.url64 = url64
        self.any = any
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("unix", unix, as: .unix)
        json.writeIfPresent("millis", millis, as: .millis)
        json.write("day", day, as: .day)
        json.writeIfPresent("http", http, as: .http)
        json.write("days", days, as: .day)
        json.write("table", table, as: .unix)
        json.write("bytes", bytes)
        json.write("url64", url64, as: .base64url)
        json.writeIfPresent("hex", hex, as: .hex)
        json.write("any", any)
        json.write("maybe_items", maybeItems)
        json.write("nullable", nullable)
        json.writeIfPresent("presence", presence)
        json.endObject()
    }
}
