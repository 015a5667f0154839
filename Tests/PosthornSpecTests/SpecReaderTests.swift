import PosthornSpec
import Testing

@Suite("Spec reader")
struct SpecReaderTests {
    private let spec = """
        service: ShopAPI
        endpoints:
          listOrders:
            GET: /orders/{id:Int}
            query: { page: Int = 1, expand?: [Expand] }
            returns: [Order]
            errors: { 404: Order }
        types:
          Order: { placed_at: Date }
          Expand: yes | no
        """

    @Test("A spec becomes a document")
    func readsDocument() throws {
        let result = SpecReader.read([SourceFile(path: "Shop.yaml", text: spec)])
        #expect(result.diagnostics.isEmpty)
        let document = try #require(result.document)
        #expect(document.service.name == "ShopAPI")
        let endpoint = try #require(document.files.first?.endpoints.first)
        #expect(endpoint.path == "/orders/{id}")
        #expect(endpoint.parameters.map(\.place) == [.path, .query, .query])
        #expect(endpoint.parameters.map(\.field.swiftName) == ["id", "page", "expand"])
        #expect(endpoint.parameters.map(\.field.isOptional) == [false, false, true])
        #expect(endpoint.parameters[0].field.type.scalar == .int)
        #expect(endpoint.parameters[1].field.defaultValue?.value == .text("1"))
        #expect(endpoint.errors.map(\.name) == ["notFound"])
        guard case .enumeration(let spec) = document.files.first?.types.last?.kind else {
            Issue.record("Expand is no enum")
            return
        }
        #expect(spec.cases.map(\.rawValue) == ["yes", "no"])
    }

    @Test("Any line ending is accepted", arguments: ["\r\n", "\r"])
    func readsAnyLineEnding(_ end: String) {
        let text = spec.split(separator: "\n").joined(separator: end)
        let result = SpecReader.read([SourceFile(path: "Shop.yaml", text: text)])
        #expect(result.diagnostics.isEmpty)
        #expect(result.document?.files.first?.endpoints.count == 1)
    }

    @Test("The order of the files does not matter")
    func orderOfFilesDoesNotMatter() {
        let files = [
            SourceFile(path: "B.yaml", text: "types:\n  B: { a: X }\n"),
            SourceFile(path: "A.yaml", text: "service: AAPI\ntypes:\n  A: { a: X, b: Y }\n"),
        ]
        let diagnostics = SpecReader.read(files).diagnostics.map(\.description)
        #expect(diagnostics == SpecReader.read(files.reversed()).diagnostics.map(\.description))
        #expect(
            diagnostics == [
                "A.yaml:3:11: error: unknown type; found 'X'; write a built-in type, or declare it under 'types'",
                "A.yaml:3:17: error: unknown type; found 'Y'; write a built-in type, or declare it under 'types'",
            ])
    }
}
