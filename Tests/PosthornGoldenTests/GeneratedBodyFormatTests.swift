import Foundation
import PosthornCore
import PosthornCurl
import PosthornTesting
import TestSupport
import Testing

/// Bodies in XML, forms, lines, text and bytes, over a real connection.
@Suite("Generated body formats", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratedBodyFormatTests {
    /// Returns the media type and the body of the request that a call sends.
    private func sent(
        _ call: (BodyFormatsAPI) async throws -> Void
    ) async throws -> (type: String?, body: String) {
        let server = try ScriptedServer.serving([.on(nil, "*", response: .status(.ok))])
        defer { server.stop() }
        return try await CurlSession.withSession { session in
            try await call(
                BodyFormatsAPI(
                    try ClientConfiguration(baseURL: server.url(""), transport: session)))
            let parts = try #require(server.requests.first).split(
                separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let name = "content-type: "
            let field = parts[0].components(separatedBy: "\r\n")
                .first { $0.lowercased().hasPrefix(name) }
            return (field.map { String($0.dropFirst(name.count)) }, String(parts[1]))
        }
    }

    private let order = FormatOrder(
        id: 7, note: "a < b & \"c\"",
        lines: [FormatLine(sku: "tea"), FormatLine(sku: "cup", text: "blue")])

    private let document =
        #"<?xml version="1.0" encoding="UTF-8"?><FormatOrder><lang>en</lang><id>7</id>"#
        + #"<note>a &lt; b &amp; "c"</note><lines><sku>tea</sku></lines>"#
        + "<lines><sku>cup</sku>blue</lines></FormatOrder>"

    @Test("A body is XML")
    func xml() async throws {
        let sent = try await self.sent { try await $0.putXML(body: order) }
        #expect(sent.type == "application/xml")
        #expect(sent.body == document)
        let error = await #expect(throws: APIError.self) {
            try await self.sent { try await $0.putXML(body: FormatOrder(id: 1, note: "\u{0}")) }
        }
        #expect(error?.code == .encodingFailed)
    }

    @Test("The only field is the root of XML, and members with @ are attributes")
    func xmlRoot() async throws {
        let find = FormatFind(dProp: FormatNames(), depth: 1, note: "<a>\n\"b\"")
        let sent = try await self.sent { try await $0.find(find: find) }
        #expect(sent.type == "text/xml")
        #expect(
            sent.body == #"<?xml version="1.0" encoding="UTF-8"?><D:find xmlns:D="DAV:" depth="1" "#
                + #"note="&lt;a&gt;&#10;&quot;b&quot;"><D:prop><D:getetag></D:getetag></D:prop></D:find>"#
        )
    }

    @Test("A body is a form")
    func form() async throws {
        let sent = try await self.sent { try await $0.putForm(name: "a b", tags: ["x", "y"]) }
        #expect(sent.type == "application/x-www-form-urlencoded")
        #expect(sent.body.removingPercentEncoding == "lang=en&name=a+b&tags=x&tags=y")
    }

    @Test("A body is a line of JSON for each value")
    func lines() async throws {
        let sent = try await self.sent {
            try await $0.putLines(body: [FormatOrder(id: 1), FormatOrder(id: 2, note: "a\nb")])
        }
        #expect(sent.type == "application/x-ndjson")
        #expect(sent.body == "{\"id\":1}\n{\"id\":2,\"note\":\"a\\nb\"}\n")
        let actions = try await self.sent {
            try await $0.putActions(body: [["index": ["_id": "1"]], ["title": "x"]])
        }
        #expect(actions.type == "application/json")
        #expect(actions.body == "{\"index\":{\"_id\":\"1\"}}\n{\"title\":\"x\"}\n")
        let none = try await self.sent { try await $0.putLines(body: []) }
        #expect(none.body.isEmpty)
    }

    @Test("A body is a text or bytes")
    func textAndBytes() async throws {
        let text = try await self.sent { try await $0.putText(body: "# ä") }
        #expect(text.type == "text/markdown; charset=utf-8")
        #expect(text.body == "# ä")
        let bytes = try await self.sent {
            try await $0.putBytes(body: Data("RIFF".utf8), as: .webp)
        }
        #expect(bytes.type == "image/webp")
        #expect(bytes.body == "RIFF")
        let usual = try await self.sent { try await $0.putBytes(body: Data("P".utf8)) }
        #expect(usual.type == "image/png")
    }

    @Test("The caller chooses the format of a body")
    func chosenFormats() async throws {
        let usual = try await self.sent { try await $0.putChosen(body: FormatOrder(id: 1)) }
        #expect(usual.type == "application/json")
        #expect(usual.body == #"{"lang":"en","id":1}"#)
        let form = try await self.sent {
            try await $0.putChosen(body: FormatOrder(id: 1), as: .form)
        }
        #expect(form.type == "application/x-www-form-urlencoded")
        #expect(form.body == "lang=en&id=1")
        let xml = try await self.sent { try await $0.putChosen(body: order, as: .xml) }
        #expect(xml.type == "text/xml")
        #expect(xml.body == document)
    }
}
