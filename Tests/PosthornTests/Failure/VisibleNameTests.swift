import Foundation
import PosthornPropertyList
@testable import PosthornCore
@testable import PosthornJSON
import Testing

@Suite("Server-chosen names in errors")
struct VisibleNameTests {
    static let long = String(repeating: "n", count: 65)

    @Test(arguments: [
        ("total", "total"), ("größe 😀", "größe 😀"), ("", ""),
        (String(repeating: "n", count: 64), String(repeating: "n", count: 64)),
        (long, String(repeating: "n", count: 63) + "…"),
        ("a\nwarning: b", "a�warning: b"), ("\u{1b}[31m\u{7f}\u{85}", "�[31m��"),
        ("a\u{202e}b\u{2028}c\u{200b}", "a�b�c�"),
    ])
    func nameIsShortenedToOnePrintableLine(_ name: String, _ shown: String) {
        #expect(VisibleName.shown(name) == shown)
    }

    @Test func deepPathIsShortenedInTheMiddle() {
        let steps = (1...17).map { ".\($0)" }
        #expect(
            VisibleName.path(Array(steps.prefix(16))) == "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16")
        #expect(VisibleName.path(steps) == "1.2.3.4.5.6.7.8.….10.11.12.13.14.15.16.17")
        #expect(VisibleName.path(["[3]", ".a", "[*]"]) == "[3].a[*]")
        #expect(VisibleName.path([]) == "")
    }

    /// Reads all members, whose names only the server knows.
    private struct Bag: Decodable, Sendable {
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Name.self)
            for name in members.allKeys {
                if name.stringValue.hasPrefix("lacks") {
                    let inner = try members.nestedContainer(keyedBy: Name.self, forKey: name)
                    _ = try inner.decode(Int.self, forKey: name)
                }
                _ = try members.decode(Int.self, forKey: name)
            }
        }
    }

    @Test(arguments: [
        (
            #"{"a\u0085b":"x"}"#, #"a\u0085b has another type, a string, expected a whole number"#
        ),
        (
            "{\"a\u{85}b\":\"x\"}", "a�b has another type, a string, expected a whole number"
        ),
        (
            "{\"\(long)\":\"x\"}",
            "\(long.dropLast(2))… has another type, a string, expected a whole number"
        ),
        (
            "{\"lacks\(long)\":{}}",
            "lacks\(long.dropLast(7))….lacks\(long.dropLast(7))… is missing"
        ),
    ])
    func decodingErrorShortensNames(_ body: String, _ cause: String) async throws {
        let store = Store(responding: .json(body))
        let error = try await #require(throws: APIError.self) {
            try await store.send(Probe(Bag.self))
        }
        #expect(
            error.message.hasPrefix("the response does not have the expected shape: \(cause), line")
        )
        let underlying = try #require(error.cause(of: JSONError.self))
        #expect(underlying.path.count <= 2 * 64 + 1)
    }

    /// Other formats only have the path of coding keys.
    @Test func propertyListErrorShortensNames() async throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: [Self.long: "x"], format: .xml, options: 0)
        let response = TransportResponse(
            status: .ok, headers: [.contentType: "application/x-plist"], body: list)
        let fault = try #require(throws: APIError.Cause.self) {
            try PropertyListPolicy().decode(Bag.self, from: response)
        }
        #expect(fault.message.contains("\(Self.long.dropLast(2))… has another type"))
        #expect(!fault.message.contains(Self.long.dropLast()))
    }
}

extension APIError {
    /// The first cause of a type.
    fileprivate func cause<Cause: Error>(of type: Cause.Type) -> Cause? {
        errorChain.lazy.compactMap { $0 as? Cause }.first
    }
}
