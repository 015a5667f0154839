import PosthornCodegen
import PosthornSpec
import TestSupport
import Testing

/// What a spec only names has to be supplied when the service is created.
@Suite("Supplied response policies", .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct SuppliedPolicyTests {
    private func problems(_ use: String) throws -> String {
        let source = SourceFile(
            path: "Spec.yaml",
            text: "service: ShopAPI\nresponses: { status: }\nresponse: status\n")
        let document = try #require(SpecReader.read([source]).document)
        let compiler = try ExampleCompiler()
        defer { compiler.removeFiles() }
        let swift = Generator(document).swift(for: source.path, shownAs: source.path)
        try compiler.add(try #require(swift), as: "Spec.swift")
        try compiler.add("import Posthorn\n\(use)\n", as: "Use.swift")
        return try compiler.problems()
    }

    @Test("A missing response policy is a compiler error")
    func missingPolicyDoesNotCompile() throws {
        let service = "func shop(_ configuration: ClientConfiguration) -> ShopAPI"
        #expect(
            try problems("\(service) { ShopAPI(configuration, responses: .init(status: .json)) }")
                == "")
        #expect(
            try problems("\(service) { ShopAPI(configuration) }")
                .contains("missing argument for parameter 'responses' in call"))
        #expect(
            try problems("\(service) { ShopAPI(configuration, responses: .init()) }")
                .contains("missing argument for parameter 'status' in call"))
    }
}
