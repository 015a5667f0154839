// Generated from Operations/Operations.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `OperationsAPI`.
public struct OperationsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// The credentials that the spec names.
    public var auth: Auth

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, auth: Auth) {
        self.configuration = configuration
        self.auth = auth
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.auth = .bearer("user")
    }

    /// Finds the credential that an endpoint names.
    public func credential(named name: String) -> Credential? {
        switch name {
        case "user": auth.user
        default: nil
        }
    }

    /// The credentials of ``OperationsAPI``; their values are bound here and never in the spec.
    public struct Auth: Sendable {
        /// Sent as `Authorization: Bearer …`.
        public var user: Credential

        /// Creates the set of credentials.
        public init(user: Credential) {
            self.user = user
        }
    }
}

extension OperationsAPI {
    /// `POST /exports`.
    nonisolated(nonsending) public func exportOrders(
        format: String
    ) async throws(ExportOrders.Failure) -> PolledOperation<ExportOrders> {
        try await startOperation(ExportOrders(format: format))
    }

    /// The request behind ``exportOrders(format:)``.
    public struct ExportOrders: CancellableEndpoint {
        public typealias PolledState = OperationsExport
        public typealias Output = OperationsExport?
        public typealias PolledValue = OperationsReport

        public let format: String

        public init(format: String) {
            self.format = format
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/exports")
            request.timeouts.total = .seconds(20)
            request.sendsIdempotencyKey = true
            request.body("format", format)
        }

        public static func place(of state: OperationsExport?) -> OperationPlace {
            .header("Operation-Location")
        }

        public static func outcome(
            of state: OperationsExport
        ) -> OperationOutcome<OperationsReport> {
            if state.status == .failed { return .failed }
            if state.status == .canceled { return .failed }
            if state.status == .succeeded {
                return .endedAt(.url(state.resultURL?.absoluteString))
            }
            return .running
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.value(unless: "Operation-Location")
        }

        public static func state(from response: CallResponse) throws -> PolledState? {
            try response.value()
        }

        public static func value(from response: CallResponse) throws -> PolledValue {
            try response.value()
        }

        public static func progress(of state: OperationsExport) -> Double? {
            state.percentComplete.map { Double($0) }
        }

        public static func preparePoll(_ request: inout RequestBuilder) {
            request.timeouts.total = .seconds(20)
        }

        public static var cancelMethod: HTTPRequest.Method { .delete }
        public static var pollInterval: Duration { .seconds(2) }
        public static var pollTimeout: Duration { .seconds(600) }

        /// The ways in which ``exportOrders(format:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<OperationsProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409: .conflict(try response.failure(named: "conflict"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension OperationsAPI {
    /// `POST /imports`.
    nonisolated(nonsending) public func importOrders(
        source: URL
    ) async throws(APIError) -> PolledOperation<ImportOrders> {
        try await startOperation(ImportOrders(source: source))
    }

    /// The request behind ``importOrders(source:)``.
    public struct ImportOrders: CancellableEndpoint {
        public typealias PolledState = OperationsOperation
        public typealias Output = OperationsOperation?
        public typealias PolledValue = OperationsReport

        public let source: URL

        public init(source: URL) {
            self.source = source
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/imports")
            request.body("source", source)
        }

        public static func place(of state: OperationsOperation?) -> OperationPlace {
            .path("/v1/{+name}", ["name": state?.name])
        }

        public static func outcome(
            of state: OperationsOperation
        ) -> OperationOutcome<OperationsReport> {
            if state.error != nil { return .failed }
            if state.done == true {
                return .ended(state.response)
            }
            return .running
        }

        public static func progress(of state: OperationsOperation) -> Double? {
            state.metadata?.percent.map { Double($0) }
        }

        public static var cancelMethod: HTTPRequest.Method { .post }

        public static func cancelPlace(of state: OperationsOperation?) -> OperationPlace? {
            .path("/v1/{+name}/cancel", ["name": state?.name])
        }
    }
}

extension OperationsAPI {
    /// `POST /renderings`.
    nonisolated(nonsending) public func render() async throws(APIError) -> PolledOperation<Render> {
        try await startOperation(Render())
    }

    /// The request behind ``render()``.
    public struct Render: PolledEndpoint {
        public typealias PolledState = OperationsReport
        public typealias Output = OperationsReport?
        public typealias PolledValue = OperationsReport

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/renderings")
            request.auth = nil
        }

        public static func place(of state: OperationsReport?) -> OperationPlace {
            .header("Location")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.valueUnlessAccepted()
        }

        public static func preparePoll(_ request: inout RequestBuilder) {
            request.auth = nil
        }
    }
}

extension OperationsAPI {
    /// `DELETE /orders`.
    nonisolated(nonsending) public func purge() async throws(APIError) -> PolledOperation<Purge> {
        try await startOperation(Purge())
    }

    /// The request behind ``purge()``.
    public struct Purge: PolledEndpoint {
        public typealias PolledState = Void
        public typealias Output = Void?
        public typealias PolledValue = Void

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.delete, "/orders")
        }

        public static func place(of state: Void?) -> OperationPlace {
            .header("Location")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.emptyUnlessAccepted()
        }

        public static var pollInterval: Duration { .milliseconds(500) }
    }
}

extension OperationsAPI {
    /// `POST /predictions`.
    nonisolated(nonsending) public func predict()
        async throws(APIError) -> PolledOperation<Predict>
    {
        try await startOperation(Predict())
    }

    /// The request behind ``predict()``.
    public struct Predict: PolledEndpoint {
        public typealias PolledState = OperationsPrediction
        public typealias Output = OperationsPrediction?
        public typealias PolledValue = [OperationsReport]

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/predictions")
        }

        public static func place(of state: OperationsPrediction?) -> OperationPlace {
            .url(state?.urls.get)
        }

        public static func outcome(
            of state: OperationsPrediction
        ) -> OperationOutcome<[OperationsReport]> {
            if state.status == "failed" { return .failed }
            if state.status == "succeeded" {
                return .endedAt(.path("/predictions/{id}/output", ["id": state.id]))
            }
            if state.status == "partial" {
                return .endedAt(.path("/predictions/{id}/output", ["id": state.id]))
            }
            return .running
        }

        public static func value(from response: CallResponse) throws -> PolledValue {
            try response.value()
        }
    }
}

extension OperationsAPI {
    /// `POST /moves`.
    nonisolated(nonsending) public func move() async throws(APIError) -> PolledOperation<Move> {
        try await startOperation(Move())
    }

    /// The request behind ``move()``.
    public struct Move: PolledEndpoint {
        public typealias PolledState = OperationsExport
        public typealias Output = OperationsExport?
        public typealias PolledValue = OperationsReport

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/moves")
        }

        public static func place(of state: OperationsExport?) -> OperationPlace {
            .header("Operation-Location")
        }

        public static func outcome(
            of state: OperationsExport
        ) -> OperationOutcome<OperationsReport> {
            if state.status == .succeeded {
                return .endedAt(.header("Location"))
            }
            return .running
        }

        public static func output(from response: CallResponse) throws -> Output {
            try response.value(unless: "Operation-Location")
        }

        public static func state(from response: CallResponse) throws -> PolledState? {
            try response.value()
        }

        public static func value(from response: CallResponse) throws -> PolledValue {
            try response.value()
        }

        public static var valueHeader: String? { "Location" }
    }
}

/// The `OperationsExport` type of ``OperationsAPI``.
public struct OperationsExport: JSONModel {
    public var status: Status
    public var percentComplete: Int?
    public var resultURL: URL?

    public init(status: Status, percentComplete: Int? = nil, resultURL: URL? = nil) {
        self.status = status
        self.percentComplete = percentComplete
        self.resultURL = resultURL
    }

    public init(json: inout JSONReader) throws {
        var status: Status?
        var object = json.beginObject("status percentComplete? resultURL?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: status = json.value()
            case 1: percentComplete = json.intIfPresent()
            case 2: resultURL = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let status else { throw json.takeFailure() }
        self.status = status
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("status", status)
        json.writeIfPresent("percentComplete", percentComplete)
        json.writeIfPresent("resultURL", resultURL)
        json.endObject()
    }

    /// The values of `status`.
    public enum Status: OpenEnum {
        case running
        case succeeded
        case failed
        case canceled
        /// A value that the spec does not list.
        case unknown(String)

        public static var knownCases: [Self] {
            [.running, .succeeded, .failed, .canceled]
        }

        public init(rawValue: String) {
            switch rawValue {
            case "running": self = .running
            case "succeeded": self = .succeeded
            case "failed": self = .failed
            case "canceled": self = .canceled
            default: self = .unknown(rawValue)
            }
        }

        public var rawValue: String {
            switch self {
            case .running: "running"
            case .succeeded: "succeeded"
            case .failed: "failed"
            case .canceled: "canceled"
            case .unknown(let value): value
            }
        }
    }
}

/// The `OperationsOperation` type of ``OperationsAPI``.
public struct OperationsOperation: JSONModel {
    public var name: String
    public var done: Bool
    public var metadata: Metadata?
    public var error: OperationsProblem?
    public var response: OperationsReport?

    public init(
        name: String, done: Bool = false, metadata: Metadata? = nil,
        error: OperationsProblem? = nil, response: OperationsReport? = nil
    ) {
        self.name = name
        self.done = done
        self.metadata = metadata
        self.error = error
        self.response = response
    }

    public init(json: inout JSONReader) throws {
        name = ""
        done = false
        var object = json.beginObject("name done? metadata? error? response?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: done = json.boolIfPresent() ?? done
            case 2: metadata = json.valueIfPresent()
            case 3: error = json.valueIfPresent()
            case 4: response = json.valueIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        json.write("done", done)
        json.writeIfPresent("metadata", metadata)
        json.writeIfPresent("error", error)
        json.writeIfPresent("response", response)
        json.endObject()
    }

    /// The values of `metadata`.
    public struct Metadata: JSONModel {
        public var percent: Double?

        public init(percent: Double? = nil) {
            self.percent = percent
        }

        public init(json: inout JSONReader) throws {
            var object = json.beginObject("percent?")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: percent = json.doubleIfPresent()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.writeIfPresent("percent", percent)
            json.endObject()
        }
    }
}

/// The `OperationsPrediction` type of ``OperationsAPI``.
public struct OperationsPrediction: JSONModel {
    public var id: Int
    public var status: String
    public var urls: Urls

    public init(id: Int, status: String, urls: Urls) {
        self.id = id
        self.status = status
        self.urls = urls
    }

    public init(json: inout JSONReader) throws {
        id = 0
        status = ""
        var urls: Urls?
        var object = json.beginObject("id status urls")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            case 1: status = json.string()
            case 2: urls = json.value()
            default: break
            }
        }
        guard json.finish(object), let urls else { throw json.takeFailure() }
        self.urls = urls
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("status", status)
        json.write("urls", urls)
        json.endObject()
    }

    /// The values of `urls`.
    public struct Urls: JSONModel {
        public var get: String

        public init(get: String) {
            self.get = get
        }

        public init(json: inout JSONReader) throws {
            get = ""
            var object = json.beginObject("get")
            readMembers(&json, &object)
            try json.endObject(object)
        }

        @inline(never)
        private mutating func readMembers(
            _ json: inout JSONReader, _ object: inout JSONReader.Object
        ) {
            while let member = json.nextMember(&object) {
                switch member {
                case 0: get = json.string()
                default: break
                }
            }
        }

        public func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("get", get)
            json.endObject()
        }
    }
}

/// The `OperationsReport` type of ``OperationsAPI``.
public struct OperationsReport: JSONModel {
    public var rows: Int

    public init(rows: Int) {
        self.rows = rows
    }

    public init(json: inout JSONReader) throws {
        rows = 0
        var object = json.beginObject("rows")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: rows = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("rows", rows)
        json.endObject()
    }
}

/// The `OperationsProblem` type of ``OperationsAPI``.
public struct OperationsProblem: JSONModel {
    public var code: String

    public init(code: String) {
        self.code = code
    }

    public init(json: inout JSONReader) throws {
        code = ""
        var object = json.beginObject("code")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.endObject()
    }
}
