import CCurl
import Posthorn
import Testing

@testable import PosthornCurl

/// Every code of libcurl is a typed error.
struct FailureTests {
    /// Codes of protocols that a session does not speak, and codes that libcurl no longer uses.
    static let foreign: Set<Int> = [
        4, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 24, 25, 29, 30, 31, 32, 33, 34, 36, 37, 38,
        39, 40, 41, 42, 44, 46, 47, 48, 49, 50, 51, 57, 62, 63, 67, 68, 69, 70, 71, 72, 73, 74, 75,
        76, 78, 79, 84, 85, 86, 87, 88, 89, 93, 94, 95, 96, 97, 98, 99,
    ]

    @Test(arguments: 1...99)
    func everyLibcurlCodeMapsToATypedError(_ code: Int) {
        let error = TransportError(CURLcode(rawValue: UInt32(code)))
        #expect(error.libraryCode == code)
        #expect(!error.message.isEmpty)
        if !Self.foreign.contains(code) {
            #expect(error.code != .library, "\(code) \(error)")
        }
    }
}
