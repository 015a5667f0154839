import Foundation
import PosthornJSON
import Testing

@Suite("Merge patches")
struct MergePatchTests {
    private func json(_ text: String) throws -> JSONValue {
        try JSONValue(jsonData: Data(text.utf8))
    }

    @Test(
        "RFC 7396, appendix A",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (
                #"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#
            ),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
            (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, "null", "null"),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
            ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ])
    func appendixA(_ original: String, _ patch: String, _ result: String) throws {
        let (original, result) = (try json(original), try json(result))
        #expect(try original.merging(json(patch)) == result)
        // The patch that is found has the same effect.
        #expect(try original.merging(original.mergePatch(to: result)) == result)
    }

    @Test(
        "A patch has what differs, and nothing else",
        arguments: [
            (#"{"a":1,"b":[1,2]}"#, #"{"b":[1,2],"a":1}"#, "{}"),
            (#"{"a":null}"#, "{}", "{}"),
            ("{}", #"{"a":null,"b":{}}"#, #"{"b":{}}"#),
            (#"{"a":1}"#, #"{"a":null}"#, #"{"a":null}"#),
            (
                #"{"a":{"b":1,"c":{"d":1,"e":2}}}"#, #"{"a":{"c":{"d":1,"e":3}}}"#,
                #"{"a":{"b":null,"c":{"e":3}}}"#
            ),
            (#"{"a":[{"b":null}]}"#, #"{"a":[{"b":null},1]}"#, #"{"a":[{"b":null},1]}"#),
            (#"{"a":"e\u0301"}"#, #"{"a":"\u00e9"}"#, #"{"a":"\u00e9"}"#),
            (#"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#, "{}"),
        ])
    func differences(_ old: String, _ new: String, _ patch: String) throws {
        #expect(try json(old).mergePatch(to: json(new)) == json(patch))
    }
}
