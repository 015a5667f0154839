import Foundation
import Posthorn
import Testing

/// RFC 9562, section 4: writers use lower case, and readers take either.
@Suite("UUIDs are sent in lowercase")
struct UUIDFormTests {
    private static let id = UUID(
        uuid: (0xde, 0xad, 0xbe, 0xef, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xab))
    private static let text = "deadbeef-0000-0000-0000-0000000000ab"

    /// An identifier that its type writes itself.
    private struct Tag: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(id)
        }
    }

    /// A type of the user's own, with an identifier in each kind of container.
    private struct Foreign: Encodable, Sendable {
        var member = id
        var maybe: UUID? = id
        var list = [id]
        var named = ["k": id]
        var keyed = [id: 1]
        var tag = Tag()
    }

    static let places: [(String, Layer, @Sendable (TransportRequest) -> String?)] = [
        (
            "path",
            {
                $0.method(.get, "/x/{id}"); $0.path("id", id)
            }, { String($0.target.dropFirst(6)) }
        ),
        (
            "list in a path",
            {
                $0.method(.get, "/x{/id*}"); $0.path("id", [id])
            },
            { String($0.target.dropFirst(6)) }
        ),
        ("query", { $0.query("id", id) }, { String($0.query.dropFirst(3)) }),
        ("list in a query", { $0.query("id", [id]) }, { String($0.query.dropFirst(3)) }),
        (
            "object in a query", { $0.query(encoding: ["id": id]) },
            { String($0.query.dropFirst(3)) }
        ),
        ("header", { $0.header("X-ID", id) }, { $0.header("X-ID").first }),
        (
            "cookie", { $0.cookie("id", id) },
            { $0.header("Cookie").first.map { String($0.dropFirst(3)) } }
        ),
        ("form", { $0.form("id", id) }, { $0.bodyText.map { String($0.dropFirst(3)) } }),
        (
            "object in a form", { $0.form("id", encoding: [id]) },
            { $0.bodyText.map { String($0.dropFirst(3)) } }
        ),
        ("part", { $0.part("id", id) }, { $0.bodyText?.components(separatedBy: "\r\n")[3] }),
        (
            "part of JSON", { $0.part("id", json: id) },
            { $0.bodyText?.components(separatedBy: "\r\n")[4].replacing("\"", with: "") }
        ),
        (
            "member of a body", { $0.body("id", id) },
            { $0.bodyText.map { String($0.dropFirst(7).dropLast(2)) } }
        ),
    ]

    @Test(arguments: places.indices)
    func lowercaseInEveryRequestPart(_ index: Int) throws {
        let (place, layer, value) = Self.places[index]
        #expect(try value(built(.post, "/x", layer)) == Self.text, "\(place)")
    }

    @Test func lowercaseInsideEncodableTypes() throws {
        let text = Self.text
        #expect(
            try built(.post) { $0.body(Foreign()) }.bodyText
                == #"{"keyed":["\#(text)",1],"list":["\#(text)"],"maybe":"\#(text)","#
                + #""member":"\#(text)","named":{"k":"\#(text)"},"tag":"\#(text)"}"#)
        #expect(try built(.post) { $0.body([Self.id]) }.bodyText == "[\"\(text)\"]")
    }
}
