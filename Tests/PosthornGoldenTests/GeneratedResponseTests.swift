import Foundation
import PosthornCore
import PosthornImages
import Testing

/// What generated methods return and throw.
@Suite("Generated responses")
struct GeneratedResponseTests {
    @Test("Outputs are decoded")
    func returns() async throws {
        #expect(
            try await ReturnsAPI(.canned(#"[{"id":1},{"id":2}]"#)).many()
                == [ReturnsItem(id: 1), ReturnsItem(id: 2)])
        #expect(
            try await ReturnsAPI(.canned(#"{"a":[{"id":1}]}"#)).table()
                == ["a": [ReturnsItem(id: 1)]])
        #expect(try await ReturnsAPI(.canned(#""zzz""#)).kind() == .unknown("zzz"))
        #expect(
            try await ReturnsAPI(.canned("text", mediaType: "text/plain")).text() == "text")
        #expect(
            try await ReturnsAPI(.canned("x", mediaType: "application/octet-stream")).bytes()
                == Data("x".utf8))
        try await ReturnsAPI(.canned()).nothing()
    }

    @Test("Envelopes are unwrapped")
    func envelope() async throws {
        let wrapped = #"{"ret":0,"msg":"","data":{"id":4}}"#
        #expect(try await EnvelopesAPI(.canned(wrapped)).wrapped() == EnvelopesItem(id: 4))
        #expect(try await EnvelopesAPI(.canned(wrapped)).explicit() == EnvelopesItem(id: 4))
        #expect(try await EnvelopesAPI(.canned(#"{"id":5}"#)).bare() == EnvelopesItem(id: 5))
    }

    @Test("An endpoint can have an envelope of its own")
    func envelopeOfAnEndpoint() async throws {
        let list = #"{"page":{"items":[{"id":4}],"next":2}}"#
        #expect(try await EnvelopesAPI(.canned(list)).unwrapped() == [EnvelopesItem(id: 4)])
        let coded = EnvelopesAPI(.canned(#"{"status":"OK","item":{"id":4}}"#))
        #expect(try await coded.coded() == EnvelopesItem(id: 4))
        await #expect {
            try await EnvelopesAPI(.canned(#"{"status":"LOST","item":{"id":9}}"#)).coded()
        } throws: { error in
            guard case EnvelopesAPI.Coded.Failure.lost(let item) = error else { return false }
            return item.id == 9
        }
    }

    @Test("An envelope needs no code")
    func envelopeWithoutCode() async throws {
        #expect(try await PayloadEnvelopeAPI(.canned(#"{"data":[1,2]}"#)).wrapped() == [1, 2])
    }

    @Test("An envelope code can be a Boolean")
    func booleanEnvelope() async throws {
        let wrapped = #"{"success":true,"error":null,"result":[1,2]}"#
        #expect(try await BooleanEnvelopeAPI(.canned(wrapped)).wrapped() == [1, 2])
        let error = await #expect(throws: APIError.self) {
            try await BooleanEnvelopeAPI(.canned(#"{"success":false,"error":"sold out"}"#))
                .wrapped()
        }
        #expect(error?.envelopeError == APIError.EnvelopeError(code: false, message: "sold out"))
    }

    @Test("Endpoints use the policy named in the spec")
    func policies() async throws {
        let list = """
            <plist><dict><key>id</key><integer>7</integer><key>placed_at</key>
            <date>1970-01-01T00:00:01Z</date><key>receipt</key><data>AQI=</data></dict></plist>
            """
        let order = PoliciesOrder(
            id: 7, placedAt: Date(timeIntervalSince1970: 1), receipt: Data([1, 2]))
        let plist = "application/x-plist"
        #expect(try await PoliciesAPI(.canned(list, mediaType: plist)).inherited() == order)
        let lists = list.replacing("<plist>", with: "<plist><array>")
            .replacing("</plist>", with: "</array></plist>")
        #expect(try await PoliciesAPI(.canned(lists, mediaType: plist)).explicit() == [order])
        let json = #"{"id":7,"placed_at":"1970-01-01T00:00:01Z","receipt":"AQI="}"#
        #expect(try await PoliciesAPI(.canned(json)).bare() == order)
        let text = try await PoliciesAPI(.canned("grün", mediaType: "text/plain")).text()
        #expect(text == "grün")
        await #expect(throws: APIError.self) {
            try await PoliciesAPI(.canned("no picture", mediaType: "image/png")).photo()
        }
        let gif = "GIF89a\u{3}\0\u{2}\0\0\0\0"
        let image = try await PoliciesAPI(.canned(gif, mediaType: "image/gif")).photo()
        #expect(image.width == 3 && image.height == 2)
        #expect(
            try await PoliciesAPI(.canned(gif, mediaType: "image/gif")).bytes() == Data(gif.utf8))
    }

    private static let xml = """
        <?xml version="1.0"?>
        <o:order xmlns:o="urn:o" id=" 7 ">
          <o:name>12</o:name> <paid>1</paid> <placed_at>
            1970-01-01T00:00:01Z
          </placed_at>
          <total currency="EUR">9.90</total>
          <item><sku>a &amp; b</sku></item> <item sku="c"><quantity>2</quantity></item>
          <note xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>
          <status>open</status>
        </o:order>
        """

    @Test("XML documents are decoded by the types of the spec")
    func xml() async throws {
        let order = try await XMLServiceAPI(.canned(Self.xml, mediaType: "text/xml")).order()
        #expect(
            order
                == XMLOrder(
                    id: 7, name: "12", paid: true, placedAt: Date(timeIntervalSince1970: 1),
                    total: XMLAmount(currency: "EUR", value: 9.9),
                    item: [XMLItem(sku: "a & b"), XMLItem(sku: "c", quantity: 2)], tag: [],
                    status: .open))
        await #expect {
            try await XMLServiceAPI(
                .canned("<e><message/></e>", status: 404, mediaType: "text/xml")
            ).order()
        } throws: { error in
            guard case .notFound(let problem) = error as? XMLServiceAPI.Order.Failure else {
                return false
            }
            return problem == XMLProblem(message: "")
        }
    }

    @Test(
        "XML decoding errors name the path",
        arguments: [
            (
                "<paid>1</paid>", "<paid>maybe</paid>",
                "paid has another type, a text, expected a Boolean"
            ),
            (
                "<quantity>2</quantity>", "<quantity/>",
                "item[1].quantity has another type, an object, expected a whole number"
            ),
            ("9.90", "9,90", "total has another type, a text, expected a number"),
            ("<status>open</status>", "", "status is missing"),
            (
                "<o:name>12</o:name>", "<name>1</name><name>2</name>",
                "name has another type, an array, expected a string"
            ),
            (
                "<o:name>12</o:name>", "<name><b/></name>",
                "name has another type, an object, expected a string"
            ),
            ("id=\" 7 \"", "", "id is missing"),
        ])
    func xmlErrors(_ part: String, _ other: String, _ cause: String) async {
        let text = Self.xml.replacing(part, with: other)
        let error = await #expect(throws: XMLServiceAPI.Order.Failure.self) {
            try await XMLServiceAPI(.canned(text, mediaType: "text/xml")).order()
        }
        guard case .other(let error) = error else {
            Issue.record("it was read")
            return
        }
        #expect(error.message == "the response does not have the expected shape: \(cause)")
    }

    @Test("A documented status throws its case")
    func failures() async {
        let problem = #"{"code":7,"message":"gone"}"#
        await #expect {
            try await ErrorsAPI(.canned(problem, status: 409)).act(id: 1)
        } throws: { error in
            guard case .outOfStock(let problem) = error as? ErrorsAPI.Act.Failure else {
                return false
            }
            return problem == ErrorsProblem(code: 7, message: "gone")
        }
        await #expect {
            try await ErrorsAPI(.canned(#"["a"]"#, status: 418)).act(id: 1)
        } throws: { error in
            guard case .status418(["a"]) = error as? ErrorsAPI.Act.Failure else { return false }
            return true
        }
        await #expect {
            try await ErrorsAPI(.canned(problem, status: 503)).act(id: 1)
        } throws: { error in
            guard case .other = error as? ErrorsAPI.Act.Failure else { return false }
            return true
        }
    }

    @Test("Missing members get their defaults")
    func defaults() throws {
        let item = try JSONDecoder().decode(
            DefaultsItem.self, from: Data(#"{"required_one":"r"}"#.utf8))
        #expect(item == DefaultsItem(requiredOne: "r"))
        #expect(item.version == "1.10")
        #expect(item.price == Decimal(string: "19.99"))
        #expect(item.debt == Decimal(string: "-0.05"))
        #expect(item.high == .max)
        #expect(item.kind == .large)
        #expect(item.kinds == [.small, .large])
        #expect(item.optional == nil)
        #expect(item.nothing == .noneValue)
        #expect(item.large == 9_007_199_254_740_992)
        // What may be null is so only if the response says it.
        #expect(item.limit == 3)
        let null = try JSONDecoder().decode(
            DefaultsItem.self,
            from: Data(#"{"required_one":"r","limit":null,"day":null,"nothing":null}"#.utf8))
        #expect(null == DefaultsItem(requiredOne: "r", nothing: nil, limit: nil, day: nil))
    }

    @Test("Objects keep their wire names")
    func renamed() throws {
        let renamed = Renamed(
            placedAt: Date(timeIntervalSince1970: 0), odd: 1, ray: true,
            url: try #require(URL(string: "https://example.com")), httpStatus: 200)
        let data = try JSONEncoder().encode(renamed)
        let keys = try #require(
            JSONSerialization.jsonObject(with: data) as? [String: Any]
        ).keys.sorted()
        #expect(keys == ["HTTPStatus", "URL", "X-Ray", "odd \"name\"", "placed_at"])
        #expect(try JSONDecoder().decode(Renamed.self, from: data) == renamed)
    }

    @Test("A type may contain itself through arrays and dictionaries")
    func recursive() {
        let leaf = Node(name: "leaf", children: [], byName: [:])
        let root = Node(name: "root", children: [leaf], byName: ["leaf": leaf])
        #expect(root.children == [leaf])
    }

    @Test("Enum raw values are written as in the spec")
    func enums() {
        #expect(EnumsTruth(rawValue: "no") == .no)
        #expect(EnumsTruth.null.rawValue == "null")
        #expect(EnumsCasing(rawValue: "not-started") == .notStarted)
        #expect(EnumsKeyword(rawValue: "default") == .default)
        #expect(EnumsKeyword(rawValue: "new").rawValue == "new")
        #expect(EnumsKeyword.knownCases.first == .default)
        #expect(EnumsKeyword.knownCases.map(\.rawValue).suffix(2) == ["some", "none"])
        #expect(WrittenScalars().octal == "012")
    }
}
