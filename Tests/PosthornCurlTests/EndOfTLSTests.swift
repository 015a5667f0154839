import CCurl
import Posthorn
import Testing

@testable import PosthornCurl

/// Whether the server may have ended TLS on a connection.
struct EndOfTLSTests {
    /// If the TLS library does not report it, the end of reading must not count as the last chunk.
    @Test func assumesTLSMayHaveEndedWhenUnknown() throws {
        let handle = EasyHandle(raw: try #require(curl_easy_init()))
        #expect(handle.mayHaveEndOfTLS(isSecure: true))
        #expect(!handle.mayHaveEndOfTLS(isSecure: false))
    }
}
