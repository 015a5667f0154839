import Foundation
import PosthornCore
import TestSupport
import Testing

/// The unions that specs declare.
@Suite("Generated unions")
struct GeneratedUnionTests {
    /// Reads a value, checks that it is written as it was, and returns it.
    private func roundTrip<Value: JSONModel>(_ text: String, _ type: Value.Type) throws -> Value {
        let value = try Value(jsonData: Data(text.utf8))
        #expect(String(decoding: try value.jsonData(), as: UTF8.self) == text)
        let encoded = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(type, from: encoded) == value)
        return value
    }

    private func problem<Value: JSONModel>(_ text: String, _ type: Value.Type) -> String {
        let error = #expect(throws: JSONError.self) { try Value(jsonData: Data(text.utf8)) }
        return error?.message ?? ""
    }

    @Test(
        "A list of types is read by the kind of the value, then in the order of the list",
        arguments: [
            ("true", UnionListsValue.bool(true)), ("3", .int(3)), ("1.5", .double(1.5)),
            (#""1970-01-02T00:00:00Z""#, .date(Date(timeIntervalSince1970: 86_400))),
            (#""tea""#, .string("tea")), (#"["a","b"]"#, .stringArray(["a", "b"])),
            ("[[1],[2,3]]", .intArrayArray([[1], [2, 3]])),
            (#"{"a":0.5}"#, .doubleMap(["a": 0.5])), ("null", .unknown(.null)),
            (#"["a",1]"#, .unknown(["a", 1])),
        ])
    func kinds(_ text: String, value: UnionListsValue) throws {
        #expect(try roundTrip(text, UnionListsValue.self) == value)
    }

    @Test("A list of objects is read by the members that are present, over the wire too")
    func members() async throws {
        let card = UnionListsCard(number: "1", holder: .init(given: "Ada"))
        #expect(
            try roundTrip(#"{"number":"1","holder":{"given":"Ada"}}"#, UnionListsPayment.self)
                == .unionListsCard(card))
        let bank = try roundTrip(#"{"iban":"x","since":"1970-01-02"}"#, UnionListsPayment.self)
        #expect(
            bank
                == .unionListsBank(
                    UnionListsBank(iban: "x", since: Date(timeIntervalSince1970: 86_400))))
        #expect(try await UnionListsAPI(.canned("[]")).pay(body: bank) == .stringArray([]))
        let mixed = #"{"payments":[],"members":[{"number":1},{"number":"2"},7]}"#
        let members = try await UnionListsAPI(.canned(mixed)).list().members
        #expect(
            members == [
                .raw(UnionListsRaw(["number": 1])), .known(UnionListsCard(number: "2")),
                .raw(UnionListsRaw(7)),
            ])
        #expect(
            try [UnionListsCard](jsonData: Data(#"[{"number":"2"}]"#.utf8)).jsonData().count == 16)
        let page = #"{"payments":[{"iban":"x","since":"1970-01-02"},"cash",{"number":"1"}]}"#
        #expect(
            try await UnionListsAPI(.canned(page)).list().payments == [
                bank, .string("cash"), .unionListsCard(UnionListsCard(number: "1")),
            ])
    }

    @Test("A closed union tells for each type why it does not fit")
    func closed() {
        #expect(
            problem(#"{"number":"1","holder":{"given":1}}"#, UnionListsPayment.self)
                == "the top level is not valid, expected a value of one of its types: "
                + "UnionListsCard has a number at 'holder.given', expected a string; "
                + "UnionListsBank lacks 'iban'; String has an object, expected a string")
        #expect(
            problem(#"{"payments":[{"iban":"x","since":"y"}]}"#, UnionListsPage.self)
                == "payments[0] is not valid, expected a value of one of its types: "
                + "UnionListsCard lacks 'number'; "
                + "UnionListsBank has another value at 'since', expected a date as in 2026-11-21; "
                + "String has an object, expected a string")
        #expect(
            problem(#"{"payments":[{"number":"1"},{"number":}]}"#, UnionListsPage.self)
                .hasPrefix("it is not valid JSON: line 1, column 39"))
    }

    @Test("A closed union with a tag names the tags of the spec")
    func closedTags() throws {
        let card = try roundTrip(#"{"kind":"card","number":"1"}"#, UnionListsChoice.self)
        #expect(card == .card(UnionListsCard(number: "1")))
        #expect(
            problem(
                #"{"payments":[],"choices":[{"number":"1","kind":"cash"}]}"#, UnionListsPage.self)
                == "choices[0].kind is not valid, expected 'card' or 'bank'")
        #expect(problem(#"{"number":"1"}"#, UnionListsChoice.self) == "kind is missing")
        #expect(
            problem(#"{"kind":null}"#, UnionListsChoice.self)
                == "kind is not valid, expected 'card' or 'bank'")
    }

    @Test("A long list of values that fit late keeps no failed attempts and has no limit")
    func longLists() throws {
        let item = #"{"iban":"x","since":"1970-01-02"}"#
        let items = Array(repeating: item, count: 20_000).joined(separator: ",")
        let page = try UnionListsPage(jsonData: Data(#"{"payments":[\#(items)]}"#.utf8))
        #expect(page.payments.count == 20_000)
        let error = problem(#"{"payments":[\#(items),1]}"#, UnionListsPage.self)
        #expect(error.hasPrefix("payments[20000] is not valid"))
    }

    @Test("Numbers as tags select the case and are written, over the wire too")
    func numbers() async throws {
        let text =
            #"{"type":1,"components":[{"type":2,"label":"OK"},{"type":5,"options":["a"]},"#
            + #"{"type":99,"x":null},{"type":"1"}]}"#
        let row = try roundTrip(text, UnionTagsComponent.self)
        #expect(
            row
                == .unionTagsRow(
                    UnionTagsRow(components: [
                        .unionTagsButton(UnionTagsButton(type: 2, label: "OK")),
                        .menu(UnionTagsSelect(type: .user, options: ["a"])),
                        .unknown(["type": 99, "x": .null]), .unknown(["type": "1"]),
                    ])))
        let wrong = UnionTagsComponent.unionTagsButton(UnionTagsButton(type: 7, label: "x"))
        #expect(String(decoding: try wrong.jsonData(), as: UTF8.self) == #"{"type":2,"label":"x"}"#)
        let api = UnionTagsAPI(.canned("[\(text)]"))
        #expect(try await api.place(body: row) == [row])
        let request = try api.request(for: UnionTagsAPI.Place(body: row))
        #expect(String(decoding: try #require(request.body?.data), as: UTF8.self) == text)
    }

    @Test("Several tags mean one case, whose value keeps its own tag")
    func severalTags() async throws {
        for action in ["created", "updated"] {
            let text = #"{"action":"\#(action)","path":"/a"}"#
            let change = try roundTrip(text, UnionTagsChange.self)
            #expect(
                change
                    == .unionTagsWrite(
                        UnionTagsWrite(action: .init(rawValue: action), path: "/a")))
        }
        #expect(
            try roundTrip(#"{"action":"a | b"}"#, UnionTagsChange.self)
                == .other(UnionTagsOther(action: "a | b")))
        let list = #"[{"action":"updated","path":"/a"},{"path":"/b","action":"deleted"}]"#
        #expect(
            try await UnionTagsAPI(.canned(list)).changes() == [
                .unionTagsWrite(UnionTagsWrite(action: .updated, path: "/a")),
                .deleted(UnionTagsRemoval(path: "/b")),
            ])
        // A tag of another case is not sent.
        let wrong = UnionTagsWrite(action: .unknown("deleted"), path: "/a")
        #expect(
            String(decoding: try UnionTagsChange.unionTagsWrite(wrong).jsonData(), as: UTF8.self)
                == #"{"action":"created","path":"/a"}"#)
        #expect(
            problem(#"{"action":"moved","path":"/a"}"#, UnionTagsChange.self)
                == "action is not valid, expected 'created', 'updated', 'deleted' or 'a | b'")
    }

    @Test("A tag in a nested member selects the case and is written")
    func nestedTags() async throws {
        let mail = try roundTrip(
            #"{"meta":{"kind":"mail","id":3},"to":"ada"}"#, UnionTagsNote.self)
        #expect(mail == .mail(UnionTagsMail(meta: .init(kind: "mail", id: 3), to: "ada")))
        let text = String(decoding: try mail.jsonData(), as: UTF8.self)
        #expect(try await UnionTagsAPI(.canned(text)).notify(body: mail) == mail)
        let call = UnionTagsCall(number: "1", meta: UnionTagsMeta(id: 3, kind: .text))
        let textCall = #"{"number":"1","meta":{"id":3,"kind":"text"}}"#
        #expect(try roundTrip(textCall, UnionTagsNote.self) == .unionTagsCall(call))
        let wrong = UnionTagsNote.mail(UnionTagsMail(meta: .init(kind: "text"), to: "ada"))
        #expect(
            String(decoding: try wrong.jsonData(), as: UTF8.self)
                == #"{"meta":{"kind":"mail"},"to":"ada"}"#)
        for text in [
            #"{"meta":{"kind":"fax"}}"#, #"{"meta":{"id":1}}"#, #"{"meta":"mail"}"#, "{}",
            #"{"meta":null,"to":"ada"}"#,
        ] {
            let json = try JSONValue(jsonData: Data(text.utf8))
            #expect(try roundTrip(text, UnionTagsNote.self) == .unknown(json))
        }
    }

    @Test("true and false as tags select the case and are written")
    func booleanTags() async throws {
        let last = try roundTrip(#"{"done":true,"reason":"stop"}"#, UnionTagsPiece.self)
        #expect(last == .unionTagsLast(UnionTagsLast(done: true, reason: "stop")))
        let part = try roundTrip(#"{"done":false,"text":"a"}"#, UnionTagsPiece.self)
        #expect(part == .unionTagsPart(UnionTagsPart(text: "a")))
        let wrong = UnionTagsPiece.unionTagsLast(UnionTagsLast(done: false, reason: "stop"))
        #expect(
            String(decoding: try wrong.jsonData(), as: UTF8.self)
                == #"{"done":true,"reason":"stop"}"#)
        for text in [#"{"text":"a"}"#, #"{"done":"true"}"#, #"{"done":null}"#, #"{"done":1}"#] {
            let json = try JSONValue(jsonData: Data(text.utf8))
            #expect(try roundTrip(text, UnionTagsPiece.self) == .unknown(json))
        }
        let lines = #"{"text":"a","done":false}"# + "\n" + #"{"done":true,"reason":"stop"}"# + "\n"
        var pieces: [UnionTagsPiece] = []
        let stream = try await UnionTagsAPI(.canned(lines, mediaType: "application/x-ndjson"))
            .generate(body: part)
        for try await piece in stream { pieces.append(piece) }
        #expect(pieces == [part, last])
    }

    @Test("An element that can't be read keeps its JSON and its error, and the others stay")
    func malformed() async throws {
        let text =
            #"{"next_batch":"s1","events":["#
            + #"{"type":"m.room.message","content":{"body":"hi"}},"#
            + "\n  " + #"{"type":"m.room.message","content":{"body":"hi","info":{"size":"x"}}},"#
            + #"{"content":{},"type":"m.room.name"},{"type":"m.new"},7,null,"#
            + #"{"type":"m.room.name","content":{"title":"t"}}]}"#
        var configuration = ClientConfiguration.canned(text)
        let deviations = DeviationPaths()
        configuration.observers = [deviations]
        let sync = try await MalformedAPI(configuration).sync()
        #expect(sync.events.count == 7)
        #expect(
            deviations.paths.withLock { $0 } == [
                "events[1].content.info.size", "events[2].content.title", "events[4]", "events[5]",
            ])
        #expect(sync.events[0] == .mRoomMessage(MalformedMessage(content: .init(body: "hi"))))
        guard case .malformed(let value, let error) = sync.events[1] else {
            Issue.record("not malformed")
            return
        }
        #expect(value["content"]?["info"]?["size"] == "x")
        #expect(error.path == "content.info.size")
        #expect((error.line, error.column) == (1, 64))
        #expect(
            error.message
                == "content.info.size has another type, a string, expected a whole number")
        guard case .malformed(let nameless, let missing) = sync.events[2] else {
            Issue.record("not malformed")
            return
        }
        #expect(nameless == ["content": [:], "type": "m.room.name"])
        #expect(missing.message == "content.title is missing")
        #expect(sync.events[3] == .unknown(["type": "m.new"]))
        for index in [4, 5] {
            guard case .malformed(let value, let error) = sync.events[index] else {
                Issue.record("not malformed")
                continue
            }
            #expect(value == (index == 4 ? 7 : .null))
            #expect(error.message.hasSuffix("expected an object"))
        }
        let copy = try MalformedSync(jsonData: sync.jsonData())
        #expect(copy.events.map(isMalformed) == sync.events.map(isMalformed))
        #expect(try JSONDecoder().decode(MalformedSync.self, from: sync.jsonData()) == copy)
    }

    private func isMalformed(_ event: MalformedEvent) -> Bool {
        if case .malformed = event { true } else { false }
    }

    @Test("A document that is not JSON fails, although malformed values are kept")
    func malformedSyntax() {
        for text in [
            #"{"next_batch":"s1","events":[{"type":"m.room.name","content":{]}"#,
            #"{"next_batch":"s1","events":[{"type":"m.room.name","content":{"title":"t"}}"#,
            #"{"next_batch":1,"events":[]}"#,
        ] {
            #expect(throws: JSONError.self) { try MalformedSync(jsonData: Data(text.utf8)) }
        }
    }

    @Test("In a closed union, unlisted tags are malformed; nested values keep the outer one")
    func malformedClosed() throws {
        let text = #"{"op":2,"inner":{"op":3,"inner":{"op":4}}}"#
        let command = try MalformedCommand(jsonData: Data(text.utf8))
        guard case .malformedStep(let outer) = command, outer.op == 2,
            case .malformedStep(let inner) = outer.inner, inner.op == 3,
            case .malformed(let value, let error) = inner.inner
        else {
            Issue.record("another case")
            return
        }
        #expect(value == ["op": 4])
        #expect(error.message == "op is not valid, expected 1, 2 or 3")
        #expect(String(decoding: try command.jsonData(), as: UTF8.self) == text)
    }

    @Test("Many malformed values take no more time than their bytes, and nested ones end")
    func manyMalformed() throws {
        let item = #"{"type":"m.room.name","content":{"title":0}}"#
        let items = Array(repeating: item, count: 20_000).joined(separator: ",")
        let sync = try MalformedSync(
            jsonData: Data(#"{"next_batch":"","events":[\#(items)]}"#.utf8))
        #expect(sync.events.count == 20_000)
        #expect(sync.events.allSatisfy(isMalformed))
        // Each level fails at its end.
        let deep =
            String(repeating: #"{"op":2,"inner":"#, count: 500) + #"{"op":3}"#
            + String(repeating: #","end":"x"}"#, count: 500)
        guard
            case .malformed(let value, let error) = try MalformedCommand(
                jsonData: Data(deep.utf8))
        else {
            Issue.record("another case")
            return
        }
        #expect(value["end"] == "x")
        #expect(error.path == "end")
    }

    @Test("Members that all types share are readable on the union")
    func sharedMembers() async throws {
        let text =
            #"[{"type":"message","event_id":"a","sent":1,"body":"hi"},"#
            + #"{"type":"name","event_id":"b","sent":2,"unsigned":[],"room":"r","title":"t"},"#
            + #"{"type":"new","event_id":"c","sent":3,"x":1},"#
            + #"{"type":"message","event_id":"d","sent":4,"body":5},"#
            + #"{"type":"new","event_id":"e"}]"#
        let events = try await SharedMembersAPI(.canned(text)).sync()
        #expect(events.map(\.eventID) == ["a", "b", "c", "d", nil])
        #expect(events.map { $0.sent?.timeIntervalSince1970 } == [1, 2, 3, 4, nil])
        #expect(events[1].unsigned == [])
        #expect(events[0].unsigned == nil)
        guard case .unknown = events[2], case .malformed(_, let error) = events[3] else {
            Issue.record("other cases")
            return
        }
        #expect(error.path == "body")
        #expect(events[3].sharedHead is SharedHead)
        let head = try #require(events[1].sharedHead)
        let id = id(of: head)
        #expect(id == "b")
    }

    private func id(of event: some SharedHeadMembers) -> String { event.eventID }

    @Test("In a closed union, the shared members are not optional")
    func sharedMembersOfClosedUnions() async throws {
        let text =
            #"[{"id":1,"note":null,"text":"a"},{"id":2,"note":"n","url":"https://a.example"}]"#
        let steps = try await SharedMembersAPI(.canned(text)).steps()
        #expect(steps.map(\.id) == [1, 2])
        #expect(steps.map(\.note) == [nil, "n"])
        #expect(steps[0].mark.isAbsent)
        #expect(steps[0].sharedStepHead is SharedText)
    }

    @Test("A value is made from the members of another one")
    func membersOfAnotherValue() async throws {
        let silence = SharedGettable(
            matchers: ["a=b"], startsAt: Date(timeIntervalSince1970: 0), comment: "c", id: "1",
            status: "active")
        let postable = try SharedPostable(membersOf: silence)
        let answer = String(decoding: try silence.jsonData(), as: UTF8.self)
        #expect(try await SharedMembersAPI(.canned(answer)).silence(body: postable) == silence)
        #expect(
            postable
                == SharedPostable(
                    matchers: ["a=b"], startsAt: silence.startsAt, comment: "c", id: "1"))
        let changed = try SharedPostable(
            membersOf: silence, adding: ["comment": "d", "id": .null])
        #expect((changed.comment, changed.id) == ("d", nil))
        let error = #expect(throws: JSONError.self) { try SharedGettable(membersOf: postable) }
        #expect(error?.message == "status is missing")
    }
}

/// Collects the paths of the values that calls could not read.
private final class DeviationPaths: ClientObserver {
    let paths = Locked<[String]>([])

    func observe(_ event: CallEvent) {
        if case .deviation(let error) = event.kind { paths.withLock { $0.append(error.path) } }
    }
}
