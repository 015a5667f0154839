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
public final class WrittenScalars: JSONObject, @unchecked Sendable {
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
        nothing: String = "null", umlaut: String = "Grüße"
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

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        version = json.stringIfPresent("version") ?? "1.10"
        octal = json.stringIfPresent("octal") ?? "012"
        time = json.stringIfPresent("time") ?? "12:30:45"
        power = json.stringIfPresent("power") ?? "1e3"
        day = json.stringIfPresent("day") ?? "2026-11-21"
        truth = json.stringIfPresent("truth") ?? "yes"
        nothing = json.stringIfPresent("nothing") ?? "null"
        umlaut = json.stringIfPresent("umlaut") ?? "Grüße"
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("version", version)
        json.write("octal", octal)
        json.write("time", time)
        json.write("power", power)
        json.write("day", day)
        json.write("truth", truth)
        json.write("nothing", nothing)
        json.write("umlaut", umlaut)
        json.endObject()
    }
}
