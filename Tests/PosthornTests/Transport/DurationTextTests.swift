import Testing

@testable import PosthornCore

struct DurationTextTests {
    @Test(arguments: [
        (Duration.zero, "0 milliseconds"), (.milliseconds(1), "1 millisecond"),
        (.microseconds(1), "1 microsecond"), (.microseconds(-250), "-250 microseconds"),
        (.milliseconds(50), "50 milliseconds"), (.milliseconds(300), "0.3 seconds"),
        (.seconds(1), "1 second"), (.milliseconds(1500), "1.5 seconds"),
        (.seconds(59.999631513), "60 seconds"), (.milliseconds(-1500), "-1.5 seconds"),
        (.seconds(Int64.max), "9223372036854775807 seconds"),
        (.seconds(Int64.min), "-9223372036854775808 seconds"),
    ])
    func roundsDurations(_ time: Duration, _ text: String) { #expect(time.text == text) }
}
