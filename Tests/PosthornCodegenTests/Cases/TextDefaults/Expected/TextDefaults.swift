// Generated from TextDefaults/TextDefaults.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `TextDefaultsAPI`.
public struct TextDefaultsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension TextDefaultsAPI {
    /// `GET /visits`.
    /// - Parameters:
    ///   - since: The default is `2026-01-01T00:00:00Z`.
    ///   - until: The default is `2026-12-31`.
    ///   - seen: The default is `1767225600`.
    ///   - device: The default is `6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e`.
    ///   - origin: The default is `https://shop.example:8443/a%20b?c=d#e`.
    nonisolated(nonsending) public func listVisits(
        since: Date = DefaultValue.date("2026-01-01T00:00:00Z"),
        until: Date = DefaultValue.date("2026-12-31", .day),
        seen: Date = DefaultValue.date("1767225600", .unix),
        device: UUID = DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e),
        origin: URL = DefaultValue.url("https://shop.example:8443/a%20b?c=d#e")
    ) async throws(APIError) -> [DatedVisit] {
        try await send(
            ListVisits(since: since, until: until, seen: seen, device: device, origin: origin))
    }

    /// The request behind ``listVisits(since:until:seen:device:origin:)``.
    public struct ListVisits: Endpoint {
        public typealias Output = [DatedVisit]

        public let since: Date
        public let until: Date
        public let seen: Date
        public let device: UUID
        public let origin: URL

        public init(
            since: Date = DefaultValue.date("2026-01-01T00:00:00Z"),
            until: Date = DefaultValue.date("2026-12-31", .day),
            seen: Date = DefaultValue.date("1767225600", .unix),
            device: UUID = DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e),
            origin: URL = DefaultValue.url("https://shop.example:8443/a%20b?c=d#e")
        ) {
            self.since = since
            self.until = until
            self.seen = seen
            self.device = device
            self.origin = origin
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/visits")
            request.query("since", since)
            request.query("until", until, as: .day)
            request.query("seen", seen, as: .unix)
            request.query("device", device)
            request.header("X-Origin", origin)
        }
    }
}

/// The `DatedVisit` type of ``TextDefaultsAPI``.
public struct DatedVisit: JSONModel {
    public var at: Date
    public var noted: Date
    public var shown: Date
    public var page: URL
    public var mark: Data
    public var token: Data
    public var color: Data
    public var owners: [UUID]
    public var place: DatedPlace
    public var stamp: DatedStamp

    public init(
        at: Date = DefaultValue.date("2026-11-21T10:23:00.25+01:00"),
        noted: Date = DefaultValue.date("Sat, 21 Nov 2026 10:23:00 GMT", .http),
        shown: Date = DefaultValue.date("1795256580000", .millis),
        page: URL = DefaultValue.url("https://shop.example/"),
        mark: Data = DefaultValue.data(0x0aff, count: 2),
        token: Data = DefaultValue.data(0xfbff, count: 2),
        color: Data = DefaultValue.data(0x0aff, count: 2),
        owners: [UUID] = [DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e)],
        place: DatedPlace = .init(id: DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e)),
        stamp: DatedStamp = .init(DefaultValue.date("2026-11-21T10:23:00Z"))
    ) {
        self.at = at
        self.noted = noted
        self.shown = shown
        self.page = page
        self.mark = mark
        self.token = token
        self.color = color
        self.owners = owners
        self.place = place
        self.stamp = stamp
    }

    public init(json: inout JSONReader) throws {
        at = DefaultValue.date("2026-11-21T10:23:00.25+01:00")
        noted = DefaultValue.date("Sat, 21 Nov 2026 10:23:00 GMT", .http)
        shown = DefaultValue.date("1795256580000", .millis)
        page = DefaultValue.url("https://shop.example/")
        mark = DefaultValue.data(0x0aff, count: 2)
        token = DefaultValue.data(0xfbff, count: 2)
        color = DefaultValue.data(0x0aff, count: 2)
        owners = [DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e)]
        place = .init(id: DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e))
        stamp = .init(DefaultValue.date("2026-11-21T10:23:00Z"))
        var object = json.beginObject(
            "at? noted? shown? page? mark? token? color? owners? place? stamp?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: at = json.valueIfPresent() ?? at
            case 1: noted = json.valueIfPresent(as: .http) ?? noted
            case 2: shown = json.valueIfPresent(as: .millis) ?? shown
            case 3: page = json.valueIfPresent() ?? page
            case 4: mark = json.valueIfPresent() ?? mark
            case 5: token = json.valueIfPresent(as: .base64url) ?? token
            case 6: color = json.valueIfPresent(as: .hex) ?? color
            case 7: owners = json.arrayIfPresent() ?? owners
            case 8: place = json.valueIfPresent() ?? place
            case 9: stamp = json.valueIfPresent() ?? stamp
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("at", at)
        json.write("noted", noted, as: .http)
        json.write("shown", shown, as: .millis)
        json.write("page", page)
        json.write("mark", mark)
        json.write("token", token, as: .base64url)
        json.write("color", color, as: .hex)
        json.write("owners", owners)
        json.write("place", place)
        json.write("stamp", stamp)
        json.endObject()
    }
}

/// The `DatedPlace` type of ``TextDefaultsAPI``.
public struct DatedPlace: JSONModel {
    public var id: UUID
    public var opened: Date

    public init(id: UUID, opened: Date = DefaultValue.date("2020-02-29", .day)) {
        self.id = id
        self.opened = opened
    }

    public init(json: inout JSONReader) throws {
        var id: UUID?
        opened = DefaultValue.date("2020-02-29", .day)
        var object = json.beginObject("id opened?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.value()
            case 1: opened = json.valueIfPresent(as: .day) ?? opened
            default: break
            }
        }
        guard json.finish(object), let id else { throw json.takeFailure() }
        self.id = id
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("opened", opened, as: .day)
        json.endObject()
    }
}

/// The `DatedStamp` type of ``TextDefaultsAPI``.
public struct DatedStamp: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Date

    /// Wraps a value.
    public init(_ value: Date) {
        self.value = value
    }
}
