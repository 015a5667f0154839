// Generated from Scalars/Scalars.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

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
    public func echo(
        when: Date, days: [Date], hash: Data, at: Date, note: String?, since: Date? = nil,
        ifModifiedSince: Date? = nil, patch: Presence<String> = .absent,
        due: Presence<Date> = .absent, any: JSONValue? = nil
    ) async throws(APIError) -> ScalarsEcho {
        try await send(
            Echo(
                when: when, days: days, hash: hash, at: at, note: note, since: since,
                ifModifiedSince: ifModifiedSince, patch: patch, due: due, any: any))
    }

    /// The request behind ``echo(when:days:hash:at:note:since:ifModifiedSince:patch:due:any:)``.
    public struct Echo: Endpoint {
        public typealias Output = ScalarsEcho

        public static let name = "echo"

        public var when: Date
        public var since: Date?
        public var days: [Date]
        public var hash: Data
        public var ifModifiedSince: Date?
        public var at: Date
        public var note: String?
        public var patch: Presence<String>
        public var due: Presence<Date>
        public var any: JSONValue?

        public init(
            when: Date, days: [Date], hash: Data, at: Date, note: String?, since: Date? = nil,
            ifModifiedSince: Date? = nil, patch: Presence<String> = .absent,
            due: Presence<Date> = .absent, any: JSONValue? = nil
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

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/echo/{when}")
            try request.path("when", when, as: .unix)
            try request.query("since", since, as: .day)
            try request.query("days", days, as: .millis)
            try request.query("hash", hash, as: .hex)
            try request.header("If-Modified-Since", ifModifiedSince, as: .http)
            try request.body("at", at, as: .millis)
            try request.body("note", orNull: note)
            try request.body("patch", patch)
            try request.body("due", due, as: .unix)
            try request.body("any", any)
        }
    }
}

/// The `ScalarsEcho` type of ``ScalarsAPI``.
public struct ScalarsEcho: JSONModel {
    public let unix: Date
    public let millis: Date?
    public let day: Date?
    public let http: Presence<Date>
    public let days: [Date]
    public let table: [String: Date]
    public let bytes: Data
    public let url64: Data
    public let hex: Data?
    public let any: JSONValue
    public let maybeItems: [Int?]
    public let nullable: Int?
    public let presence: Presence<Int>

    public init(
        unix: Date, day: Date?, days: [Date], table: [String: Date], bytes: Data, url64: Data,
        any: JSONValue, maybeItems: [Int?], nullable: Int?, millis: Date? = nil,
        http: Presence<Date> = .absent, hex: Data? = nil, presence: Presence<Int> = .absent
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
        var millis: Date?
        var day: Date?
        var http: Presence<Date> = .absent
        var days: [Date]?
        var table: [String: Date]?
        var bytes: Data?
        var url64: Data?
        var hex: Data?
        var any: JSONValue?
        var maybeItems: [Int?]?
        var nullable: Int?
        var presence: Presence<Int> = .absent
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "unix": try json.read(&unix, as: .unix)
            case "millis": try json.readIfPresent(&millis, as: .millis)
            case "day": try json.readIfPresent(&day, as: .day)
            case "http": try json.read(&http, as: .http)
            case "days": try json.read(&days, as: .day)
            case "table": try json.read(&table, as: .unix)
            case "bytes": try json.read(&bytes)
            case "url64": try json.read(&url64, as: .base64url)
            case "hex": try json.readIfPresent(&hex, as: .hex)
            case "any": try json.read(&any)
            case "maybe_items": try json.read(&maybeItems)
            case "nullable": try json.readIfPresent(&nullable)
            case "presence": try json.read(&presence)
            default: try json.skip()
            }
        }
        self.unix = try json.require(unix, "unix")
        self.millis = millis
        self.day = day
        self.http = http
        self.days = try json.require(days, "days")
        self.table = try json.require(table, "table")
        self.bytes = try json.require(bytes, "bytes")
        self.url64 = try json.require(url64, "url64")
        self.hex = hex
        self.any = try json.require(any, "any")
        self.maybeItems = try json.require(maybeItems, "maybe_items")
        self.nullable = nullable
        self.presence = presence
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("unix", unix, as: .unix)
        try json.writeIfPresent("millis", millis, as: .millis)
        try json.write("day", day, as: .day)
        try json.writeIfPresent("http", http, as: .http)
        try json.write("days", days, as: .day)
        try json.write("table", table, as: .unix)
        try json.write("bytes", bytes)
        try json.write("url64", url64, as: .base64url)
        try json.writeIfPresent("hex", hex, as: .hex)
        try json.write("any", any)
        try json.write("maybe_items", maybeItems)
        try json.write("nullable", nullable)
        try json.writeIfPresent("presence", presence)
        json.endObject()
    }
}
