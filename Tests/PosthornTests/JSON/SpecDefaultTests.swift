import Foundation
import Testing

@_spi(Generated) @testable import PosthornCore
@_spi(Generated) @testable import PosthornJSON

/// Invalid defaults in handwritten code fail the request, never the process.
struct SpecDefaultTests {
    private struct Sent: Endpoint {
        typealias Output = Data
        let change: @Sendable (inout RequestBuilder) throws -> Void
        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/")
            try change(&request)
        }
    }

    private func error(
        _ change: @escaping @Sendable (inout RequestBuilder) throws -> Void
    ) -> APIError? {
        #expect(throws: APIError.self) {
            try Store(StubTransport()).request(for: Sent(change: change))
        }
    }

    static let dates: [(StaticString, DateFormat)] = [
        ("2026-13-01T00:00:00Z", .rfc3339), ("", .rfc3339), ("2026-02-30", .day),
        ("Sat, 31 Nov 2026 10:23:00 GMT", .http), ("1s", .unix), ("", .millis),
    ]

    @Test(arguments: dates.indices, DateFormat.allCases)
    func invalidDefaultDateFailsTheRequest(_ index: Int, _ format: DateFormat) {
        let (text, given) = Self.dates[index]
        let date = DefaultValue.date(text, given)
        #expect(error { $0.query("d", date, as: format) }?.code == .invalidParameter)
        #expect(error { $0.body("d", date, as: format) }?.code == .encodingFailed)
    }

    @Test(arguments: [0, 1, 2, 3])
    func invalidDefaultNumberFailsTheRequest(_ index: Int) {
        let texts: [StaticString] = ["", "1x", "0x10", "1.2.3"]
        let number = DefaultValue.decimal(texts[index])
        #expect(error { $0.query("n", number) }?.code == .invalidParameter)
        #expect(error { $0.body("n", number) }?.code == .encodingFailed)
        for check in [
            { $0.check("n", 5, atLeast: number) }, { $0.check("n", 5, atMost: number) },
        ] as [@Sendable (inout RequestBuilder) -> Void] {
            #expect(error(check)?.message == "the parameter n has a limit that is not a number")
        }
    }

    @Test func invalidDefaultURLFailsTheRequest() {
        for url in [DefaultValue.url(""), DefaultValue.url("http://[::1/")] {
            #expect(error { $0.query("u", url) }?.code == .invalidParameter)
            #expect(error { $0.header("u", url) }?.code == .invalidParameter)
            #expect(error { $0.body("u", url) }?.code == .encodingFailed)
            #expect(error { $0.form("u", url) }?.message.contains("about:invalid") == true)
        }
    }

    @Test func makesUUIDsAndDataFromIntegers() {
        #expect(
            DefaultValue.uuid(0x6b1f8f1e_0d3c_4a55_9d52_0a4f4c1f2b3e).uuidString
                == "6B1F8F1E-0D3C-4A55-9D52-0A4F4C1F2B3E")
        #expect(DefaultValue.uuid(1).uuidString == "00000000-0000-0000-0000-000000000001")
        #expect(DefaultValue.data(0x0aff, count: 2) == Data([0x0a, 0xff]))
        #expect(DefaultValue.data(0xff, count: 3) == Data([0, 0, 0xff]))
        #expect(DefaultValue.data(0x0102, count: 1) == Data([2]))
        #expect(DefaultValue.data(0, count: 0) == Data())
        #expect(DefaultValue.data(0, count: -1) == Data())
        #expect(
            DefaultValue.data(0x00010203_04050607_08090a0b_0c0d0e0f_10, count: 17) == Data(0...16))
    }
}
