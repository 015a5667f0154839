import Posthorn
import Testing

@Suite("Header field values")
struct FieldValueTests {
    /// As the subscript has it, whatever stands around the field.
    @Test(arguments: [
        [], [("Accept", "a")], [("X-A", "a")], [("X-A", "")], [("x-a", "a"), ("X-A", "b")],
        [("X-A", "a"), ("Accept", "c"), ("X-A", "b")], [("Accept", "c"), ("X-A", "a, b")],
        [("X-A", "a"), ("X-A", "b"), ("X-A", "c")],
    ])
    func valueMatchesSubscript(_ lines: [(String, String)]) throws {
        let name = try #require(HTTPField.Name("X-A"))
        var fields = HTTPFields()
        for line in lines {
            fields.append(HTTPField(name: try #require(HTTPField.Name(line.0)), value: line.1))
        }
        #expect(fields.value(of: name) == fields[name])
    }

    /// One field of the name is left, at the first one's place, or at the end.
    @Test(arguments: [
        [], [("Accept", "a")], [("X-A", "a")], [("X-A", "b")], [("x-a", "a"), ("X-A", "b")],
        [("X-A", "a"), ("Accept", "c"), ("X-A", "b")], [("Accept", "c"), ("X-A", "a, b")],
        [("X-A", "a"), ("X-A", "b"), ("Accept", "c"), ("X-A", "c")],
    ])
    func putMatchesSubscript(_ lines: [(String, String)]) throws {
        let name = try #require(HTTPField.Name("X-A"))
        var fields = HTTPFields()
        for line in lines {
            fields.append(HTTPField(name: try #require(HTTPField.Name(line.0)), value: line.1))
        }
        var expected = fields
        expected[name] = "b"
        fields.put(HTTPField(name: name, value: "b"))
        #expect(Array(fields) == Array(expected))
        #expect(fields.map(\.name.rawName) == expected.map(\.name.rawName))
    }

    @Test func joinsCookiesLikeSubscript() {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .cookie, value: "a=1"))
        fields.append(HTTPField(name: .cookie, value: "b=2"))
        #expect(fields.value(of: .cookie) == "a=1; b=2")
    }
}
