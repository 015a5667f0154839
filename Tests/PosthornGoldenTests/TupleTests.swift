import Foundation
import PosthornCore
import Testing

/// Arrays with a type for each position.
@Suite("Generated tuples")
struct TupleTests {
    private func text(of value: some JSONModel) throws -> String {
        String(decoding: try value.jsonData(), as: UTF8.self)
    }

    @Test("A tuple is read from an array and written as one")
    func roundTrip() async throws {
        let text = #"{"values":[[1.5,"a"],[2,"b"]],"corner":[3,null],"start":[0,"s"]}"#
        let series = try await TuplesAPI(.canned(text)).query()
        #expect(series.values[0].time == Date(timeIntervalSince1970: 1.5))
        #expect(series.values.map(\.value) == ["a", "b"])
        #expect((series.corner?.first, series.corner?.second) == (3, nil))
        #expect(try self.text(of: series) == text)
        #expect(
            try JSONDecoder().decode(TuplesSeries.self, from: JSONEncoder().encode(series))
                == series)
        let point = #"["7","low",[],"j",true,1500]"#
        let points = try await TuplesAPI(.canned("[\(point)]")).add(body: series.values)
        #expect((points[0].level, points[0].dates) == (.low, [Date(timeIntervalSince1970: 1.5)]))
        #expect(try self.text(of: points[0]) == point)
        let request = try TuplesAPI(.canned()).request(for: TuplesAPI.Add(body: series.values))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == #"[[1.5,"a"],[2,"b"]]"#)
        #expect(TuplesSeries(values: []).start.value == "x")
    }

    @Test("The rest is kept, or ignored without a type for it")
    func rest() throws {
        let loose = #"["a",{"b":1},null]"#
        let read = try TuplesLoose(jsonData: Data(loose.utf8))
        #expect(read == TuplesLoose(first: "a", rest: [["b": 1], nil]))
        #expect(try text(of: read) == loose)
        let sample = try TuplesSample(jsonData: Data(#"[1,"a",{"later":[]},2]"#.utf8))
        #expect(try text(of: sample) == #"[1,"a"]"#)
    }

    @Test(
        "An array that is too short or has another type is an error with its path",
        arguments: [
            (
                #"{"values":[[1,"a"],[2]],"start":[0,""]}"#, "values[1]",
                "an array of at least 2 elements"
            ),
            (#"{"values":[[]]}"#, "values[0]", "an array of at least 2 elements"),
            (#"{"values":[[1,2]]}"#, "values[0][1]", "a string"),
            (#"{"values":[{}]}"#, "values[0]", "an array"),
            (#"{"values":[[1,null]]}"#, "values[0][1]", "a string"),
        ])
    func errors(_ text: String, _ path: String, _ expected: String) async {
        let error = #expect(throws: JSONError.self) {
            try TuplesSeries(jsonData: Data(text.utf8))
        }
        #expect(error?.path == path)
        let overTheWire = await #expect(throws: APIError.self) {
            try await TuplesAPI(.canned(text)).query()
        }
        #expect(overTheWire?.message.contains("expected \(expected)") == true)
        #expect(error?.expected == expected)
    }

    @Test("A union without a tag tells a tuple from other values")
    func union() throws {
        let pair = try TuplesChoice(jsonData: Data(#"[1,"a"]"#.utf8))
        #expect(pair == .pair(TuplesSample(time: Date(timeIntervalSince1970: 1), value: "a")))
        #expect(try TuplesChoice(jsonData: Data(#"[1]"#.utf8)) == .unknown([1]))
        #expect(try TuplesChoice(jsonData: Data(#""t""#.utf8)) == .text("t"))
    }
}
