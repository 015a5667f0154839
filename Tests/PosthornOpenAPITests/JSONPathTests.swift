import PosthornForeign
import PosthornOpenAPI
import PosthornSpec
import TestSupport
import Testing

/// Paths of overlays, as RFC 9535 defines them.
@Suite("JSONPath", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct JSONPathTests {
    /// The document of the table, with two lists, a key with a quote, numbers and `null`.
    private static let document = """
        {"a": [{"x": 1, "k": "b"}, {"x": 2.5, "k": "B"}, {"k": null, "y": {"x": 1}}, "t", 4],
         "b-c": {"x": true, "'q'": false}, "ö": {"n": 1.0, "m": -10}, "e": [], "l": [[1, 2], [3]]}
        """

    /// Each path with the normalized paths that it selects, separated by spaces.
    private static let cases: [(path: String, selected: String)] = [
        ("$", "$"),
        ("$.e", "$['e']"),
        ("$['e']", "$['e']"),
        ("$[\"e\"]", "$['e']"),
        ("$.ö.n", "$['ö']['n']"),
        ("$['\\u00f6'].m", "$['ö']['m']"),
        ("$.b-c.x", "$['b-c']['x']"),
        ("$['b-c'][\"'q'\"]", "$['b-c'][''q'']"),
        ("$['b-c']['\\'q\\'']", "$['b-c'][''q'']"),
        ("$.missing", ""),
        ("$.a.x", ""),
        ("$.a[0]", "$['a'][0]"),
        ("$.a[-1]", "$['a'][4]"),
        ("$.a[5]", ""),
        ("$.a[-6]", ""),
        ("$.e[0]", ""),
        ("$['b-c'][0]", ""),
        ("$.a[0, 'k', 0]", "$['a'][0] $['a'][0]"),
        ("$ [ 'e' , 'ö' ] .n", "$['ö']['n']"),
        ("$.l.*", "$['l'][0] $['l'][1]"),
        ("$.l[*][*]", "$['l'][0][0] $['l'][0][1] $['l'][1][0]"),
        ("$.e.*", ""),
        ("$.a[1:3]", "$['a'][1] $['a'][2]"),
        ("$.a[:2]", "$['a'][0] $['a'][1]"),
        ("$.a[-2:]", "$['a'][3] $['a'][4]"),
        ("$.a[::-2]", "$['a'][4] $['a'][2] $['a'][0]"),
        ("$.a[3:0:-2]", "$['a'][3] $['a'][1]"),
        ("$.a[0:4:0]", ""),
        ("$.a[9007199254740991:]", ""),
        ("$..x", "$['a'][0]['x'] $['a'][1]['x'] $['a'][2]['y']['x'] $['b-c']['x']"),
        ("$..[1]", "$['a'][1] $['l'][1] $['l'][0][1]"),
        ("$.l..*", "$['l'][0] $['l'][1] $['l'][0][0] $['l'][0][1] $['l'][1][0]"),
        ("$..y..x", "$['a'][2]['y']['x']"),
        ("$.a[?@.x]", "$['a'][0] $['a'][1]"),
        ("$.a[?(@.x)]", "$['a'][0] $['a'][1]"),
        ("$.a[?!@.x]", "$['a'][2] $['a'][3] $['a'][4]"),
        ("$.a[?@.k]", "$['a'][0] $['a'][1] $['a'][2]"),
        ("$.a[?@.k == null]", "$['a'][2]"),
        ("$.a[?@.k != null]", "$['a'][0] $['a'][1] $['a'][3] $['a'][4]"),
        ("$.a[?@.k=='b']", "$['a'][0]"),
        ("$.a[?'b' == @['k']]", "$['a'][0]"),
        ("$.a[?@.k < 'b']", "$['a'][1]"),
        ("$.a[?@.x <= 1]", "$['a'][0]"),
        ("$.a[?@.x >= 1 && @.x < 2.5e0]", "$['a'][0]"),
        ("$.a[?@.x > 2 || @.y.x == 1]", "$['a'][1] $['a'][2]"),
        ("$.a[?@.x == 1 || @.x == 2.5 && @.k == 'b']", "$['a'][0]"),
        ("$.a[?(@.x == 1 || @.x == 2.5) && @.k == 'B']", "$['a'][1]"),
        ("$.a[?!(@.x == 1 || @.y)]", "$['a'][1] $['a'][3] $['a'][4]"),
        ("$.a[?@ == 't']", "$['a'][3]"),
        ("$.a[?@ > 3]", "$['a'][4]"),
        ("$.a[?@.none == @.missing]", "$['a'][0] $['a'][1] $['a'][2] $['a'][3] $['a'][4]"),
        ("$.a[?@.x < 'z']", ""),
        ("$.a[?@.y == $.a[2].y]", "$['a'][2]"),
        ("$.a[?@.x == $.ö.n]", "$['a'][0]"),
        ("$.l[?@[1] == 2]", "$['l'][0]"),
        ("$.l[?@ == $.l[1]]", "$['l'][1]"),
        ("$['b-c'][?@ == true]", "$['b-c']['x']"),
        ("$.ö[?@ == 1]", "$['ö']['n']"),
        ("$.ö[?@ == -1e1]", "$['ö']['m']"),
        ("$[?@.*]", "$['a'] $['b-c'] $['ö'] $['l']"),
        ("$[?@..x]", "$['a'] $['b-c']"),
        ("$[?@[?@ > 3]]", "$['a']"),
    ]

    @Test("A path selects the values of the table", arguments: cases.indices)
    func selectsValues(_ index: Int) throws {
        let example = Self.cases[index]
        let root = try JSONScanner.read(Array(Self.document.utf8), file: 0)
        let found = try JSONPath(example.path).normalizedPaths(in: root)
        #expect(found.joined(separator: " ") == example.selected, "\(example.path)")
    }

    @Test(
        "What is no path, or a path with a function, is refused at its place",
        arguments: [
            ("", "the end of the path"),
            ("a", "'a' at character 1"),
            ("$.", "the end of the path"),
            ("$a", "'a' at character 2"),
            ("$. a", "' a' at character 3"),
            ("$./a", "'/a' at character 3"),
            ("$.1a", "'1a' at character 3"),
            ("$.a ", "' ' at character 4"),
            ("$[]", "']' at character 3"),
            ("$['a'", "the end of the path"),
            ("$['a", "the end of the path"),
            ("$['a',]", "']' at character 7"),
            ("$['\\x']", "'\\x']' at character 4"),
            ("$['\\ud800']", "'\\ud800']' at character 4"),
            ("$[01]", "'01]' at character 3"),
            ("$[-0]", "'-0]' at character 3"),
            ("$[9007199254740992]", "'9007199254740992]' at character 3"),
            ("$[a]", "'a]' at character 3"),
            ("$[?]", "']' at character 4"),
            ("$[?true]", "']' at character 8"),
            ("$[?@.a == ]", "']' at character 11"),
            ("$[?@.a = 1]", "'= 1]' at character 8"),
            ("$[?@.* == 1]", "'@.* == 1]' at character 4"),
            ("$[?1 == @..a]", "'@..a]' at character 9"),
            ("$[?@.a == 01]", "'01]' at character 11"),
            ("$[?@.a && ]", "']' at character 11"),
            ("$[?(@.a]", "']' at character 8"),
            ("$[?!'a']", "''a']' at character 5"),
            ("$[?length(@.a) > 1]", "'(@.a) > 1]' at character 10"),
            ("$[?@.a == count(@.*)]", "'(@.*)]' at character 16"),
            ("$" + String(repeating: "[?@", count: 60), "'@[?@[?@[?@[?@[?@[?@[' at character 154"),
        ])
    func refusesOtherTexts(_ path: String, _ found: String) {
        let problem = #expect(throws: JSONPath.Problem.self) { try JSONPath(path) }
        #expect(problem?.found == found, "\(path)")
        #expect(problem?.write.isEmpty == false)
    }
}
