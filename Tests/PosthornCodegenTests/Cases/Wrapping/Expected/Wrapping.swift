// Generated from Wrapping/Wrapping.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A very long sentence about what this service is for, which goes on and on until it does not fit
/// on a line of one hundred columns.
///
/// See
/// https://example.com/a/very/long/url/that/cannot/be/broken/at/all/because/it/has/no/space/in/it/anywhere
/// for more.
public struct WrappingAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common
    /// The ciphers that the spec names.
    public var ciphers: Ciphers

    private static let envelope: any ResponsePolicy = .envelope(
        code: "the_code_of_the_answer", message: "the_message_of_the_answer",
        payload: "the_payload", success: 0)

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common, ciphers: Ciphers) {
        self.configuration = configuration
        self.common = common
        self.ciphers = ciphers
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.responsePolicy = Self.envelope
        request.query(
            "filter = a value with a name so long that the line is much too long", common.f)
    }

    /// Finds the cipher that an endpoint names.
    public func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "aCipherWithAVeryLongName": ciphers.aCipherWithAVeryLongName
        default: nil
        }
    }

    /// What is sent with every endpoint of ``WrappingAPI``.
    public struct Common: Sendable {
        /// Sent as the query parameter `filter = a value with a name so long that the line is much
        /// too long`.
        public var f: String

        /// Creates the common parameters.
        public init(f: String) {
            self.f = f
        }
    }

    /// The ciphers of ``WrappingAPI``; the keys are bound here and never in the spec.
    public struct Ciphers: Sendable {
        /// Seals what has to be sealed, with a description that is much too long to fit on one line
        /// of the file.
        public var aCipherWithAVeryLongName: any PayloadCipher

        /// Creates the set of ciphers.
        public init(aCipherWithAVeryLongName: any PayloadCipher) {
            self.aCipherWithAVeryLongName = aCipherWithAVeryLongName
        }
    }
}

extension WrappingAPI {
    /// `GET /y`.
    nonisolated(nonsending) public func y() async throws(APIError) {
        try await send(Y())
    }

    /// The request behind ``y()``.
    public struct Y: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/y")
            request.removeCommon(
                .query("filter = a value with a name so long that the line is much too long"))
        }
    }
}

extension WrappingAPI {
    /// `POST
    /// /some/path/that/is/long/enough/to/need/a/line/of/its/own/when/it/is/written/{identifier}`,
    /// sealed with the `aCipherWithAVeryLongName` cipher.
    /// - Parameters:
    ///   - theSecondParameterOfMany: A parameter with a long description that has to be wrapped,
    ///     since it does not fit on one line. Not sent when `nil`.
    ///   - theThirdParameterOfMany: The default is `42`.
    ///   - theFifthParameterOfMany: The default is `green`.
    nonisolated(nonsending) public func createSomethingWithAVeryLongName(
        identifier: String, theFirstParameterOfMany: String, theFourthParameterOfMany: [String],
        aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday: String,
        theSecondParameterOfMany: String? = nil, theThirdParameterOfMany: Int = 42,
        theFifthParameterOfMany: CreateSomethingWithAVeryLongName.TheFifthParameterOfMany = .green
    ) async throws(CreateSomethingWithAVeryLongName.Failure) -> AnObjectWithAnUnusuallyLongName {
        try await send(
            CreateSomethingWithAVeryLongName(
                identifier: identifier, theFirstParameterOfMany: theFirstParameterOfMany,
                theFourthParameterOfMany: theFourthParameterOfMany,
                aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday:
                    aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday,
                theSecondParameterOfMany: theSecondParameterOfMany,
                theThirdParameterOfMany: theThirdParameterOfMany,
                theFifthParameterOfMany: theFifthParameterOfMany))
    }

    /// The request behind
    /// ``createSomethingWithAVeryLongName(identifier:theFirstParameterOfMany:theFourthParameterOfMany:aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday:theSecondParameterOfMany:theThirdParameterOfMany:theFifthParameterOfMany:)``.
    public struct CreateSomethingWithAVeryLongName: Endpoint {
        public typealias Output = AnObjectWithAnUnusuallyLongName

        public let identifier: String
        public let theFirstParameterOfMany: String
        public let theSecondParameterOfMany: String?
        public let theThirdParameterOfMany: Int
        public let theFourthParameterOfMany: [String]
        public let theFifthParameterOfMany: TheFifthParameterOfMany
        public let aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday: String

        public init(
            identifier: String, theFirstParameterOfMany: String, theFourthParameterOfMany: [String],
            aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday: String,
            theSecondParameterOfMany: String? = nil, theThirdParameterOfMany: Int = 42,
            theFifthParameterOfMany: TheFifthParameterOfMany = .green
        ) {
            self.identifier = identifier
            self.theFirstParameterOfMany = theFirstParameterOfMany
            self.theSecondParameterOfMany = theSecondParameterOfMany
            self.theThirdParameterOfMany = theThirdParameterOfMany
            self.theFourthParameterOfMany = theFourthParameterOfMany
            self.theFifthParameterOfMany = theFifthParameterOfMany
            self.aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday =
                aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(
                .post,
                "/some/path/that/is/long/enough/to/need/a/line/of/its/own/when/it/is/written/{identifier}"
            )
            request.cipher = .named("aCipherWithAVeryLongName")
            request.path("identifier", identifier)
            request.query("the_first_parameter_of_many", theFirstParameterOfMany)
            request.query("the_second_parameter_of_many", theSecondParameterOfMany)
            request.query("the_third_parameter_of_many", theThirdParameterOfMany)
            request.query("the_fourth_parameter_of_many", theFourthParameterOfMany)
            request.query("the_fifth_parameter_of_many", theFifthParameterOfMany)
            request.header(
                "X-A-Header-With-A-Name-That-Is-Really-Long-And-Does-Not-Want-To-End-At-All-Today",
                aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday)
        }

        /// The ways in which
        /// ``createSomethingWithAVeryLongName(identifier:theFirstParameterOfMany:theFourthParameterOfMany:aHeaderWithANameThatIsReallyLongAndDoesNotWantToEndAtAllToday:theSecondParameterOfMany:theThirdParameterOfMany:theFifthParameterOfMany:)``
        /// fails.
        public enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<AnObjectWithAnUnusuallyLongName>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }

        /// The values of `the_fifth_parameter_of_many`.
        public enum TheFifthParameterOfMany: OpenEnum {
            case red
            case green
            case blue
            /// A value that the spec does not list.
            case unknown(String)

            public static var knownCases: [Self] {
                [.red, .green, .blue]
            }

            public init(rawValue: String) {
                switch rawValue {
                case "red": self = .red
                case "green": self = .green
                case "blue": self = .blue
                default: self = .unknown(rawValue)
                }
            }

            public var rawValue: String {
                switch self {
                case .red: "red"
                case .green: "green"
                case .blue: "blue"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension WrappingAPI {
    /// `POST /something`.
    nonisolated(nonsending) public func createSomethingElseThatTakesNoParametersButHasALongName()
        async throws(CreateSomethingElseThatTakesNoParametersButHasALongName.Failure)
        -> AnObjectWithAnUnusuallyLongName
    {
        try await send(CreateSomethingElseThatTakesNoParametersButHasALongName())
    }

    /// The request behind ``createSomethingElseThatTakesNoParametersButHasALongName()``.
    public struct CreateSomethingElseThatTakesNoParametersButHasALongName: Endpoint {
        public typealias Output = AnObjectWithAnUnusuallyLongName
        public typealias Failure = CreateSomethingWithAVeryLongName.Failure

        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/something")
        }
    }
}

extension WrappingAPI {
    /// `GET /x`.
    nonisolated(nonsending) public func x(
        oneQuiteLongParameterName: Int, anotherQuiteLongOne: Int, third: Int, four: Int
    ) async throws(APIError) {
        try await send(
            X(
                oneQuiteLongParameterName: oneQuiteLongParameterName,
                anotherQuiteLongOne: anotherQuiteLongOne, third: third, four: four))
    }

    /// The request behind ``x(oneQuiteLongParameterName:anotherQuiteLongOne:third:four:)``.
    public struct X: Endpoint {
        public let oneQuiteLongParameterName: Int
        public let anotherQuiteLongOne: Int
        public let third: Int
        public let four: Int

        public init(
            oneQuiteLongParameterName: Int, anotherQuiteLongOne: Int, third: Int, four: Int
        ) {
            self.oneQuiteLongParameterName = oneQuiteLongParameterName
            self.anotherQuiteLongOne = anotherQuiteLongOne
            self.third = third
            self.four = four
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/x")
            request.query("one_quite_long_parameter_name", oneQuiteLongParameterName)
            request.query("another_quite_long_one", anotherQuiteLongOne)
            request.query("third", third)
            request.query("four", four)
        }
    }
}

extension WrappingAPI {
    /// `GET /headers`.
    nonisolated(nonsending) public func readHeaders() async throws(APIError) -> ReadHeaders.Output {
        try await send(ReadHeaders())
    }

    /// The request behind ``readHeaders()``.
    public struct ReadHeaders: Endpoint {
        public init() {}

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/headers")
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(
                value: response.value(),
                note:
                    response.header("X-Note")
                    ?? "a first = 1 and a second = 2 and a third: 3, as long as a line is"
            )
        }

        /// What ``readHeaders()`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: AnObjectWithAnUnusuallyLongName

            /// The header `X-Note`.
            public let note: String

            public init(
                value: AnObjectWithAnUnusuallyLongName,
                note: String = "a first = 1 and a second = 2 and a third: 3, as long as a line is"
            ) {
                self.value = value
                self.note = note
            }
        }
    }
}

/// The `AnObjectWithAnUnusuallyLongName` type of ``WrappingAPI``.
public struct AnObjectWithAnUnusuallyLongName: JSONModel {
    public var aFieldWithALongNameThatMakesTheLineLong: String
    public var anotherFieldWithALongName: AnObjectWithAnUnusuallyLongEnum
    public var aMap: [String: [AnEvenLongerNameForAnObjectThatIsUsedInAMapOnly]]

    public init(
        aMap: [String: [AnEvenLongerNameForAnObjectThatIsUsedInAMapOnly]],
        aFieldWithALongNameThatMakesTheLineLong: String =
            "a default that is also rather long, so that",
        anotherFieldWithALongName: AnObjectWithAnUnusuallyLongEnum =
            .theFirstValueOfTheEnumWithALongName
    ) {
        self.aFieldWithALongNameThatMakesTheLineLong = aFieldWithALongNameThatMakesTheLineLong
        self.anotherFieldWithALongName = anotherFieldWithALongName
        self.aMap = aMap
    }

    public init(json: inout JSONReader) throws {
        aFieldWithALongNameThatMakesTheLineLong = "a default that is also rather long, so that"
        anotherFieldWithALongName = .theFirstValueOfTheEnumWithALongName
        aMap = [:]
        var object = json.beginObject(
            """
            a_field_with_a_long_name_that_makes_the_line_long? another_field_with_a_long_name? a_map
            """)
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0:
                aFieldWithALongNameThatMakesTheLineLong =
                    json.stringIfPresent() ?? aFieldWithALongNameThatMakesTheLineLong
            case 1: anotherFieldWithALongName = json.valueIfPresent() ?? anotherFieldWithALongName
            case 2: aMap = json.map()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write(
            "a_field_with_a_long_name_that_makes_the_line_long",
            aFieldWithALongNameThatMakesTheLineLong)
        json.write("another_field_with_a_long_name", anotherFieldWithALongName)
        json.write("a_map", aMap)
        json.endObject()
    }
}

/// The values of `AnObjectWithAnUnusuallyLongEnum`.
public enum AnObjectWithAnUnusuallyLongEnum: OpenEnum {
    case theFirstValueOfTheEnumWithALongName
    case theSecondValueOfTheEnumWithALongNameThatWraps
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [
            .theFirstValueOfTheEnumWithALongName,
            .theSecondValueOfTheEnumWithALongNameThatWraps,
        ]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "the_first_value_of_the_enum_with_a_long_name":
            self = .theFirstValueOfTheEnumWithALongName
        case "the_second_value_of_the_enum_with_a_long_name_that_wraps":
            self = .theSecondValueOfTheEnumWithALongNameThatWraps
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .theFirstValueOfTheEnumWithALongName: "the_first_value_of_the_enum_with_a_long_name"
        case .theSecondValueOfTheEnumWithALongNameThatWraps:
            "the_second_value_of_the_enum_with_a_long_name_that_wraps"
        case .unknown(let value): value
        }
    }
}

/// The `AnEvenLongerNameForAnObjectThatIsUsedInAMapOnly` type of ``WrappingAPI``.
public struct AnEvenLongerNameForAnObjectThatIsUsedInAMapOnly: JSONModel {
    public init() {}

    public init(json: inout JSONReader) throws {
        try json.endObject(json.beginObject(""))
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }
}
