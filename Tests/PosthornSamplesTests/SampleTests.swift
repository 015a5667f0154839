import Foundation
import PosthornJSON
import PosthornSamples
import PosthornSpec
import TestSupport
import Testing

/// Makes values of the types of all specs, and compares them with the types.
@Suite("Values of types", .timeLimit(.minutes(slowness)))
struct SampleTests {
    @Test("There are specs with types", arguments: [100])
    func findsSpecs(least: Int) { #expect(SampledSpec.all.count > least) }

    @Test("A value has no deviation from its type", arguments: SampledSpec.all)
    func valuesFit(_ spec: SampledSpec) {
        let table = TypeTable(spec.document)
        for direction in [SampleMaker.Direction.request, .response] {
            var maker = SampleMaker(table, direction)
            let checker = ValueChecker(table, direction == .request ? .request : .response)
            for optionals in [SampleMaker.Optionals.none, .some, .all] {
                maker.optionals = optionals
                var random = SampleRandom(seed: 7, spec.folder)
                for type in table.types.values.sorted(by: { $0.name < $1.name }) {
                    let expression = TypeExpression.named(TypeName(type.name, mark: type.mark))
                    let value = maker.value(of: expression, &random)
                    let found = checker.deviations(of: value, from: expression)
                    #expect(found.isEmpty, "\(type.name) \(direction) \(optionals)")
                }
            }
        }
    }

    @Test("A value at an edge has no deviation, and a wrong one has", arguments: SampledSpec.all)
    func variantsFit(_ spec: SampledSpec) {
        let table = TypeTable(spec.document)
        let maker = SampleMaker(table, .request)
        let checker = ValueChecker(table, .request)
        var random = SampleRandom(seed: 3, spec.folder)
        for type in table.types.values.sorted(by: { $0.name < $1.name }) {
            let expression = TypeExpression.named(TypeName(type.name, mark: type.mark))
            for purpose in [SampleVariants.Purpose.boundary, .wrong] {
                let variants = SampleVariants(maker, purpose).variants(of: expression, &random)
                for variant in variants {
                    let found = checker.deviations(of: variant.value, from: expression)
                    #expect(
                        found.isEmpty == (purpose == .boundary),
                        "\(type.name).\(variant.path): \(variant.description)")
                }
            }
        }
    }

    @Test("The same seed makes the same values")
    func isSeeded() throws {
        let table = TypeTable(try SampledSpec.document(Self.people))
        func make(_ seed: UInt64) -> JSONValue {
            var random = SampleRandom(seed: seed)
            return SampleMaker(table, .response).value(of: Self.type("Person"), &random)
        }
        #expect(make(1) == make(1))
        #expect(make(1) != make(2))
    }

    @Test("Texts and numbers follow from names, and examples of the spec come first")
    func followsNames() throws {
        let table = TypeTable(try SampledSpec.document(Self.people))
        var maker = SampleMaker(table, .response)
        maker.optionals = .all
        var random = SampleRandom(seed: 5)
        let person = maker.value(of: Self.type("Person"), &random)
        #expect(person["email"]?.string?.contains("@example.") == true)
        #expect(person["homepage"]?.string?.hasPrefix("https://example.") == true)
        #expect((18...80).contains(person["age"]?.int ?? 0))
        #expect(person["created_at"]?.string?.hasPrefix("2026-") == true)
        #expect(person["motto"]?.string == "Onwards")
        #expect(person["plate"]?.string?.wholeMatch(of: /[A-Z]{2}-[0-9]{4}/) != nil)
        #expect(person["kind"]?.string == "person")
        #expect(person["meta"]?["origin"]?.string != nil)
        #expect(person["pin"] == nil)
    }

    @Test("The deviations of a value are named with their places", arguments: deviations)
    func namesDeviations(_ json: String, _ expected: [String]) throws {
        let table = TypeTable(try SampledSpec.document(Self.people))
        let value = try JSONValue(document: Data(json.utf8))
        let found = ValueChecker(table, .response).deviations(of: value, from: Self.type("Team"))
        #expect(found.map { "\($0.kind.rawValue): \($0.sentence(of: "the body"))" } == expected)
    }

    private static let deviations: [(String, [String])] = [
        (#"{"name": "a", "size": 2, "lead": {"id": 1}}"#, []),
        (
            #"{"name": "a", "size": 2, "lead": {"id": "1"}}"#,
            ["wrongType: `lead.id` of the body is a text, and should be an Int"]
        ),
        (#"{"name": "a", "lead": {"id": 1}}"#, ["missingMember: `size` of the body is missing"]),
        (
            #"{"name": "a", "size": 2, "lead": {"id": 1}, "extra": 1}"#,
            ["unknownMember: `extra` of the body is not in the spec"]
        ),
        (
            #"{"name": "", "size": 12, "lead": {"id": 1}}"#,
            [
                "limit: `name` of the body is a text of 0 characters, and should be one of 1 to 8 characters",
                "limit: `size` of the body is a number outside of the range, and should be one of at most 10",
            ]
        ),
        (
            #"{"name": "a", "size": 2, "lead": null}"#,
            ["null: `lead` of the body is null, and should be a Member"]
        ),
        (
            #"{"name": "a", "size": 2, "lead": {"id": 1}, "tags": [{"by": "x"}]}"#,
            [
                "unknownValue: `tags[0].by` of the body is another value, and should be one of user, bot"
            ]
        ),
        ("[]", ["wrongType: the body is an array, and should be an object"]),
    ]

    private static func type(_ name: String) -> TypeExpression {
        .named(TypeName(name, mark: .start))
    }

    private static let people = """
        service: PeopleAPI
        standalone: [Person, Team]
        types:
          Person:
            kind: { const: person }
            email: String
            homepage: String
            age: Int
            created_at: Date
            motto?: { type: String, example: Onwards }
            plate: { type: String, pattern: "^[A-Z]{2}-[0-9]{4}$" }
            origin: { type: String, at: meta.origin }
            pin: { type: String, writeOnly: true }
          Team:
            name: { type: String, length: 1...8 }
            size: { type: Int, range: ...10 }
            lead: Member
            tags?: "[Tag]"
          Member: { id: Int }
          Tag: { by: user | bot }
        """
}
