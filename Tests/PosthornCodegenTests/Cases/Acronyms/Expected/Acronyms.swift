// Generated from Acronyms/Acronyms.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `AcronymsAPI`.
public struct AcronymsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension AcronymsAPI {
    /// `GET /ibans/{iban}`.
    /// - Parameter bic: Not sent when `nil`.
    nonisolated(nonsending) public func checkIban(
        iban: String, sessionID: String, bic: String? = nil
    ) async throws(APIError) -> AcronymsAccount {
        try await send(CheckIban(iban: iban, sessionID: sessionID, bic: bic))
    }

    /// The request behind ``checkIban(iban:sessionID:bic:)``.
    public struct CheckIban: Endpoint {
        public typealias Output = AcronymsAccount

        public let iban: String
        public let bic: String?
        public let sessionID: String

        public init(iban: String, sessionID: String, bic: String? = nil) {
            self.iban = iban
            self.bic = bic
            self.sessionID = sessionID
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/ibans/{iban}")
            request.path("iban", iban)
            request.query("bic", bic)
            request.query("session_id", sessionID)
        }
    }
}

/// The `AcronymsAccount` type of ``AcronymsAPI``.
public struct AcronymsAccount: JSONModel {
    public var holderIBAN: String
    public var bicCode: String
    public var state: State
    public var ibanID: String

    public init(holderIBAN: String, bicCode: String, state: State, ibanID: String) {
        self.holderIBAN = holderIBAN
        self.bicCode = bicCode
        self.state = state
        self.ibanID = ibanID
    }

    public init(json: inout JSONReader) throws {
        holderIBAN = ""
        bicCode = ""
        var state: State?
        ibanID = ""
        var object = json.beginObject("holder_iban bic_code state X-Iban-Id")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: holderIBAN = json.string()
            case 1: bicCode = json.string()
            case 2: state = json.value()
            case 3: ibanID = json.string()
            default: break
            }
        }
        guard json.finish(object), let state else { throw json.takeFailure() }
        self.state = state
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("holder_iban", holderIBAN)
        json.write("bic_code", bicCode)
        json.write("state", state)
        json.write("X-Iban-Id", ibanID)
        json.endObject()
    }

    /// The values of `state`.
    public enum State: OpenEnum {
        case noIBAN
        case ibanOk
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.noIBAN, .ibanOk]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "no_iban": self = .noIBAN
            case "iban_ok": self = .ibanOk
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .noIBAN: "no_iban"
            case .ibanOk: "iban_ok"
            case .unknown(let value): value
            }
        }
    }
}
