import PosthornSpec
import Testing

/// What the reader says of names depends on the types of all files.
@Suite("Declared types of other files")
struct DeclaredTypeTests {
    private func messages(_ text: String, beside other: String) -> [String] {
        let files = [("A.yaml", "service: AAPI\n" + text), ("B.yaml", other)]
        return SpecReader.read(files.map { SourceFile(path: $0.0, text: $0.1) }).diagnostics
            .filter { $0.path == "A.yaml" && $0.severity == .error }
            .map { "\($0.found); write \($0.write)" }
    }

    @Test(
        "A capitalized name is a type if any file declares it, or may declare it",
        arguments: [
            (
                "types: { Sort: { id: Int } }",
                ["'const' elsewhere; write '{ enum: [Sort], open: false }'"],
                "2 in the brackets; write '[Order]' or another type"
            ),
            (
                "types: { Other: { id: Int } }",
                ["'const' elsewhere; write '{ enum: [Sort], open: false }'"],
                "a list; write 'Sort | Native'"
            ),
            ("types: { Sort", [], "2 in the brackets; write '[Order]' or another type"),
        ])
    func declarations(_ other: String, constants: [String], list: String) {
        #expect(
            messages("types: { Link: { tuple: [Int, { const: Sort }] } }\n", beside: other)
                == constants)
        #expect(messages("types: { Link: { kind: [Sort, Native] } }\n", beside: other) == [list])
    }
}
