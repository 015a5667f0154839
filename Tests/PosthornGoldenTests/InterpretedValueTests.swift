import Foundation
import PosthornCore
import PosthornInterpreter
import PosthornSamples
import PosthornSpec
import Testing

/// The check of values against a spec, compared with what generated types read.
@Suite("Interpreted values", .timeLimit(.minutes(1)))
struct InterpretedValueTests {
    /// A value of a type, and what is not as the spec says.
    struct Row: CustomTestStringConvertible, Sendable {
        var spec: String
        var type: String
        var json: String
        /// The kinds of the deviations with their places.
        var deviations: [String]
        var reads: @Sendable (Data) throws -> Void

        init<Value: JSONModel>(
            _ spec: String, _ type: Value.Type, _ json: String, _ deviations: String...
        ) {
            (self.spec, self.json, self.deviations) = (spec, json, deviations)
            self.type = "\(Value.self)"
            reads = { data in
                let response = TransportResponse(
                    status: .ok, headers: [.contentType: "application/json"], body: data)
                _ = try response.value(Value.self)
            }
        }

        var testDescription: String { "\(type) \(json)" }
    }

    private static let pod =
        #""kind":"pod","metadata":{"name":"a","owner.ref":{"first one":{"id":1}},"created":5}"#

    static let rows: [Row] = [
        Row("NestedMembers", NestedMembersPod.self, "{\(pod),\"object2\":3}"),
        Row("NestedMembers", NestedMembersPod.self, "{\(pod)}"),
        Row(
            "NestedMembers", NestedMembersPod.self,
            #"{"kind":"pod","metadata":{"name":1,"owner.ref":{"first one":{"id":1}}}}"#,
            "wrongType metadata.name", "missingMember metadata.created"),
        Row(
            "NestedMembers", NestedMembersPod.self,
            "{\(pod),\"status\":{\"phase\":\"sideways\",\"deep\":{\"note\":null}},\"new\":1}",
            "unknownValue status.phase", "unknownMember new"),
        Row("NestedMembers", NestedMembersPod.self, "{\(pod),\"status\":3}", "wrongType status"),
        Row("Tuples", TuplesSample.self, #"[5,"x"]"#),
        Row("Tuples", TuplesSample.self, #"[5]"#, "wrongType "),
        Row("Tuples", TuplesSample.self, #"["5","x",1]"#, "wrongType [0]", "unknownMember [2]"),
        Row("Unions", UnionsPayment.self, #"{"kind":"card","number":"1"}"#),
        Row("Unions", UnionsPayment.self, #"{"kind":"bank","iban":1}"#, "wrongType iban"),
        Row("Unions", UnionsPayment.self, #"{"kind":"cash"}"#, "unknownValue kind"),
        Row("Unions", UnionsResult.self, #"[{"number":"1"}]"#),
        Row("Unions", UnionsResult.self, "1.5", "wrongType "),
        Row("Unions", UnionsMoment.self, #"["2026-11-21"]"#),
        Row(
            "UnionTags", UnionTagsChange.self, #"{"action":"moved","path":"a"}"#,
            "unknownValue action"),
        Row(
            "UnionTags", UnionTagsComponent.self, #"{"type":1,"components":[{"type":9}]}"#,
            "unknownValue components[0].type"),
        Row("UnionTags", UnionTagsNote.self, #"{"meta":{"kind":"mail","id":1},"to":"a"}"#),
        Row("UnionTags", UnionTagsPiece.self, #"{"done":true,"reason":1}"#, "wrongType reason"),
        Row("UnionLists", UnionListsPayment.self, #"{"iban":"x","since":"2026-11-21"}"#),
        Row(
            "UnionLists", UnionListsPayment.self, #"{"iban":"x","since":"soon"}"#, "wrongType since"
        ),
        Row(
            "LossyLists", LossySync.self, #"{"rooms":{"a":{"events":[{"id":"x","sender":"s"}]}}}"#,
            "wrongType rooms.a.events[0].id"),
        Row("LossyLists", LossySync.self, #"{"rooms":1}"#, "wrongType rooms"),
        Row("Others", OthersConfig.self, #"{"version":1,"gui":{"port":1,"x":[]},"y":null}"#),
        Row("Others", OthersCounts.self, #"{"a":1,"b":"x"}"#, "wrongType b"),
        Row("Wrappers", WrappersOrder.self, #"{"id":"1","at":5,"tags":["a"]}"#),
        Row("Wrappers", WrappersOrder.self, #"{"id":1,"at":"5"}"#, "wrongType id", "wrongType at"),
        Row(
            "Scalars", ScalarsEcho.self,
            #"{"unix":5,"day":null,"days":["2026-11-21"],"table":{"a":1.5},"bytes":"AAA=","url64":"-_8","any":{},"maybe_items":[1,null],"nullable":null,"presence":null}"#
        ),
        Row(
            "Scalars", ScalarsEcho.self,
            #"{"unix":5,"days":["21.11."],"table":[],"bytes":"?","url64":"-_8","any":null,"maybe_items":["x"],"hex":null,"millis":null}"#,
            "missingMember day", "wrongType days[0]", "wrongType bytes",
            "wrongType maybe_items[0]", "missingMember nullable"),
        Row("OneWay", OneWayUser.self, #"{"id":"1","name":"n","created":5}"#),
        Row(
            "OneWay", OneWayUser.self, #"{"name":null,"created":"x"}"#,
            "missingMember id", "null name", "wrongType created"),
        Row("MediaTypes", MediaItem.self, #"{"id":1.0}"#),
        Row("MediaTypes", MediaItem.self, #"{"id":1.5}"#, "wrongType id"),
        Row("MediaTypes", MediaItem.self, #"[]"#, "wrongType "),
        Row(
            "NestedMembers", NestedMembersPod.self,
            #"{"metadata":{"name":"a","owner.ref":{"first one":{"id":1}},"created":5}}"#,
            "missingMember kind"),
        Row("UnionTags", UnionTagsChange.self, #"{"path":"a"}"#, "missingMember action"),
    ]

    @Test("A value is refused if generated types refuse it", arguments: rows)
    func refusesAsGenerated(_ row: Row) throws {
        let service = try InterpretedRequestTests.service(row.spec)
        let checker = ValueChecker(service.spec.table, .response)
        let data = Data(row.json.utf8)
        let type = TypeExpression.named(TypeName(row.type, mark: SourceMark(line: 1, column: 1)))
        let found = checker.deviations(of: try JSONValue(jsonData: data), from: type)
        #expect(found.map { "\($0.kind) \($0.place)" } == row.deviations)
        let isRead = (try? row.reads(data)) != nil
        #expect(found.contains { !$0.isHarmless } == !isRead)
    }
}
