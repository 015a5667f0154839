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

        public let when: Date
        public let since: Date?
        public let days: [Date]
        public let hash: Data
        public let ifModifiedSince: Date?
        public let at: Date
        public let note: String?
        public let patch: Presence<String>
        public let due: Presence<Date>
        public let any: JSONValue?

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
public final class ScalarsEcho: JSONModel {
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
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "unix": json.read(&unix, as: .unix)
            case "millis": json.readIfPresent(&millis, as: .millis)
            case "day": json.readIfPresent(&day, as: .day)
            case "http": json.read(&http, as: .http)
            case "days": json.read(&days, as: .day)
            case "table": json.read(&table, as: .unix)
            case "bytes": json.read(&bytes)
            case "url64": json.read(&url64, as: .base64url)
            case "hex": json.readIfPresent(&hex, as: .hex)
            case "any": json.read(&any)
            case "maybe_items": json.read(&maybeItems)
            case "nullable": json.readIfPresent(&nullable)
            case "presence": json.read(&presence)
            default: json.skip()
            }
        }
        guard json.isIntact, let unix, let days, let table, let bytes, let url64, let any,
            let maybeItems
        else {
            throw json.failure(
                in: object, needing: "unix", "days", "table", "bytes", "url64", "any",
                "maybe_items")
        }
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
