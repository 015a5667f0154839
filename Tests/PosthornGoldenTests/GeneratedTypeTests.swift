import Foundation
import PosthornCore
import Testing

/// What generated types read and write, through the whole pipeline or their `Codable`.
@Suite("Generated types")
struct GeneratedTypeTests {
    /// Reads a value and expects that it is written as it was.
    private func roundTrip<Value: JSONModel>(_ text: String, _ type: Value.Type) throws -> Value {
        let value = try JSONDecoder().decode(type, from: Data(text.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
        let copy = try JSONDecoder().decode(type, from: encoder.encode(value))
        #expect(copy == value)
        #expect(copy.hashValue == value.hashValue)
        #expect(try Value(jsonData: Data(text.utf8)) == value)
        #expect(try Value(jsonData: value.jsonData()) == value)
        // Strategies do not apply, and other formats have no `null` and no `Decimal`.
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try decoder.decode(type, from: Data(text.utf8)) == value)
        let list = try PropertyListEncoder().encode([value])
        #expect(try PropertyListDecoder().decode([Value].self, from: list) == [value])
        return value
    }

    @Test("Codable preserves fractions and the keys of maps")
    func codableIsExact() throws {
        let total = try #require(Decimal(string: "1000000.000000000000000001"))
        let exact = Data(#"{"level":1000000.000000000000000001,"someKey":0.1}"#.utf8)
        let read = try JSONDecoder().decode(JSONValue.self, from: exact)
        #expect(read["level"]?.number?.decimal == total)
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(read)) == read)
        let list = try PropertyListEncoder().encode(
            ["a": JSONValue.Number(19.99)].mapValues {
                try #require($0.map(JSONValue.number))
            })
        #expect(try PropertyListDecoder().decode([String: Double].self, from: list) == ["a": 19.99])
        let long = ["a": try JSONValue.Number(#require(Decimal(string: "12345678901234567.89")))]
            .compactMapValues { $0.map(JSONValue.number) }
        let copy = try PropertyListDecoder().decode(
            [String: JSONValue].self, from: PropertyListEncoder().encode(long))
        #expect(copy == long && copy.count == 1)
        let parts =
            #"{"exponent":-2,"isCompact":true,"isNegative":false,"length":1,"mantissa":[5,0,0,0,0,0,0,0]}"#
        let object = try JSONDecoder().decode(JSONValue.self, from: Data(parts.utf8))
        #expect(object["length"]?.int == 1)
        let error = #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(InlineObjectsOrder.Address.Geo(lat: .nan, lon: 1))
        }
        #expect("\(String(describing: error))".contains("lat is a number that JSON does not have"))
    }

    @Test("Errors of other decoders name the path and the case, and no position")
    func codableErrors() throws {
        let lines: [(String, String)] = [
            (#"{"id":"7","at":"x"}"#, "typeMismatch at"),
            (#"{"id":"7","at":1,"tags":["a",null]}"#, "valueNotFound tags.1"),
            (#"{"id":"7"}"#, "keyNotFound at in "),
            (#"{"id":"7","at":1,"t\u0061gs":[0]}"#, "typeMismatch tags.0"),
        ]
        for (text, expected) in lines {
            let error = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(
                    [String: WrappersOrder].self, from: Data("{\"o\":\(text)}".utf8))
            }
            let found: String
            func path(_ context: DecodingError.Context) -> String {
                #expect(context.underlyingError == nil)
                #expect(context.codingPath.first?.stringValue == "o")
                return context.codingPath.dropFirst().map(\.stringValue).joined(separator: ".")
            }
            switch error {
            case .typeMismatch(_, let context): found = "typeMismatch " + path(context)
            case .valueNotFound(_, let context): found = "valueNotFound " + path(context)
            case .keyNotFound(let key, let context):
                found = "keyNotFound \(key.stringValue) in " + path(context)
            default: found = "\(String(describing: error))"
            }
            #expect(found == expected)
        }
    }

    @Test("An object that has its tag twice is refused, if its type does not have the tag")
    func secondTag() throws {
        let twice = #"{"kind":"card","number":"1","kind":"bank"}"#
        let error = #expect(throws: JSONError.self) {
            try UnionsPayment(jsonData: Data(twice.utf8))
        }
        #expect(
            error?.description.hasPrefix("kind is not valid, expected the member only once")
                == true)
        // Other members, and those of nested objects, may be there twice, as everywhere.
        for text in [
            #"{"kind":"card","number":"1","other":{"kind":"a"},"x":1,"x":2}"#,
            #"{"number":"1","kind":"card"}"#,
        ] {
            #expect(try UnionsPayment(jsonData: Data(text.utf8)) == .card(UnionsCard(number: "1")))
        }
        let list = #"[{"kind":"cash","kind":"x"},{"kind":"card","number":"1"}]"#
        #expect(try JSONDecoder().decode([UnionsPayment].self, from: Data(list.utf8)).count == 2)
    }

    @Test("A change of a boxed property copies nothing that has one owner")
    func boxedPropertiesChangeInPlace() {
        var box = Boxed(wrappedValue: [Int]())
        box.wrappedValue.reserveCapacity(100)
        let start = box.wrappedValue.withUnsafeBufferPointer(\.baseAddress)
        for number in 0..<100 { box.wrappedValue.append(number) }
        #expect(box.wrappedValue.withUnsafeBufferPointer(\.baseAddress) == start)
        let copy = box
        box.wrappedValue[0] = 7
        #expect((copy.wrappedValue[0], box.wrappedValue[0]) == (0, 7))
    }

    @Test("Scalars use their formats")
    func scalars() throws {
        let text =
            #"{"any":{"a":[1,null]},"bytes":"+/8=","day":null,"days":["2026-11-21"],"#
            + #""hex":"fbff","http":"Sat, 21 Nov 2026 10:23:00 GMT","maybe_items":[1,null],"#
            + #""millis":1500,"nullable":null,"presence":null,"table":{"a":1},"unix":1.5,"#
            + #""url64":"-_8"}"#
        let echo = try roundTrip(text, ScalarsEcho.self)
        #expect(echo.unix == Date(timeIntervalSince1970: 1.5))
        #expect(echo.unix == echo.millis)
        #expect(echo.bytes == Data([0xfb, 0xff]))
        #expect(echo.bytes == echo.url64)
        #expect(echo.presence.isNull)
        #expect(echo.maybeItems == [1, nil])
        #expect(echo.any["a"]?[0]?.int == 1)
        let without = text.replacingOccurrences(of: #""presence":null,"#, with: "")
        #expect(try roundTrip(without, ScalarsEcho.self).presence.isAbsent)
    }

    @Test("Parameters use their formats and distinguish null from absent")
    func parameters() throws {
        let date = Date(timeIntervalSince1970: 86_400)
        let request = try ScalarsAPI(.canned()).request(
            for: ScalarsAPI.Echo(
                when: date, days: [date, date], hash: Data([0xfb]), at: date, note: nil,
                since: date, ifModifiedSince: date, patch: .null, due: .value(date)))
        #expect(
            request.target
                == "/echo/86400?since=1970-01-02&days=86400000&days=86400000&hash=fb")
        #expect(request.headers[.ifModifiedSince] == "Fri, 02 Jan 1970 00:00:00 GMT")
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == #"{"at":86400000,"note":null,"patch":null,"due":86400}"#)
    }

    @Test(
        "Unions read and write dates and data in their formats",
        arguments: [
            ("1.5", UnionsMoment.at(Date(timeIntervalSince1970: 1.5))),
            (#"["1970-01-02"]"#, .days([Date(timeIntervalSince1970: 86_400)])),
            (#""fbff""#, .print(Data([0xfb, 0xff]))),
            (#""1970""#, .print(Data([0x19, 0x70]))),
            (#""1970-01-02""#, .text("1970-01-02")),
        ])
    func unionForms(_ text: String, value: UnionsMoment) throws {
        #expect(try roundTrip(text, UnionsMoment.self) == value)
    }

    @Test("Unions are selected by their tag and keep unknown values")
    func unions() async throws {
        let card = try roundTrip(#"{"kind":"card","number":"1"}"#, UnionsPayment.self)
        #expect(card == .card(UnionsCard(number: "1")))
        let bank = try roundTrip(#"{"iban":"x","kind":"bank"}"#, UnionsPayment.self)
        #expect(bank == .bank(UnionsBank(kind: "bank", iban: "x")))
        // In JSON of whatever order, and of any length.
        for (kind, named) in [(UnionsWire.Kind.wire, "wire"), (.cheque, "wire")] {
            let wire = UnionsWire(sums: [1, 2], kind: kind, note: #"a,"kind":"x"}"#)
            let sent = try UnionsAPI(.canned()).request(for: UnionsAPI.Pay(body: .wire(wire)))
            #expect(
                String(decoding: try #require(sent.body?.data), as: UTF8.self)
                    == #"{"sums":[1,2],"note":"a,\"kind\":\"x\"}","kind":"\#(named)"}"#)
        }
        let misnamed = UnionsPayment.bank(UnionsBank(kind: "card", iban: "x"))
        #expect(misnamed != bank)
        let sent = try UnionsAPI(.canned()).request(for: UnionsAPI.Pay(body: misnamed))
        #expect(
            String(decoding: try #require(sent.body?.data), as: UTF8.self)
                == #"{"kind":"bank","iban":"x"}"#)
        #expect(try roundTrip(#"{"kind":"none"}"#, UnionsPayment.self) == .noneValue(UnionsEmpty()))
        let new = try roundTrip(#"{"coins":[1],"kind":"cash"}"#, UnionsPayment.self)
        #expect(new == .unknown(["kind": "cash", "coins": [1]]))
        let request = try UnionsAPI(.canned()).request(for: UnionsAPI.Pay(body: card))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == #"{"kind":"card","number":"1"}"#)
        let responses: [(String, UnionsResult)] = [
            (#"{"number":"1"}"#, .one(UnionsCard(number: "1"))),
            (#"[{"number":"1"}]"#, .many([UnionsCard(number: "1")])),
            (#""t""#, .text("t")), ("true", .unknown(true)),
        ]
        for (text, result) in responses {
            #expect(try await UnionsAPI(.canned(text)).pay(body: card) == result)
        }
    }

    @Test("A type may contain itself in optional members")
    func recursive() throws {
        let text =
            #"{"children":[],"name":"a","next":{"children":[],"name":"b","other":null},"#
            + #""other":null,"patch":null}"#
        let node = try roundTrip(text, RecursiveNode.self)
        #expect(node.next?.name == "b")
        #expect(node.patch.isNull)
        let tree = try roundTrip(
            #"{"left":{"type":"leaf","value":1},"right":{"type":"leaf","value":2},"type":"fork"}"#,
            RecursiveTree.self)
        guard case .fork(let fork) = tree else {
            Issue.record("no fork")
            return
        }
        #expect(fork.left == .leaf(RecursiveLeaf(value: 1)))
    }

    @Test("Deep nesting is an error, not a stack overflow")
    func deepNesting() async throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"name":"n","children":["#, count: depth)
                + String(repeating: #"],"other":null}"#, count: depth)
        }
        _ = try await Task.detached {
            _ = try JSONValueProbe.read(nested(250), RecursiveNode.self)
            #expect(throws: (any Error).self) {
                try JSONValueProbe.read(nested(300), RecursiveNode.self)
            }
        }.value
    }

    @Test("512 levels fit on a stack of 576 KiB, also to compare and to release")
    func deepestNesting() async throws {
        let text =
            String(repeating: #"{"name":"n","children":[],"other":null,"next":"#, count: 510)
            + #"{"name":"n","children":[],"other":null}"# + String(repeating: "}", count: 510)
        let circle =
            String(repeating: #"{"right":{"left":"#, count: 255) + "{}"
            + String(repeating: "}}", count: 255)
        let depth = try await withCheckedThrowingContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    with: Result {
                        let node = try JSONValueProbe.read(text, RecursiveNode.self)
                        let other = try JSONValueProbe.read(text, RecursiveNode.self)
                        let left = try JSONValueProbe.read(circle, RecursiveLeft.self)
                        let same = try JSONValueProbe.read(circle, RecursiveLeft.self)
                        try #require(left == same)
                        return node == other ? Set([node]).first.map(\.depth) ?? 0 : 0
                    })
            }
            #if SANITIZED
                // A sanitizer's frames are several times as large.
                thread.stackSize = 8 << 20
            #else
                thread.stackSize = 576 << 10
            #endif
            thread.start()
        }
        #expect(depth == 511)
    }

    @Test("Types are values: a changed copy leaves the original as it was")
    func values() {
        let inner = RecursiveNode(name: "b", other: nil, children: [])
        let original = RecursiveNode(name: "a", other: inner, children: [])
        var copy = original
        copy.name = "c"
        copy.other?.name = "d"
        #expect((original.name, original.other?.name) == ("a", "b"))
        #expect((copy.name, copy.other?.name) == ("c", "d"))
        #expect(copy != original)
        copy.name = "a"
        copy.other?.name = "b"
        #expect(copy == original)
        #expect(Set([copy, original]).count == 1)
        // Swift's rules: canonical equivalence of strings, and NaN differs from itself.
        #expect(RecursiveLeft() == RecursiveLeft())
        let composed = RecursiveNode(name: "\u{e9}", other: nil, children: [])
        let decomposed = RecursiveNode(name: "e\u{301}", other: nil, children: [])
        #expect(composed == decomposed)
        #expect(composed.hashValue == decomposed.hashValue)
    }

    /// Reads without Foundation's decoder in between.
    private enum JSONValueProbe {
        static func read<Value: JSONModel>(_ text: String, _ type: Value.Type) throws -> Value {
            let response = TransportResponse(
                status: .ok, headers: [.contentType: "application/json"], body: Data(text.utf8))
            return try response.value(type)
        }
    }

    @Test("Enums may be open or closed, with text or number values")
    func enums() throws {
        let use = try roundTrip(
            #"{"code":7,"level":1,"period":"1d","sizes":["extra-large"],"type":"new"}"#,
            EnumFormsUse.self)
        #expect(use.code == .unknown(7))
        #expect(use.level == .low)
        #expect(use.period == .oneDay)
        #expect(use.sizes == [.extraLarge])
        #expect(use.type == .unknown("new"))
        let standard = try JSONDecoder().decode(
            EnumFormsUse.self, from: Data(#"{"type":"a"}"#.utf8))
        #expect(standard == EnumFormsUse(type: .a))
        #expect(standard.code == .failed)
        #expect(EnumFormsDigits(rawValue: "1") == .one)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EnumFormsUse.self, from: Data(#"{"type":"a","level":3}"#.utf8))
        }
    }

    @Test("Inline objects are nested types")
    func inlineObjects() throws {
        let order = InlineObjectsOrder(
            address: .init(street: "s", geo: .init(lat: 1, lon: 2.5)),
            lines: [.init(sku: "tea", price: .init(amount: 1, currency: .eur))],
            named: .init(a: 1), empty: .init())
        #expect(order.point == InlineObjectsPoint(x: 1, tags: ["a", "b"]))
        #expect(order.byKey == ["a": 1, "b": 2])
        #expect(order.nested == [[1, 2], []])
        let data = try JSONEncoder().encode(order)
        #expect(try JSONDecoder().decode(InlineObjectsOrder.self, from: data) == order)
        let request = try InlineObjectsAPI(.canned()).request(
            for: InlineObjectsAPI.Create(
                address: .init(street: "s", kind: .home), lines: [.init(sku: "tea")]))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self)
                == #"{"address":{"street":"s","kind":"home"},"lines":[{"sku":"tea","quantity":1}]}"#
        )
    }

    @Test("Dates, UUIDs, URLs and data have the defaults of the spec")
    func textDefaults() throws {
        let visit = try JSONDecoder().decode(DatedVisit.self, from: Data("{}".utf8))
        let id = try #require(UUID(uuidString: "6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e"))
        #expect(visit == DatedVisit())
        #expect(visit.at == Date(timeIntervalSince1970: 1_795_252_980.25))
        #expect(visit.noted == Date(timeIntervalSince1970: 1_795_256_580))
        #expect(visit.shown == visit.noted)
        #expect(visit.stamp == DatedStamp(visit.noted))
        #expect(visit.page.absoluteString == "https://shop.example/")
        #expect(visit.mark == Data([0x0a, 0xff]))
        #expect(visit.color == visit.mark)
        #expect(visit.token == Data([0xfb, 0xff]))
        #expect(visit.owners == [id])
        #expect(
            visit.place == DatedPlace(id: id, opened: Date(timeIntervalSince1970: 1_582_934_400)))
        let request = try TextDefaultsAPI(.canned()).request(for: TextDefaultsAPI.ListVisits())
        #expect(
            request.target
                == "/visits?since=2026-01-01T00%3A00%3A00Z&until=2026-12-31&seen=1767225600"
                + "&device=6b1f8f1e-0d3c-4a55-9d52-0a4f4c1f2b3e")
        #expect(
            request.headers.first { $0.name.canonicalName == "x-origin" }?.value
                == "https://shop.example:8443/a%20b?c=d#e")
    }

    @Test("Included fields are the type's own fields")
    func included() throws {
        let order = try roundTrip(
            #"{"created_at":"2026-11-21T00:00:00Z","id":1,"owner":"o","state":"on","updated_at":1}"#,
            IncludedOrder.self)
        #expect(order.state == .on)
        #expect(order.owner == "o")
    }

    @Test("Wrappers are encoded as their value")
    func wrappers() throws {
        let order = try roundTrip(
            #"{"at":1.5,"id":"7","parent":"6","tags":["a"]}"#, WrappersOrder.self)
        #expect(order.id == WrappersOrderID("7"))
        #expect(order.at.value == Date(timeIntervalSince1970: 1.5))
        let request = try WrappersAPI(.canned()).request(
            for: WrappersAPI.Get(id: WrappersOrderID("7"), after: WrappersOrderID("6")))
        #expect(request.target == "/orders/7?after=6")
    }

    @Test("A Swift type uses its own Codable")
    func foreign() throws {
        let price = try roundTrip(
            #"{"amount":"5","gone":null,"id":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","#
                + #""list":["1","2"],"others":null,"patch":null}"#, ForeignPrice.self)
        #expect(price.amount == Money.Amount(cents: 5))
        #expect(price.list.map(\.cents) == [1, 2])
        #expect(price.patch.isNull)
        #expect(price.others == nil)
        let bare = Data(#"{"amount":"5","gone":null,"id":"\#(price.id)","list":[]}"#.utf8)
        #expect(try JSONDecoder().decode(ForeignPrice.self, from: bare).others == [])
        let request = try ForeignAPI(.canned()).request(
            for: ForeignAPI.Price(amount: Money.Amount(cents: 3)))
        #expect(
            String(decoding: try #require(request.body?.data), as: UTF8.self) == #"{"amount":"3"}"#)
    }

    private static func line(
        sku: String = "TEA", quantity: Int32 = 1, level: Decimal = 1
    ) -> LimitedLine {
        LimitedLine(
            sku: sku, json: "", quantity: quantity, level: LimitedLevel(LimitedNumber(level)))
    }

    @Test(
        "Limits are checked before sending, and errors name the parameter",
        arguments: [
            (LimitedAPI.Create(id: "A", tags: ["t"], price: 1, lines: []), "the parameter id does"),
            (.init(id: "a", tags: [], price: 1, lines: []), "the parameter tags has 0 elements"),
            (.init(id: "a", tags: ["t"], price: 100, lines: []), "the parameter price is out of"),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], page: 0),
                "the parameter page is out"
            ),
            (.init(id: "a", tags: ["t"], price: 1, lines: [], ratio: .nan), "the parameter ratio"),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], note: "toolong"),
                "the parameter note has 7 characters, from 0 to 5 are allowed"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], patch: .value("long")),
                "the parameter patch has 4"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], email: .init("x@")),
                "the parameter email has 2 characters"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], email: .init("shop")),
                "the parameter email does not match @"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [], backup: .value(.init("x"))),
                "the parameter backup does not match @"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [line(level: 4)]),
                "lines[0].level is out of"
            ),
            (.init(id: "a", tags: ["t"], price: 1, lines: [line(sku: "")]), "lines[0].sku has 0"),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [line(), line(sku: "tea")]),
                "lines[1].sku does not match ^[A-Z]"
            ),
            (
                .init(id: "a", tags: ["t"], price: 1, lines: [line(quantity: 11)]),
                "lines[0].quantity is out of range"
            ),
        ])
    func limits(_ endpoint: LimitedAPI.Create, _ message: String) throws {
        let error = #expect(throws: APIError.self) {
            try LimitedAPI(.canned()).request(for: endpoint)
        }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        let good = LimitedAPI.Create(id: "a1", tags: ["t"], price: 1, lines: [Self.line()])
        _ = try LimitedAPI(.canned()).request(for: good)
    }
}

extension RecursiveNode {
    /// The number of nodes from this one along `next`.
    fileprivate var depth: Int {
        var (count, node) = (1, self)
        while let next = node.next { (count, node) = (count + 1, next) }
        return count
    }
}
