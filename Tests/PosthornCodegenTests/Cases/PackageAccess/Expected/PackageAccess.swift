// Generated from PackageAccess/PackageAccess.yaml. Edit the spec, not this file.

#if hasFeature(InternalImportsByDefault)
    @_spi(Generated) package import PosthornCore
#else
    @_spi(Generated) import PosthornCore
#endif

/// A client of the service `PackageAccessAPI`.
package struct PackageAccessAPI: APIService {
    /// The transport and the defaults of this client.
    package var configuration: ClientConfiguration

    /// Creates a client of the service.
    package init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension PackageAccessAPI {
    /// `GET /crates`.
    /// - Parameter limit: The default is `10`.
    nonisolated(nonsending) package func listCrates(
        limit: Int = 10
    ) async throws(ListCrates.Failure) -> [Crate] {
        try await send(ListCrates(limit: limit))
    }

    /// The request behind ``listCrates(limit:)``.
    package struct ListCrates: Endpoint {
        package typealias Output = [Crate]

        package let limit: Int

        package init(limit: Int = 10) {
            self.limit = limit
        }

        package func build(_ request: inout RequestBuilder) {
            request.method(.get, "/crates")
            request.query("limit", limit)
        }

        /// The ways in which ``listCrates(limit:)`` fails.
        package enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<CrateProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            package static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            package var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

/// The `Crate` type of ``PackageAccessAPI``.
package struct Crate: JSONModel {
    package var id: String
    package var state: CrateState

    package init(id: String, state: CrateState) {
        self.id = id
        self.state = state
    }

    package init(json: inout JSONReader) throws {
        id = ""
        var state: CrateState?
        var object = json.beginObject("id state")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: state = json.value()
            default: break
            }
        }
        guard json.finish(object), let state else { throw json.takeFailure() }
        self.state = state
    }

    package func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("state", state)
        json.endObject()
    }
}

/// The values of `CrateState`.
package enum CrateState: OpenEnum {
    case full
    case empty
    /// A value that the spec does not list.
    case unknown(String)

    package static var knownCases: [Self] {
        [.full, .empty]
    }

    package init(rawValue: String) {
        switch rawValue {
        case "full": self = .full
        case "empty": self = .empty
        default: self = .unknown(rawValue)
        }
    }

    package var rawValue: String {
        switch self {
        case .full: "full"
        case .empty: "empty"
        case .unknown(let value): value
        }
    }
}

/// The `CrateProblem` type of ``PackageAccessAPI``.
package struct CrateProblem: JSONModel {
    package var text: String

    package init(text: String) {
        self.text = text
    }

    package init(json: inout JSONReader) throws {
        text = ""
        var object = json.beginObject("text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: text = json.string()
            default: break
            }
        }
    }

    package func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("text", text)
        json.endObject()
    }
}
