import Posthorn
import Testing

@testable import PosthornCurl

/// Host overrides are validated, so that no entry is ignored silently.
struct HostOverridesTests {
    @Test(arguments: ["", "h.test:80", "a/b", "a b", "[h.test]", "::g", "-ü-.xn--a.test"])
    func rejectsInvalidHosts(_ text: String) {
        for entry in [[text: "127.0.0.1"], ["h.test": text]] {
            let error = #expect(throws: TransportError.self) { try HostOverrides(entry) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func findsHostsInNormalizedForm() throws {
        let overrides = try HostOverrides([
            "BÜCHER.test": "Läden.test", "0:0::1": "a.TEST", "b.test": "[0::2]",
        ])
        #expect(overrides["xn--bcher-kva.test"] == "xn--lden-loa.test")
        #expect(overrides["[::1]"] == "a.test")
        #expect(overrides["b.test"] == "[::2]")
        #expect(overrides["c.test"] == nil)
    }
}
