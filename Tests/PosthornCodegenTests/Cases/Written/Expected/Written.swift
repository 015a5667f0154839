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
public struct WrittenScalars: Codable, Hashable, Sendable {
    public var version: String
    public var octal: String
    public var time: String
    public var truth: String
    public var nothing: String
    public var umlaut: String

    public init(
        version: String = "1.10", octal: String = "012", time: String = "12:30:45",
        truth: String = "yes", nothing: String = "null", umlaut: String = "\"Grüße\""
    ) {
        self.version = version
        self.octal = octal
        self.time = time
        self.truth = truth
        self.nothing = nothing
        self.umlaut = umlaut
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decodeIfPresent(String.self, forKey: .version) ?? "1.10"
        octal = try container.decodeIfPresent(String.self, forKey: .octal) ?? "012"
        time = try container.decodeIfPresent(String.self, forKey: .time) ?? "12:30:45"
        truth = try container.decodeIfPresent(String.self, forKey: .truth) ?? "yes"
        nothing = try container.decodeIfPresent(String.self, forKey: .nothing) ?? "null"
        umlaut = try container.decodeIfPresent(String.self, forKey: .umlaut) ?? "\"Grüße\""
    }

    private enum CodingKeys: String, CodingKey {
        case version
        case octal
        case time
        case truth
        case nothing
        case umlaut
    }
}
