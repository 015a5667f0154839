import Foundation
import Posthorn
import Testing

/// The published test set of RFC 6570, through the public face.
@Suite("URI templates")
struct URITemplateTests {
    private typealias Group = (values: [String: URITemplate.Value], cases: [[JSONValue]])

    private static func groups() throws -> [(file: String, group: Group)] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Vectors/uritemplate.json")
        let files = try JSONDecoder().decode(
            [String: [String: JSONValue]].self, from: Data(contentsOf: url))
        return try files.flatMap { file, groups in
            try groups.values.map { group in
                let values = try #require(group["variables"]?.object)
                let cases = try #require(group["testcases"]?.array)
                return (file, (values.compactMapValues(value), cases.compactMap(\.array)))
            }
        }
    }

    private static func value(_ json: JSONValue) -> URITemplate.Value? {
        switch json {
        case .string(let text): .text(text)
        case .number(let number): .text(number.text)
        case .bool(let truth): .text(truth ? "true" : "false")
        case .array(let texts): .list(texts.compactMap(\.string))
        case .object(let members):
            .members(
                members.sorted { $0.key < $1.key }
                    .map { (name: $0.key, value: $0.value.string ?? "") })
        case .null: nil
        }
    }

    @Test func passesRFC6570TestSuite() throws {
        var (passed, refused) = (0, 0)
        for (file, group) in try Self.groups() {
            for example in group.cases {
                let template = try #require(example.first?.string)
                if file == "negative-tests" {
                    #expect(throws: APIError.Cause.self, "\(template)") {
                        try URITemplate(template).expand(group.values)
                    }
                    refused += 1
                    continue
                }
                let expected = example[1].array?.compactMap(\.string) ?? [example[1].string ?? ""]
                let text = try URITemplate(template).expand(group.values)
                #expect(expected.contains(text), "\(template)")
                passed += 1
            }
        }
        print("uritemplate: \(passed) expanded, \(refused) refused")
        #expect(passed == 234)
        #expect(refused == 36)
    }

    static let places: [(String, String)] = [
        ("/a/{+path}", "/v1/a/b/c%252Fd/e%3Ff%23g"), ("/a{/list*}", "/v1/a/x/y%2Fz"),
        ("/a/{list}", "/v1/a/x,y%2Fz"), ("/a{/undefined}", "/v1/a"), ("/a{.list}", "/v1/a.x,y%2Fz"),
        ("/a{;text}", "/v1/a;text=t%20u"), ("/a/{text:1}", "/v1/a/t"),
        ("/a{?text,list*}", "/v1/a?text=t%20u&list=x&list=y%2Fz&q=1"),
        ("/a{?map*}{&text}", "/v1/a?k=1&l=2&text=t%20u&q=1"), ("/a{?undefined}", "/v1/a?q=1"),
        ("{/list*}", "/v1/x/y%2Fz"),
    ]

    @Test(arguments: places)
    func pathSupportsAllExpressionLevels(_ template: String, _ target: String) throws {
        let request = try built(.get, template) { request in
            request.path("path", "b/c%2Fd/e?f#g")
            request.path("list", ["x", "y/z"])
            request.path("map", ["l": 2, "k": 1])
            request.path("text", "t u")
            request.path("undefined", String?.none)
            request.query("q", 1)
        }
        #expect(request.target == (target.contains("?") ? target : target + "?q=1"))
    }

    @Test(
        arguments: [
            ("/a/{+x}", "b/../../c"), ("/a/{+x}", "b/%2e%2e/c"), ("/a/{+x}", "b%2f..%2Fc"),
            ("/a/{+x}", "b/..;v=1/c"), ("/a/{+x}", ".."), ("/a{/x}", ".."), ("/a{.x}/b", "."),
            ("/a/{x}", "..\\c"), ("/a{;x}", "../c"),
        ])
    func valueCannotAddDotSegments(_ template: String, _ value: String) {
        let error = #expect(throws: APIError.self) {
            try built(.get, template) { $0.path("x", value) }
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message.hasSuffix("the path parameter x is a dot segment") == true)
    }

    @Test func listElementCannotAddDotSegments() {
        for (values, message) in [
            (["a", ".."], "element 2 of the path parameter x is a dot segment"),
            (["", "a/./b"], "segment 2 of element 2 of the path parameter x is a dot segment"),
            (["", ""], "the path parameter x is empty"),
        ] {
            let error = #expect(throws: APIError.self) {
                try built(.get, "/a{/x*}") { $0.path("x", values) }
            }
            #expect(error?.message == message)
        }
        #expect(throws: APIError.self) {
            try built(.get, "/a{/x*}") { $0.path("x", ["k": ".."]) }
        }
    }

    /// As `{+x}` takes `a//b/`.
    @Test(arguments: [
        (["a", "", "b", ""], "/v1/a/a//b/"), (["", "a"], "/v1/a//a"), (["a", "", ""], "/v1/a/a//"),
    ])
    func listElementsMayBeEmpty(_ values: [String], _ target: String) throws {
        #expect(try built(.get, "/a{/x*}") { $0.path("x", values) }.target == target)
        let text = values.joined(separator: "/")
        #expect(try built(.get, "/a/{+x}") { $0.path("x", text) }.target == target)
    }

    @Test(arguments: ["/users/{ids*}", "/users/{ids}", "/users/{+ids}"])
    func emptyListForRequiredVariableIsRefused(_ template: String) {
        let layers: [Layer] = [
            { $0.path("ids", [String]()) }, { $0.path("ids", [String: String]()) },
        ]
        for layer in layers {
            let error = #expect(throws: APIError.self) { try built(.delete, template, layer) }
            #expect(error?.message == "the path parameter ids is empty")
        }
    }

    @Test(arguments: ["user$id", "a..b", "größe", "a b"])
    func variableMayHaveAnyName(_ name: String) throws {
        let request = try built(.get, "/a/{\(name)}") { $0.path(name, "1") }
        #expect(request.target == "/v1/a/1")
    }

    @Test func optionalQueryVariableMayBeNil() throws {
        let request = try built(.get, "/a{?from,to}") {
            $0.path("from", Date(timeIntervalSince1970: 5), as: .unix)
            $0.path("to", Date?.none, as: .unix)
        }
        #expect(request.target == "/v1/a?from=5")
    }

    @Test(arguments: [
        ("/a{#x}", "the path /a{#x} has a fragment, which is never sent"),
        ("/a{?x}/b", "the path /a{?x}/b continues after its query"),
        ("/a{?x}{/x}", "the path /a{?x}{/x} continues after its query"),
        ("/a/{+x y}", "the path /a/{+x y} has a placeholder that is not an expression of RFC 6570"),
        ("/a/{..x*}", "the path /a/{..x*} has a placeholder that is not an expression of RFC 6570"),
        ("{/y}{.x}", "the path {/y}{.x} does not start with a slash"),
        ("/a/{+y}", "the path /a/{+y} has no value for {y}"),
    ])
    func invalidTemplateIsRefused(_ template: String, _ message: String) {
        let error = #expect(throws: APIError.self) {
            try built(.get, template) { $0.path("x", "1") }
        }
        #expect(error?.message == message)
    }
}
