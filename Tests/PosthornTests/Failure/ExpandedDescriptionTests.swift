import Foundation
import Posthorn
import Testing

@Suite("Expanded description")
struct ExpandedDescriptionTests {
    private func shown(_ body: Data?) -> String {
        TransportRequest(
            endpoint: "e", method: .put, origin: "https://h", route: "/{a}", target: "/1?q=2",
            headers: [.accept: "x/y", .cookie: "c"], body: body
        ).expandedDescription
    }

    @Test func showsRequestLineHeaderFieldsAndBody() {
        #expect(shown(nil) == "PUT https://h/1?q=2\nAccept: x/y\nCookie: c")
        #expect(shown(Data("b".utf8)) == "PUT https://h/1?q=2\nAccept: x/y\nCookie: c\n\nb")
        #expect(shown(Data()) == "PUT https://h/1?q=2\nAccept: x/y\nCookie: c\n\n")
    }

    @Test func binaryBodyShowsItsLength() {
        #expect(shown(Data([0xff, 0xfe])).hasSuffix("\n\n2 bytes that are not text"))
    }

    @Test(arguments: [4095, 4096])
    func bodyUpToTheLimitIsShownWhole(_ count: Int) {
        let body = String(repeating: "x", count: count)
        #expect(shown(Data(body.utf8)).hasSuffix("\n\n" + body))
    }

    @Test func longerBodyIsTruncated() {
        let body = Data(String(repeating: "x", count: 4097).utf8)
        let start = String(repeating: "x", count: 4096)
        #expect(shown(body).hasSuffix("\n\n\(start) … 4097 bytes in all"))
    }

    @Test func longerResponseBodyIsTruncated() {
        let start = String(repeating: "x", count: 4096)
        let response = TransportResponse(status: .ok, body: Data((start + "y").utf8))
        #expect(response.expandedDescription.hasSuffix("\n\n\(start) … 4097 bytes in all"))
    }

    @Test(arguments: [0, 1, 2, 3])
    func truncationDoesNotSplitCharacters(_ offset: Int) {
        let start = String(repeating: "x", count: 4096 - offset)
        let body = Data((start + "👍👍").utf8)
        #expect(shown(body).hasSuffix("\n\n\(start) … \(body.count) bytes in all"))
    }

    @Test func longBinaryBodyShowsItsLength() {
        #expect(shown(Data(repeating: 0xff, count: 5000)).hasSuffix("5000 bytes that are not text"))
    }
}
