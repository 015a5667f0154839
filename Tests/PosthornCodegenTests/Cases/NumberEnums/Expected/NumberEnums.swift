// Generated from NumberEnums/NumberEnums.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `NumberEnumsAPI`.
public struct NumberEnumsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension NumberEnumsAPI {
    /// `PUT /tune`.
    nonisolated(nonsending) public func tune(
        gain: NumberEnumsGain, order: NumberEnumsOrder, body: NumberEnumsTuning
    ) async throws(APIError) -> NumberEnumsTuning {
        try await send(Tune(gain: gain, order: order, body: body))
    }

    /// The request behind ``tune(gain:order:body:)``.
    public struct Tune: Endpoint {
        public typealias Output = NumberEnumsTuning

        public let gain: NumberEnumsGain
        public let order: NumberEnumsOrder
        public let body: NumberEnumsTuning

        public init(gain: NumberEnumsGain, order: NumberEnumsOrder, body: NumberEnumsTuning) {
            self.gain = gain
            self.order = order
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/tune")
            request.query("gain", gain)
            request.query("order", order)
            request.body(body)
        }
    }
}

/// The values of `NumberEnumsGain`.
public enum NumberEnumsGain: OpenEnum {
    case half
    case full
    case third
    /// A value that the spec does not list.
    case unknown(Double)

    public static var knownCases: [Self] {
        [.half, .full, .third]
    }

    public init(rawValue: Double) {
        switch rawValue {
        case 0.5: self = .half
        case 1: self = .full
        case -0.33: self = .third
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: Double {
        switch self {
        case .half: 0.5
        case .full: 1
        case .third: -0.33
        case .unknown(let value): value
        }
    }
}

/// The values of `NumberEnumsStep`.
public enum NumberEnumsStep: Double, ClosedEnum {
    case low = 0.25
    case high = 1e3
}

/// The values of `NumberEnumsOrder`.
public enum NumberEnumsOrder: String, ClosedEnum {
    case asc
    case ascUppercase = "ASC"
}

/// The `NumberEnumsTuning` type of ``NumberEnumsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct NumberEnumsTuning: JSONModel {
    public var gain: NumberEnumsGain
    public var steps: [NumberEnumsStep]
    public var order: NumberEnumsOrder?

    public init(
        steps: [NumberEnumsStep], gain: NumberEnumsGain = .half, order: NumberEnumsOrder? = nil
    ) {
        self.gain = gain
        self.steps = steps
        self.order = order
    }

    public init(json: inout JSONReader) throws {
        gain = .half
        steps = []
        var object = json.beginObject("gain? steps order?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: gain = json.valueIfPresent() ?? gain
            case 1: steps = json.array()
            case 2: order = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("gain", gain)
        json.write("steps", steps)
        json.writeIfPresent("order", order)
        json.endObject()
    }
}
