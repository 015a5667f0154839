// Generated from Written/Written.yaml. Edit the spec, not this file.

public import Posthorn

/// A client of the service `WrittenAPI`.
public struct WrittenAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

/// The `WrittenScalars` type of ``WrittenAPI``.
public final class WrittenScalars: JSONModel {
    public let version: String
    public let octal: String
    public let time: String
    public let power: String
    public let day: String
    public let truth: String
    public let nothing: String
    public let umlaut: String

    public init(
        version: String = "1.10", octal: String = "012", time: String = "12:30:45",
        power: String = "1e3", day: String = "2026-11-21", truth: String = "yes",
        nothing: String = "null", umlaut: String = "\"Grüße\""
    ) {
        self.version = version
        self.octal = octal
        self.time = time
        self.power = power
        self.day = day
        self.truth = truth
        self.nothing = nothing
        self.umlaut = umlaut
    }

    public init(json: inout JSONReader) throws {
        var version: String?
        var octal: String?
        var time: String?
        var power: String?
        var day: String?
        var truth: String?
        var nothing: String?
        var umlaut: String?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "version": json.readIfPresent(&version)
            case "octal": json.readIfPresent(&octal)
            case "time": json.readIfPresent(&time)
            case "power": json.readIfPresent(&power)
            case "day": json.readIfPresent(&day)
            case "truth": json.readIfPresent(&truth)
            case "nothing": json.readIfPresent(&nothing)
            case "umlaut": json.readIfPresent(&umlaut)
            default: json.skip()
            }
        }
        guard json.isIntact else {
            throw json.failure(in: object)
        }
        self.version = version ?? "1.10"
        self.octal = octal ?? "012"
        self.time = time ?? "12:30:45"
        self.power = power ?? "1e3"
        self.day = day ?? "2026-11-21"
        self.truth = truth ?? "yes"
        self.nothing = nothing ?? "null"
        self.umlaut = umlaut ?? "\"Grüße\""
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("version", version)
        try json.write("octal", octal)
        try json.write("time", time)
        try json.write("power", power)
        try json.write("day", day)
        try json.write("truth", truth)
        try json.write("nothing", nothing)
        try json.write("umlaut", umlaut)
        json.endObject()
    }
}
