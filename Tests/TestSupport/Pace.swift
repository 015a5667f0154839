import FoundationEssentials
public import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// How many times longer than on an idle machine of two cores a test may take: 1 to 30.
///
/// It is measured once for each test run, from a fixed piece of work and the load of the machine. Sanitizers multiply
/// it by 10.
public let slowness = measuredSlowness() * (isSanitized ? 10 : 1)

#if SANITIZED
    private let isSanitized = true
#else
    private let isSanitized = false
#endif

extension Trait where Self == IssueHandlingTrait {
    /// Reports a test that reaches its time limit as one issue: what fails because the test was cancelled is not
    /// recorded.
    public static var oneIssueAtLimit: Self {
        .filterIssues { issue in
            if case .timeLimitExceeded = issue.kind { return true }
            return !Task.isCancelled
        }
    }
}

private func measuredSlowness() -> Int {
    // The fixed work takes this long without optimization on a core at 3 GHz that nothing else uses.
    let usual = Duration.milliseconds(100)
    let taken = ContinuousClock().measure { _ = fixedWork() }
    var load = 0.0
    let isKnown = getloadavg(&load, 1) == 1
    let perCore = isKnown ? load / Double(sysconf(Int32(_SC_NPROCESSORS_ONLN))) : 0
    // The tests themselves use all cores, so a load of up to two per core is usual.
    let measured = max(taken / usual, perCore / 2)
    return min(30, max(1, Int(measured.rounded(.up))))
}

private func fixedWork() -> UInt64 {
    var state: UInt64 = 1
    for step in 0..<1_000_000 as Range<UInt64> {
        state = (state ^ step) &* 6_364_136_223_846_793_005
    }
    return state
}
