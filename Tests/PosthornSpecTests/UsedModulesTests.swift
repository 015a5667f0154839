import PosthornSpec
import Testing

/// Types of other targets' specs.
@Suite("Used targets")
struct UsedModulesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The specs by their modules; that of `Shop` is read.
        let specs: [String: String]
        let expected: [String]
    }

    private static let common = "types:\n  Order: { id: Int }\n  Head: { id: Int }\n"

    private static func shop(_ uses: String, _ rest: String = "") -> String {
        "service: ShopAPI\nuses: \(uses)\nendpoints:\n  get: { GET: /order, returns: Order }\n\(rest)"
    }

    static let all = [
        Case(
            testDescription: "used", specs: ["Shop": shop("[Common]"), "Common": common],
            expected: []),
        Case(
            testDescription: "unknown",
            specs: ["Shop": shop("[Comon, Basics]"), "Common": common],
            expected: [
                "Shop.yaml:2:8: error: 'uses' names targets with specs; found 'Comon'; write 'Common', "
                    + "if you mean that",
                "Shop.yaml:2:15: error: 'uses' names targets with specs; found 'Basics'; write the name "
                    + "of a target among the 'dependencies' of this one in Package.swift",
                "Shop.yaml:4:32: error: unknown type; found 'Order'; write a built-in type, or declare it "
                    + "under 'types'",
            ]),
        Case(
            testDescription: "in a circle",
            specs: [
                "Shop": shop("[Common]"), "Common": "service: CommonAPI\nuses: [Basics]\n",
                "Basics": "service: BasicsAPI\nuses: [Common]\n",
            ],
            expected: [
                "Shop.yaml:2:8: error: the specs of a used target have no errors; found "
                    + "Common → Basics → Common; write the corrections there first",
                "Shop.yaml:4:32: error: unknown type; found 'Order'; write a built-in type, or declare it "
                    + "under 'types'",
            ]),
        Case(
            testDescription: "by itself", specs: ["Shop": shop("[Shop]", common)],
            expected: [
                "Shop.yaml:2:8: error: targets do not use each other in a circle; found Shop → Shop; "
                    + "write the types that both need in a target of their own"
            ]),
        Case(
            testDescription: "declared in both",
            specs: [
                "Shop": shop("[Common]", "types:\n  Order: { id: String }\n"), "Common": common,
            ],
            expected: [
                "Shop.yaml:6:3: error: a type is declared in one target; found 'Order', which 'Common' "
                    + "has too; write another name, or no declaration"
            ]),
        Case(
            testDescription: "from two targets",
            specs: [
                "Shop": shop("[Common, Basics]"), "Common": common,
                "Basics": "types:\n  Head: { id: String }\n",
            ],
            expected: [
                "Shop.yaml:2:16: error: a type of one name is used from one target; found 'Head' in "
                    + "'Common' and 'Basics'; write another name for one of the two"
            ]),
        Case(
            testDescription: "not visible",
            specs: [
                "Shop": shop("[Common]", "types:\n  Order: { id: String }\n"),
                "Common": "service: CommonAPI\naccess: internal\n\(common)",
            ],
            expected: [
                "Shop.yaml:2:8: error: the types of a used target are visible; found 'access: internal' "
                    + "in 'Common'; write 'access: public' there"
            ]),
        Case(
            testDescription: "with errors",
            specs: ["Shop": "service: ShopAPI\nuses: [Common]\n", "Common": "typs: {}\n"],
            expected: [
                "Shop.yaml:2:8: error: the specs of a used target have no errors; found 1, first in "
                    + "Common.yaml; write the corrections there first"
            ]),
        Case(
            testDescription: "included by a union",
            specs: [
                "Shop": shop(
                    "[Common]",
                    """
                    types:
                      Event: { oneOf: { a: A, b: B }, by: kind, includes: [Head] }
                      A: { includes: [Head], order: Order }
                      B: { includes: [Head] }
                    standalone: [Event]

                    """),
                "Common": common,
            ],
            expected: [
                "Shop.yaml:6:56: error: a union includes types of its own target; found 'Head' of "
                    + "'Common'; write a type under 'types' that includes it"
            ]),
    ]

    @Test("A service uses the visible types of other targets", arguments: all)
    func readsTypesOfOtherTargets(_ use: Case) {
        let specs = use.specs
        let modules = OtherModules(names: specs.keys.sorted()) { name in
            specs[name].map { [SourceFile(path: "\(name).yaml", text: $0)] } ?? []
        }
        let result = SpecReader.read(modules.sources("Shop"), modules: modules, path: ["Shop"])
        #expect(result.diagnostics.map(\.description) == use.expected)
    }
}
