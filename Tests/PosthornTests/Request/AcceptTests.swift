import Foundation
import PosthornImages
import Posthorn
import Testing

/// Which media types a request asks for, by its policy and by what is read of the body.
@Suite("Accept header field")
struct AcceptTests {
    @Test(
        arguments: [
            (.json, "application/json, text/json"), (.text, "text/*"), (.image, "image/*"),
            (Accepting("x"), "application/x"),
            (.firstMatching(.json, .text), "application/json, text/json, text/*"),
        ] as [(any ResponsePolicy, String)])
    func listsMediaTypesOfThePolicy(_ policy: any ResponsePolicy, _ types: String) throws {
        let store = Store().with { $0.responsePolicy = policy }
        #expect(try store.request(for: Probe(String.self)).headers[.accept] == types)
        let accept = try store.request(for: Ping()).headers[.accept]
        #expect(accept == "*/*;q=0.1, " + types)
        // Where this matches, Rails takes the client for a browser, whose errors are HTML.
        #expect(accept?.contains(/,\s*\*\/\*|\*\/\*\s*,/) == false)
    }

    @Test func isNotSentForRawPolicy() throws {
        let store = Store().with { $0.responsePolicy = .raw }
        #expect(try store.request(for: Probe(String.self)).headers[.accept] == nil)
        #expect(try store.request(for: Ping()).headers[.accept] == nil)
    }

    @Test func explicitHeaderOverridesPolicy() throws {
        let store = Store().with { $0.header("Accept", "text/plain") }
        #expect(try store.request(for: Ping()).headers[.accept] == "text/plain")
    }
}
