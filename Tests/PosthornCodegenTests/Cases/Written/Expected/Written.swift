// Generated from Written/Written.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

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
public struct WrittenScalars: JSONModel {
    public var version: String
    public var octal: String
    public var time: String
    public var power: String
    public var day: String
    public var truth: String
    public var nothing: String
    public var umlaut: String

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

    public init(json: inout JSONReader) throws {
        version = "1.10"
        octal = "012"
        time = "12:30:45"
        power = "1e3"
        day = "2026-11-21"
        truth = "yes"
        nothing = "null"
        umlaut = "Grüße"
        var object = json.beginObject("version? octal? time? power? day? truth? nothing? umlaut?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: version = json.stringIfPresent() ?? version
            case 1: octal = json.stringIfPresent() ?? octal
            case 2: time = json.stringIfPresent() ?? time
            case 3: power = json.stringIfPresent() ?? power
            case 4: day = json.stringIfPresent() ?? day
            case 5: truth = json.stringIfPresent() ?? truth
            case 6: nothing = json.stringIfPresent() ?? nothing
            case 7: umlaut = json.stringIfPresent() ?? umlaut
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
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
