import CCurl
import Posthorn
import Testing

@testable import PosthornCurl

/// Whether the server may have ended the TLS of a connection.
struct EndOfTLSTests {
    /// Where the TLS library does not say, the end of reading must not pass for a last chunk.
    @Test func assumesTLSMayHaveEndedWhenUnknown() throws {
        let handle = EasyHandle(raw: try #require(curl_easy_init()))
        #expect(handle.mayHaveEndOfTLS(isSecure: true))
        #expect(!handle.mayHaveEndOfTLS(isSecure: false))
    }
}
