import PosthornSpec
import Testing

/// Values without quotes in places where no type decides what they are.
@Suite("Plain values")
struct PlainValueTests {
    /// What a place makes of a value: its text, a number or a Boolean, or an error.
    private enum Meaning: Equatable {
        case text(String)
        case number(String)
        case bool(Bool)
        case refused
    }

    /// A place in a spec, with `VALUE` where the value stands.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let spec: String
        var takesNumbers = true
        var takesBooleans = false
        /// Whether `null` has a meaning here: a response without a code.
        var takesNull = false
        /// Whether the place has the type `String`, so that the spelling is the text.
        var isText = false
        /// Whether the place also takes the value in quotes.
        var hasQuotes = true
    }

    private static let envelope =
        "response: { envelope: { code: c, message: m, payload: p, success: "

    static let places = [
        Place(
            testDescription: "a | b", spec: "types: { T: a | VALUE }", takesNumbers: false,
            hasQuotes: false),
        Place(
            testDescription: "[a | b]", spec: "types: { T: { f: '[a | VALUE]' } }",
            takesNumbers: false, hasQuotes: false),
        Place(
            testDescription: "enum list", spec: "types: { T: { enum: [a, VALUE] } }",
            takesNumbers: false),
        Place(testDescription: "enum names", spec: "types: { T: { enum: { one: VALUE } } }"),
        Place(
            testDescription: "by",
            spec:
                "types: { T: { oneOf: { VALUE: { type: A, name: a }, b: A }, by: kind }, A: { id: Int } }",
            takesNumbers: false),
        Place(
            testDescription: "code",
            spec: envelope
                + "ok } }\nendpoints: { a: { GET: /a, errors: { code VALUE: { name: bad } } } }",
            takesBooleans: true),
        Place(
            testDescription: "success", spec: envelope + "VALUE } }", takesBooleans: true,
            takesNull: true),
        Place(
            testDescription: "successes", spec: envelope + "[VALUE] } }", takesBooleans: true,
            takesNull: true),
        Place(
            testDescription: "const in JSON",
            spec: "endpoints: { a: { POST: /a, body: { x: { const: VALUE } } } }",
            takesBooleans: true),
        Place(
            testDescription: "default of a text",
            spec: "types: { T: { f: { type: String, default: VALUE } } }", isText: true),
        Place(
            testDescription: "text in a short default", spec: "types: { T: { f: String = VALUE } }",
            isText: true, hasQuotes: false),
    ]

    /// Values, and what each is where no type decides.
    private static let values: [(String, Meaning)] = [
        ("open", .text("open")), ("yes", .text("yes")), ("NULL", .text("NULL")),
        ("null", .refused), ("~", .refused),
        ("true", .bool(true)), ("false", .bool(false)),
        ("7", .number("7")), ("-1", .number("-1")),
        ("0.5", .refused), ("1e3", .refused), ("007", .refused), ("0x10", .refused),
        ("123456789012345678901", .refused),
    ]

    private static func read(_ place: Place, _ value: String) -> SpecReader.Result {
        let text = "service: AAPI\n" + place.spec.replacing("VALUE", with: value) + "\n"
        return SpecReader.read([SourceFile(path: "A.yaml", text: text)])
    }

    @Test("A value without quotes is what it is, or refused", arguments: places)
    func readsPlainValueOrRefusesIt(_ place: Place) throws {
        for (value, meaning) in Self.values {
            let result = Self.read(place, value)
            var isFine =
                switch meaning {
                case .text: true
                case .number: place.takesNumbers
                case .bool: place.takesBooleans
                case .refused: false
                }
            // JSON has this number.
            if ["const in JSON", "enum names"].contains(place.testDescription),
                ["0.5", "1e3"].contains(value)
            {
                isFine = true
            }
            if place.isText || place.takesNull && value == "null" { isFine = true }
            let errors = result.diagnostics.filter { $0.severity == .error }
            #expect(errors.isEmpty == isFine, "\(value): \(errors)")
            // The text stays possible, in quotes or in the long form.
            if let error = errors.first {
                #expect(
                    error.write.contains("\"\(value)\"") || error.write.contains(": \(value) }")
                        // Beside a number, the other tag is the text.
                        || place.testDescription == "by" && error.write.contains("\"b\""),
                    "\(error)")
            }
            guard place.hasQuotes else { continue }
            let quoted = Self.read(place, "\"\(value)\"").diagnostics
                .filter { $0.severity == .error }
            // A text that gives no Swift name needs one.
            #expect(
                quoted.isEmpty
                    || quoted.map(\.rule) == ["an enum's value has to give a Swift name"],
                "\(value): \(quoted)")
        }
    }

    @Test("Numbers and Booleans keep their types in JSON")
    func keepsTypes() throws {
        func type(_ value: String) throws -> ScalarType? {
            let result = Self.read(Self.places[8], value)
            let document = try #require(result.document)
            return document.files[0].endpoints[0].parameters[0].field.type.scalar
        }
        #expect(try type("true") == .bool)
        #expect(try type("7") == .int)
        #expect(try type("18446744073709551615") == .uint64)
        #expect(try type("0.5") == .double)
        #expect(try type("\"7\"") == .string)
        func isInteger(_ values: String) throws -> Bool? {
            let text = "service: AAPI\ntypes: { T: { enum: \(values) } }\n"
            let document = SpecReader.read([SourceFile(path: "A.yaml", text: text)]).document
            guard case .enumeration(let spec) = try #require(document).files[0].types[0].kind else {
                return nil
            }
            return spec.isInteger
        }
        #expect(try isInteger("{ a: 1, b: -0 }") == true)
        #expect(try isInteger("{ a: \"1\" }") == false)
        func codes(_ success: String) throws -> [EnvelopeSpec.Code]? {
            try #require(Self.read(Self.places[7], success).document).service.envelope?.success
        }
        #expect(
            try codes("0, -0, ok, true, \"0\"")
                == [.number(0), .number(0), .text("ok"), .bool(true), .text("0")])
    }
}
