// Generated from ScalarForms/ScalarForms.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ScalarFormsAPI`.
public struct ScalarFormsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ScalarFormsAPI {
    /// `POST /jobs/{job}`.
    /// - Parameters:
    ///   - since: Not sent when `nil`.
    ///   - until: Not sent when `nil`.
    ///   - ids: Not sent when `nil`.
    ///   - retry: The default is `true`.
    ///   - wait: The default is `PT1M30S`.
    nonisolated(nonsending) public func submit(
        job: UUID, every: Duration, all: Bool, timeout: Duration, dryRun: Bool, sent: Date,
        since: Date? = nil, until: Date? = nil, ids: [UUID]? = nil, retry: Bool = true,
        wait: Duration = .seconds(90)
    ) async throws(APIError) -> Submit.Output {
        try await send(
            Submit(
                job: job, every: every, all: all, timeout: timeout, dryRun: dryRun, sent: sent,
                since: since, until: until, ids: ids, retry: retry, wait: wait))
    }

    /// The request behind
    /// ``submit(job:every:all:timeout:dryRun:sent:since:until:ids:retry:wait:)``.
    public struct Submit: Endpoint {
        public let job: UUID
        public let since: Date?
        public let until: Date?
        public let every: Duration
        public let all: Bool
        public let ids: [UUID]?
        public let timeout: Duration
        public let dryRun: Bool
        public let sent: Date
        public let retry: Bool
        public let wait: Duration

        public init(
            job: UUID, every: Duration, all: Bool, timeout: Duration, dryRun: Bool, sent: Date,
            since: Date? = nil, until: Date? = nil, ids: [UUID]? = nil, retry: Bool = true,
            wait: Duration = .seconds(90)
        ) {
            self.job = job
            self.since = since
            self.until = until
            self.every = every
            self.all = all
            self.ids = ids
            self.timeout = timeout
            self.dryRun = dryRun
            self.sent = sent
            self.retry = retry
            self.wait = wait
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/jobs/{job}")
            request.path("job", job, as: .bare)
            request.query("since", since, as: .local)
            request.query("until", until, as: .unixString)
            request.query("every", every, as: .go)
            request.query("all", all, as: .int)
            request.query("ids", ids, as: .bare)
            request.header("X-Timeout", timeout, as: .seconds)
            request.header("X-Dry-Run", dryRun, as: .words("yes", "no"))
            request.form("sent", sent, as: .rfc2822)
            request.form("retry", retry, as: .words("on", "off"))
            request.form("wait", wait, as: .iso)
        }

        public static var addsWildcardToAccept: Bool { true }

        public static func output(from response: CallResponse) throws -> Output {
            try response.validateEmpty()
            return try Output(
                date: response.header("Date", as: .rfc2822),
                took: response.header("X-Took", as: .millis),
                left: response.header("X-Left", as: .go),
                final: response.header("X-Final", as: .words("1", "0")),
                job: response.header("X-Job", as: .bare))
        }

        /// What ``submit(job:every:all:timeout:dryRun:sent:since:until:ids:retry:wait:)`` returns,
        /// with header fields of the response.
        public struct Output: Sendable {
            /// The header `Date`.
            public let date: Date
            /// The header `X-Took`.
            public let took: Duration
            /// The header `X-Left`.
            public let left: Duration?
            /// The header `X-Final`.
            public let final: Bool
            /// The header `X-Job`.
            public let job: UUID?

            public init(
                date: Date, took: Duration, left: Duration? = nil, final: Bool, job: UUID? = nil
            ) {
                self.date = date
                self.took = took
                self.left = left
                self.final = final
                self.job = job
            }
        }
    }
}

extension ScalarFormsAPI {
    /// `PUT /job`.
    nonisolated(nonsending) public func change(
        body: ScalarFormsJob
    ) async throws(APIError) -> ScalarFormsJob {
        try await send(Change(body: body))
    }

    /// The request behind ``change(body:)``.
    public struct Change: Endpoint {
        public typealias Output = ScalarFormsJob

        public let body: ScalarFormsJob

        public init(body: ScalarFormsJob) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.put, "/job")
            request.body(body)
        }
    }
}

/// The `ScalarFormsJob` type of ``ScalarFormsAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ScalarFormsJob: JSONModel {
    public var id: UUID
    public var parent: UUID
    public var sent: Date
    public var exact: Date
    public var offset: Date
    public var local: Date
    public var unix: Date
    public var millis: Date
    public var fraction: Date
    public var iso: Duration
    public var go: Duration
    public var seconds: Duration
    public var millisTaken: [Duration]
    public var flag: Bool
    public var answer: Bool
    public var marks: [String: Bool]?
    public var limit: ScalarFormsLimit
    public var any: ScalarFormsAny

    public init(
        id: UUID, sent: Date, exact: Date, offset: Date, local: Date, unix: Date, millis: Date,
        fraction: Date, iso: Duration, seconds: Duration, millisTaken: [Duration], flag: Bool,
        answer: Bool, limit: ScalarFormsLimit, any: ScalarFormsAny,
        parent: UUID = DefaultValue.uuid(0x00000000000040008000000000000001),
        go: Duration = .milliseconds(1500), marks: [String: Bool]? = nil
    ) {
        self.id = id
        self.parent = parent
        self.sent = sent
        self.exact = exact
        self.offset = offset
        self.local = local
        self.unix = unix
        self.millis = millis
        self.fraction = fraction
        self.iso = iso
        self.go = go
        self.seconds = seconds
        self.millisTaken = millisTaken
        self.flag = flag
        self.answer = answer
        self.marks = marks
        self.limit = limit
        self.any = any
    }

    public init(json: inout JSONReader) throws {
        var id: UUID?
        parent = DefaultValue.uuid(0x00000000000040008000000000000001)
        var sent: Date?
        var exact: Date?
        var offset: Date?
        var local: Date?
        var unix: Date?
        var millis: Date?
        var fraction: Date?
        var iso: Duration?
        go = .milliseconds(1500)
        var seconds: Duration?
        var millisTaken: [Duration]?
        var flag: Bool?
        var answer: Bool?
        var limit: ScalarFormsLimit?
        var any: ScalarFormsAny?
        var object = json.beginObject(
            """
            id parent? sent exact offset local unix millis fraction iso go? seconds millisTaken flag
            answer marks? limit any
            """)
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.value(as: .bare)
            case 1: parent = json.valueIfPresent(as: .bare) ?? parent
            case 2: sent = json.value(as: .rfc2822)
            case 3: exact = json.value(as: .nanos)
            case 4: offset = json.value(as: .iso8601)
            case 5: local = json.value(as: .local)
            case 6: unix = json.value(as: .unixString)
            case 7: millis = json.value(as: .millisString)
            case 8: fraction = json.value(as: .unix)
            case 9: iso = json.value(as: .iso)
            case 10: go = json.valueIfPresent(as: .go) ?? go
            case 11: seconds = json.value(as: .seconds)
            case 12: millisTaken = json.value(as: .millis)
            case 13: flag = json.value(as: .int)
            case 14: answer = json.value(as: .words("是", "否"))
            case 15: marks = json.valueIfPresent(as: .words("Y", "N"))
            case 16: limit = json.value()
            case 17: any = json.value()
            default: break
            }
        }
        guard json.finish(object), let id, let sent, let exact, let offset, let local, let unix,
            let millis, let fraction, let iso, let seconds, let millisTaken, let flag, let answer,
            let limit, let any
        else {
            throw json.takeFailure()
        }
        self.id = id
        self.sent = sent
        self.exact = exact
        self.offset = offset
        self.local = local
        self.unix = unix
        self.millis = millis
        self.fraction = fraction
        self.iso = iso
        self.seconds = seconds
        self.millisTaken = millisTaken
        self.flag = flag
        self.answer = answer
        self.limit = limit
        self.any = any
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id, as: .bare)
        json.write("parent", parent, as: .bare)
        json.write("sent", sent, as: .rfc2822)
        json.write("exact", exact, as: .nanos)
        json.write("offset", offset, as: .iso8601)
        json.write("local", local, as: .local)
        json.write("unix", unix, as: .unixString)
        json.write("millis", millis, as: .millisString)
        json.write("fraction", fraction, as: .unix)
        json.write("iso", iso, as: .iso)
        json.write("go", go, as: .go)
        json.write("seconds", seconds, as: .seconds)
        json.write("millisTaken", millisTaken, as: .millis)
        json.write("flag", flag, as: .int)
        json.write("answer", answer, as: .words("是", "否"))
        json.writeIfPresent("marks", marks, as: .words("Y", "N"))
        json.write("limit", limit)
        json.write("any", any)
        json.endObject()
    }
}

/// The `ScalarFormsLimit` type of ``ScalarFormsAPI``.
public struct ScalarFormsLimit: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Duration

    /// Wraps a value.
    public init(_ value: Duration) {
        self.value = value
    }

    public init(json: inout JSONReader) throws {
        value = try Duration(json: &json, as: .go)
    }

    public func write(json: inout JSONWriter) throws {
        try value.write(json: &json, as: .go)
    }

    public func parameterText() throws -> String {
        try value.parameterText(as: .go)
    }
}

/// The `ScalarFormsAny` type of ``ScalarFormsAPI``.
public enum ScalarFormsAny: JSONModel {
    case flag(Bool)
    case wait(Duration)
    case at(Date)
    case text(String)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        if let value = try json.attempt(Bool.self, as: .words("yes", "no")) {
            self = .flag(value)
            return
        }
        if let value = try json.attempt(Duration.self, as: .iso) {
            self = .wait(value)
            return
        }
        if let value = try json.attempt(Date.self, as: .unixString) {
            self = .at(value)
            return
        }
        if let value = try json.attempt(String.self) {
            self = .text(value)
            return
        }
        self = .unknown(try JSONValue(json: &json))
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .flag(let value): json.write(value, as: .words("yes", "no"))
        case .wait(let value): json.write(value, as: .iso)
        case .at(let value): json.write(value, as: .unixString)
        case .text(let value): json.write(value)
        case .unknown(let value): json.write(value)
        }
    }
}
